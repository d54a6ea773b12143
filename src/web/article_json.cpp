#include "web/article_json.h"

#include <nlohmann/json.hpp>

namespace assay::web {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_images = 32;
constexpr std::size_t most_links = 200;
constexpr std::size_t most_references = 8;  // of an image
constexpr std::size_t most_reviews = 20;

std::string plain(const Json& json) {
  auto text = json.get<std::string>();
  if (text.find('\0') != text.npos) throw Unreadable("the reader's answer holds NUL");
  return text;
}

std::string text_of(const Json& json, const char* key) { return plain(json.at(key)); }

// From 0 to `most`; what is no whole number is no answer.
std::size_t number_of(const Json& json, const char* key, std::size_t most) {
  const auto& value = json.at(key);
  if (!value.is_number_integer()) throw Unreadable("the reader's answer makes no sense");
  if (!value.is_number_unsigned()) return 0;  // it is negative
  return std::min(value.get<std::size_t>(), most);
}

std::optional<core::Date> date_of(const Json& json, const char* key) {
  return core::Date::parse(json.at(key).get_ref<const std::string&>());
}

std::string written(const std::optional<core::Date>& date) {
  return date ? date->to_string() : std::string{};
}

Json to_json(const ArticleImage& image) {
  return {{"src", image.src},           {"alt", image.alt},
          {"caption", image.caption},   {"nearby", image.nearby},
          {"position", image.position}, {"width", image.width},
          {"height", image.height},     {"references", image.references}};
}

ArticleImage image_of(const Json& json, std::size_t text_size) {
  ArticleImage image;
  image.src = text_of(json, "src");
  image.alt = text_of(json, "alt");
  image.caption = text_of(json, "caption");
  image.nearby = text_of(json, "nearby");
  image.position = number_of(json, "position", text_size);
  image.width = static_cast<int>(number_of(json, "width", 1'000'000));
  image.height = static_cast<int>(number_of(json, "height", 1'000'000));
  const auto& references = json.at("references");
  for (std::size_t i = 0; i < std::min(references.size(), most_references); ++i)
    image.references.push_back(references.at(i).get<std::string>());
  return image;
}

}  // namespace

std::string to_bytes(const Article& article) {
  Json json{{"url", article.url},
            {"title", article.title},
            {"author", article.author},
            {"publisher", article.publisher},
            {"published", written(article.published)},
            {"modified", written(article.modified)},
            {"language", article.language},
            {"text", article.text},
            {"extractor", article.extractor},
            {"claim_reviews", article.claim_reviews},
            {"images", Json::array()},
            {"links", Json::array()}};
  for (const auto& image : article.images) json["images"].push_back(to_json(image));
  for (const auto& link : article.links)
    json["links"].push_back({{"text", link.text}, {"url", link.url}, {"position", link.position}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Article article_from_bytes(std::string_view bytes) {
  try {
    const Json json = Json::parse(bytes);
    Article article;
    article.url = text_of(json, "url");
    article.title = text_of(json, "title");
    article.author = text_of(json, "author");
    article.publisher = text_of(json, "publisher");
    article.published = date_of(json, "published");
    article.modified = date_of(json, "modified");
    article.language = text_of(json, "language");
    article.text = text_of(json, "text");
    article.extractor = text_of(json, "extractor");
    const auto& images = json.at("images");
    for (std::size_t i = 0; i < std::min(images.size(), most_images); ++i)
      article.images.push_back(image_of(images.at(i), article.text.size()));
    const auto& links = json.at("links");
    for (std::size_t i = 0; i < std::min(links.size(), most_links); ++i)
      article.links.push_back({text_of(links.at(i), "text"), text_of(links.at(i), "url"),
                               number_of(links.at(i), "position", article.text.size())});
    const auto& reviews = json.at("claim_reviews");
    for (std::size_t i = 0; i < std::min(reviews.size(), most_reviews); ++i)
      article.claim_reviews.push_back(plain(reviews.at(i)));
    return article;
  } catch (const Json::exception&) {
    throw Unreadable("the reader's answer makes no sense");
  }
}

}  // namespace assay::web
