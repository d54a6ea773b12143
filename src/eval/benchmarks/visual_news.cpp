#include "eval/benchmarks/visual_news.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <system_error>

#include "assay/core/error.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/json_rows.h"
#include "io/files.h"

namespace assay::eval {
namespace {

namespace ondemand = simdjson::ondemand;
using core::InputError;

constexpr std::size_t max_news_bytes = std::size_t{4'000'000'000};  // what simdjson can read

std::string id_text(ondemand::value value) {
  if (value.type() == ondemand::json_type::string)
    return std::string(std::string_view(value.get_string()));
  if (value.type() == ondemand::json_type::number)
    return std::to_string(std::uint64_t(value.get_uint64()));
  throw InputError("`id` is neither a text nor a whole number");
}

std::string text(ondemand::value value, const char* name) {
  std::string_view found;
  if (value.is_null()) return {};
  if (value.get_string().get(found) != simdjson::SUCCESS)
    throw InputError(fmt::format("`{}` is not a text", name));
  return std::string(found);
}

struct Item {
  std::string id;
  NewsItem news;
};

Item item_of(ondemand::object object) {
  Item item;
  for (auto field : object) {
    const std::string_view key = field.unescaped_key();
    if (key == "id") item.id = id_text(field.value());
    if (key == "caption") item.news.caption = text(field.value(), "caption");
    if (key == "image_path") item.news.image = text(field.value(), "image_path");
  }
  return item;
}

void check_path(std::string& image) {
  if (image.starts_with("./")) image.erase(0, 2);
  if (!image.empty()) image = DatasetBuilder::image(std::move(image));
}

// With the room behind it that the parser needs: to make that later would copy it all.
simdjson::padded_string read_padded(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (!error && size > max_news_bytes)
    throw InputError(fmt::format("'{}' is longer than {} bytes", io::shown(file), max_news_bytes));
  simdjson::padded_string bytes;
  if (error || simdjson::padded_string::load(file.string()).get(bytes) != simdjson::SUCCESS)
    throw InputError(fmt::format("can't read '{}'", io::shown(file)));
  return bytes;
}

}  // namespace

std::unordered_map<std::string, NewsItem> read_visual_news(
    const std::filesystem::path& file, const std::unordered_set<std::string>& ids) {
  const auto bytes = read_padded(file);
  std::unordered_map<std::string, NewsItem> items;
  std::size_t row = 0;
  try {
    ondemand::parser parser;
    auto document = parser.iterate(bytes);
    for (auto element : document.get_array()) {
      ++row;
      auto item = item_of(element.get_object());
      if (!ids.contains(item.id)) continue;
      check_path(item.news.image);
      items.insert_or_assign(std::move(item.id), std::move(item.news));
    }
  } catch (const simdjson::simdjson_error&) {
    throw InputError(row_place(file, std::max<std::size_t>(row, 1)) +
                     ": not valid JSON, or no list of objects");
  } catch (const InputError& error) {
    throw InputError(row_place(file, row) + ": " + error.what());
  }
  return items;
}

}  // namespace assay::eval
