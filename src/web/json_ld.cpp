#include "web/json_ld.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace assay::web {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_script = 1 << 20;
constexpr int deepest = 40;
constexpr std::size_t most_objects = 2000;

bool too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > deepest) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

// Many sites put line breaks into strings, which JSON forbids, or wrap it all in a comment.
std::string mended(std::string_view script) {
  const auto first = script.find_first_of("{[");
  const auto last = script.find_last_of("}]");
  if (first == script.npos || last == script.npos || last < first) return {};
  std::string text(script.substr(first, last - first + 1));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text;
}

std::string string_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array() && !value.empty()) return string_of(value.front());
  if (value.is_object())
    for (const char* key : {"@value", "name"})
      if (const auto it = value.find(key); it != value.end() && it->is_string())
        return it->get<std::string>();
  return {};
}

std::string member(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() ? std::string{} : string_of(*it);
}

bool has_type(const Json& object, std::initializer_list<std::string_view> endings) {
  const auto it = object.find("@type");
  if (it == object.end()) return false;
  const auto matches = [&](const Json& type) {
    if (!type.is_string()) return false;
    const auto& name = type.get_ref<const std::string&>();
    return std::ranges::any_of(endings, [&](std::string_view end) { return name.ends_with(end); });
  };
  if (it->is_array()) return std::ranges::any_of(*it, matches);
  return matches(*it);
}

// Looks through everything, for a review may hang on any property of anything.
class ReviewFinder {
 public:
  void look(const Json& value) {
    if (++seen_ > most_values || reviews_.size() >= most_claim_reviews) return;
    if (value.is_object() && has_type(value, {"ClaimReview"})) reviews_.push_back(claim_of(value));
    if (value.is_structured())
      for (const auto& inner : value) look(inner);
  }
  std::vector<std::string> take() { return std::move(reviews_); }

 private:
  static constexpr std::size_t most_values = 50'000;

  static std::string claim_of(const Json& review) {
    if (auto claim = member(review, "claimReviewed"); !claim.empty()) return claim;
    const auto item = review.find("itemReviewed");
    if (item == review.end() || !item->is_object()) return {};
    auto text = member(*item, "text");
    return text.empty() ? member(*item, "name") : text;
  }

  std::size_t seen_ = 0;
  std::vector<std::string> reviews_;
};

// The script's value; discarded where it is broken or beyond a bound. `before` values were read.
Json parsed(std::string_view script, std::size_t before) {
  constexpr std::size_t most_scripts = 50;
  if (script.size() > longest_script || before >= most_scripts) return Json::value_t::discarded;
  const std::string text = mended(script);
  if (text.empty() || too_deep(text)) return Json::value_t::discarded;
  return Json::parse(text, nullptr, false, true);
}

bool names_review(std::string_view script) { return script.find("ClaimReview\"") != script.npos; }

class Reader {
 public:
  void gather(const Json& value) {
    if (objects_.size() >= most_objects) return;
    if (value.is_array())
      for (const auto& item : value) gather(item);
    if (!value.is_object()) return;
    objects_.push_back(&value);
    if (const auto id = value.find("@id"); id != value.end() && id->is_string())
      by_id_.emplace(id->get<std::string>(), &value);
    for (const char* key : {"@graph", "mainEntity", "mainEntityOfPage"})
      if (const auto it = value.find(key); it != value.end()) gather(*it);
  }

  StructuredData read() const {
    StructuredData data;
    for (const auto* object : objects_)
      if (has_type(*object, {"Article", "Posting", "Report", "Review", "Recipe"}))
        take(*object, data);
    for (const auto* object : objects_)
      if (has_type(*object, {"Page", "CreativeWork", "VideoObject", "Event", "Episode"}))
        take(*object, data);
    if (data.publisher.empty())
      for (const auto* object : objects_)
        if (has_type(*object, {"WebSite", "Organization"}) && data.publisher.empty())
          data.publisher = member(*object, "name");
    return data;
  }

 private:
  static void fill(std::string& field, std::string value) {
    if (field.empty()) field = std::move(value);
  }

  void take(const Json& object, StructuredData& data) const {
    fill(data.headline, member(object, "headline"));
    if (data.headline.empty()) data.headline = member(object, "name");
    fill(data.published, member(object, "datePublished"));
    if (data.published.empty()) data.published = member(object, "dateCreated");
    if (data.published.empty()) data.published = member(object, "uploadDate");
    fill(data.modified, member(object, "dateModified"));
    fill(data.language, member(object, "inLanguage"));
    fill(data.url, member(object, "url"));
    if (const auto it = object.find("publisher"); it != object.end())
      fill(data.publisher, name_of(*it));
    if (!data.authors.empty()) return;
    const auto it = object.find("author");
    if (it == object.end()) return;
    if (it->is_array())
      for (const auto& author : *it) add_author(author, data);
    else
      add_author(*it, data);
  }

  void add_author(const Json& author, StructuredData& data) const {
    auto name = name_of(author);
    if (!name.empty() && data.authors.size() < 20) data.authors.push_back(std::move(name));
  }

  // The name of a person or organisation, given in place or by its @id.
  std::string name_of(const Json& value) const {
    if (auto name = string_of(value); !name.empty()) return name;
    if (!value.is_object()) return {};
    const auto id = value.find("@id");
    if (id == value.end() || !id->is_string()) return {};
    const auto found = by_id_.find(id->get<std::string>());
    return found == by_id_.end() ? std::string{} : member(*found->second, "name");
  }

  std::vector<const Json*> objects_;
  std::map<std::string, const Json*> by_id_;
};

}  // namespace

StructuredData read_json_ld(const std::vector<std::string_view>& scripts) {
  std::vector<Json> values;
  std::size_t unread_reviews = 0;
  for (const auto script : scripts) {
    auto value = parsed(script, values.size());
    if (!value.is_discarded())
      values.push_back(std::move(value));
    else if (names_review(script) && unread_reviews < most_claim_reviews)
      ++unread_reviews;
  }
  Reader reader;
  ReviewFinder reviews;
  for (const auto& value : values) {
    reader.gather(value);
    reviews.look(value);
  }
  auto data = reader.read();
  data.claim_reviews = reviews.take();
  data.claim_reviews.resize(
      std::min(data.claim_reviews.size() + unread_reviews, most_claim_reviews));
  return data;
}

}  // namespace assay::web
