#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "assay/core/error.h"
#include "eval/benchmarks/files.h"
#include "eval/retrieval_score.h"
#include "io/files.h"
#include "language/json_input.h"
#include "language/lines.h"
#include "language/utf8.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
namespace fs = std::filesystem;

constexpr std::size_t largest_file = 256 << 20;
constexpr double highest_grade = 1'000'000;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Calls `read`, and says of which file and place its error is.
void at(const fs::path& file, const std::string& place, const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}'{}: {}", io::shown(file),
                                 place.empty() ? "" : " " + io::shown(place), error.what()));
  }
}

std::string id_of(const Json& json) {
  if (json.is_string() && !json.get_ref<const std::string&>().empty())
    return json.get<std::string>();
  if (json.is_number_integer()) return json.dump();
  throw InputError("an id is no text and no whole number");
}

// The value of a grade; nothing relevant is 0.
double grade_of(const Json& json) {
  if (json.is_boolean()) return json.get<bool>() ? 1 : 0;
  if (!json.is_number()) throw InputError("a grade is no number");
  const auto grade = json.get<double>();
  if (!(grade <= highest_grade)) throw InputError("a grade is above 1,000,000");
  return std::max(grade, 0.0);
}

std::map<std::string, double> grades_of(const Json& json) {
  std::map<std::string, double> grades;
  if (json.is_array()) {
    for (const auto& id : json) grades[id_of(id)] = 1;
    return grades;
  }
  if (!json.is_object()) throw InputError("neither a list of ids nor an object of grades");
  for (const auto& [id, value] : json.items())
    if (const auto grade = grade_of(value); grade > 0) grades[id] = grade;
  return grades;
}

// Adds ids, each once.
class Ranking {
 public:
  void add(std::string id) {
    if (seen_.insert(id).second) ids_.push_back(std::move(id));
  }
  std::vector<std::string> take() { return std::move(ids_); }

 private:
  std::unordered_set<std::string> seen_;
  std::vector<std::string> ids_;
};

std::vector<std::string> ranking_of(const Json& list) {
  if (!list.is_array()) throw InputError("the ranking is no list");
  Ranking ranking;
  for (const auto& item : list) {
    if (item.is_object() && !item.contains("id")) throw InputError("an item has no `id`");
    ranking.add(id_of(item.is_object() ? item.at("id") : item));
  }
  return ranking.take();
}

void put(Rankings& rankings, const std::string& query, std::vector<std::string> ranking) {
  if (!rankings.emplace(query, std::move(ranking)).second)
    throw InputError("the query '" + query + "' comes twice");
}

const Json& first_of(const Json& object, std::initializer_list<const char*> names) {
  std::string known;
  for (const auto* name : names) {
    if (const auto found = object.find(name); found != object.end() && !found->is_null())
      return *found;
    known += (known.empty() ? "`" : " or `") + std::string(name) + "`";
  }
  throw InputError("there is no " + known);
}

void read_item(const Json& item, Rankings& rankings) {
  if (!item.is_object()) throw InputError("not a JSON object");
  put(rankings, id_of(first_of(item, {"id", "query_id", "claim_id"})),
      ranking_of(first_of(item, {"ranking", "ids", "hits"})));
}

// `{query: [ids]}`, and not a single line of JSON Lines; a discarded value where it isn't that.
Json object_of_lists(std::string_view text) {
  auto rest = text;
  const auto line = language::take_line(rest);
  // More behind a whole object are lines; that is found out by the first alone.
  if (!language::is_blank(rest) && Json::accept(line)) return Json(Json::value_t::discarded);
  auto object = language::parse_object(text);
  for (const auto& value : object)
    if (!value.is_array()) return Json(Json::value_t::discarded);
  return object;
}

struct TrecLine {
  std::string id;
  double score = 0;
  double rank = 0;
  std::size_t row = 0;  // in the file
};

double number_of(std::string_view word, const char* what) {
  double value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size() || !std::isfinite(value))
    throw InputError(fmt::format("the {} is no number", what));
  return value;
}

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view space = " \t\r";
  std::vector<std::string_view> words;
  for (auto begin = line.find_first_not_of(space); begin != line.npos && words.size() <= 6;
       begin = line.find_first_not_of(space, begin)) {
    const auto end = std::min(line.find_first_of(space, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

void read_trec_line(std::string_view line, std::size_t row,
                    std::map<std::string, std::vector<TrecLine>>& lines) {
  const auto words = words_of(line);
  if (words.empty()) return;
  if (words.size() != 6)
    throw InputError("neither JSON nor a line of a TREC run, `query Q0 id rank score tag`");
  lines[std::string(words[0])].push_back(
      {std::string(words[2]), number_of(words[4], "score"), number_of(words[3], "rank"), row});
}

Rankings read_trec(const fs::path& file, std::string_view text) {
  std::map<std::string, std::vector<TrecLine>> lines;
  for (std::size_t row = 1; !text.empty(); ++row) {
    const auto line = language::take_line(text);
    at(file, fmt::format("row {}", row), [&] { read_trec_line(line, row, lines); });
  }
  Rankings rankings;
  for (auto& [query, found] : lines) {
    std::ranges::sort(found, [](const TrecLine& a, const TrecLine& b) {
      return a.score != b.score ? a.score > b.score
                                : std::tie(a.rank, a.row) < std::tie(b.rank, b.row);
    });
    Ranking ranking;
    for (auto& one : found) ranking.add(std::move(one.id));
    rankings[query] = ranking.take();
  }
  return rankings;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

Rankings read_any(const fs::path& file, std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) throw InputError("'" + io::shown(file) + "' is empty");
  Rankings rankings;
  if (text[begin] == '{') {
    Json object;
    at(file, "", [&] { object = object_of_lists(text.substr(begin)); });
    if (!object.is_discarded()) {
      for (const auto& [query, list] : object.items())
        at(file, "query " + query, [&] { put(rankings, query, ranking_of(list)); });
      return rankings;
    }
  } else if (text[begin] != '[') {
    if (!language::is_utf8(text)) throw InputError("'" + io::shown(file) + "' is not UTF-8");
    return read_trec(file, text);
  }
  each_item(file, [&](const Json& item, std::size_t) { read_item(item, rankings); });
  return rankings;
}

}  // namespace

Judgements read_judgements(const fs::path& file) {
  const auto bytes = io::read_file(file, largest_file);
  Json object;
  at(file, "", [&] { object = language::parse_object(without_mark(bytes)); });
  Judgements judgements;
  bool any = false;
  for (const auto& [query, value] : object.items())
    at(file, "query " + query, [&] {
      auto grades = grades_of(value);
      any = any || !grades.empty();
      judgements[query] = std::move(grades);
    });
  if (!any) throw InputError("'" + io::shown(file) + "': nothing is relevant to any query");
  return judgements;
}

Rankings read_rankings(const fs::path& file) {
  const auto bytes = io::read_file(file, largest_file);
  return read_any(file, without_mark(bytes));
}

}  // namespace assay::eval
