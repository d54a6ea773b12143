#include "eval/extraction_score.h"

#include <unicode/uchar.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "assay/core/error.h"
#include "eval/benchmarks/files.h"
#include "eval/text/characters.h"
#include "io/files.h"
#include "language/json_input.h"
#include "language/utf8.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
namespace fs = std::filesystem;

// White space as one space, none around; no characters that nobody sees.
std::string collapsed(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  bool pending = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = language::decode(text, at);
    if (is_space(c)) {
      pending = !result.empty();
    } else if (!u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) {
      if (pending) result += ' ';
      pending = false;
      language::append(result, c);
    }
  }
  return result;
}

// A text, or a list of them.
std::string names_field(const Json& item, const char* key) {
  const auto found = item.find(key);
  if (found == item.end() || !found->is_array()) return collapsed(language::text_field(item, key));
  std::string all;
  for (const auto& name : language::texts_field(item, key))
    all.append(all.empty() ? "" : "; ").append(collapsed(name));
  return all;
}

std::string file_of(const Json& item) {
  if (!item.is_object()) throw InputError("not a JSON object");
  auto name = fs::path(language::text_field(item, "file")).filename().string();
  if (name.empty()) throw InputError("there is no `file`");
  return name;
}

std::vector<std::string> strings_field(const Json& item, const char* key) {
  std::vector<std::string> strings;
  for (const auto& text : language::texts_field(item, key)) {
    strings.push_back(collapsed(text));
    if (strings.back().empty())
      throw InputError(std::string("`") + key + "` holds an empty string");
  }
  return strings;
}

std::optional<std::string> given(std::string text) {
  if (text.empty()) return std::nullopt;
  return text;
}

// The day of a date that may have a time.
std::string day_of(std::string date) {
  if (date.size() > 10) date.resize(10);
  return date;
}

template <class Pages, class Page>
void put(Pages& pages, std::string name, Page page) {
  if (!pages.emplace(name, std::move(page)).second)
    throw InputError("the page '" + name + "' comes twice");
}

PageAnnotation annotation_of(const Json& item) {
  return {strings_field(item, "with"), strings_field(item, "without"),
          given(collapsed(language::text_field(item, "title"))), given(names_field(item, "author")),
          given(day_of(collapsed(language::text_field(item, "date"))))};
}

PageExtraction extraction_of(const Json& item) {
  auto date = language::text_field(item, "date");
  if (date.empty()) date = language::text_field(item, "published");
  return {collapsed(language::text_field(item, "text")),
          collapsed(language::text_field(item, "title")), names_field(item, "author"),
          day_of(collapsed(date))};
}

// How many of those that are annotated are right.
struct Right {
  std::size_t all = 0;
  std::size_t right = 0;
  void add(const std::optional<std::string>& wanted, const std::string& given_one) {
    if (!wanted) return;
    ++all;
    right += *wanted == given_one ? 1 : 0;
  }
  Json share() const {
    if (all == 0) return nullptr;
    return static_cast<double>(right) / static_cast<double>(all);
  }
};

struct Strings {
  std::size_t found = 0;
  std::size_t absent = 0;
  std::size_t wrong = 0;

  void add(const PageAnnotation& page, const std::string& text) {
    for (const auto& wanted : page.with) ++(text.find(wanted) != text.npos ? found : absent);
    for (const auto& unwanted : page.without) wrong += text.find(unwanted) != text.npos ? 1 : 0;
  }
};

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

PageAnnotations read_annotations(const fs::path& file) {
  PageAnnotations pages;
  each_item(file, [&](const Json& item, std::size_t) {
    auto name = file_of(item);
    put(pages, std::move(name), annotation_of(item));
  });
  if (pages.empty()) throw InputError("'" + io::shown(file) + "' holds no page");
  return pages;
}

PageExtractions read_extractions(const fs::path& file) {
  PageExtractions pages;
  each_item(file, [&](const Json& item, std::size_t) {
    auto name = file_of(item);
    if (item.contains("error") && !item.contains("text")) return;
    put(pages, std::move(name), extraction_of(item));
  });
  return pages;
}

Json extraction_metrics(const PageExtractions& extractions, const PageAnnotations& annotations) {
  static const PageExtraction none;
  Strings strings;
  Right titles;
  Right authors;
  Right dates;
  std::size_t missing = 0;
  for (const auto& [name, page] : annotations) {
    const auto found = extractions.find(name);
    missing += found == extractions.end() ? 1 : 0;
    const auto& extraction = found == extractions.end() ? none : found->second;
    strings.add(page, extraction.text);
    titles.add(page.title, extraction.title);
    authors.add(page.author, extraction.author);
    dates.add(page.date, extraction.date);
  }
  const auto precision = share(strings.found, strings.found + strings.wrong);
  const auto recall = share(strings.found, strings.found + strings.absent);
  const auto sum = precision + recall;
  return {{"pages", annotations.size()},
          {"missing", missing},
          {"found", strings.found},
          {"absent", strings.absent},
          {"wrong", strings.wrong},
          {"precision", precision},
          {"recall", recall},
          {"f1", sum > 0 ? 2 * precision * recall / sum : 0},
          {"title", titles.share()},
          {"author", authors.share()},
          {"date", dates.share()}};
}

}  // namespace assay::eval
