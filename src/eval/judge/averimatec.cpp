#include "eval/judge/averimatec.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/read_answer.h"

namespace assay::eval {
namespace {

using boost::asio::awaitable;
using core::Json;
namespace prompted = reasoning::prompted;

// What a model wrote as a number, `3` or `"3"`.
std::optional<double> written_number(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (!json.is_string()) return std::nullopt;
  const auto text = prompted::bare(json.get_ref<const std::string&>());
  double value = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

// A number of a list's item, from 1 to `most`; nothing for anything else.
std::optional<std::size_t> number_of(const Json& json, std::size_t most) {
  const auto value = written_number(json);
  if (!value || !(*value >= 1 && *value <= static_cast<double>(most))) return std::nullopt;
  if (*value != std::floor(*value)) return std::nullopt;
  return static_cast<std::size_t>(*value);
}

// Why the member is no list that can be used: it is none, or holds things of which none is one of
// `is_item`. An empty one can be.
std::string problem_of(const Json& object, const char* member, const char* items,
                       bool (*is_item)(const Json&)) {
  const auto& list = object.at(member);
  if (!list.is_array()) return std::string("\"") + member + "\" is no list";
  if (list.empty() || std::ranges::any_of(list, is_item)) return {};
  return std::string("\"") + member + "\" holds no " + items;
}

bool is_number(const Json& json) { return written_number(json).has_value(); }
bool is_pair(const Json& json) {
  return json.is_object() && json.contains("reference") && json.contains("candidate");
}

// 0 to 10.
std::optional<double> rating_of(const Json& object) {
  const auto value = written_number(object.at("rating"));
  if (!value || !(*value >= 0 && *value <= 10)) return std::nullopt;
  return value;
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<std::string> texts_of(const std::vector<EvidenceItem>& items) {
  std::vector<std::string> texts;
  for (const auto& item : items) texts.push_back(item.text);
  return texts;
}

// Gold item → the predicted item that supports it, both from 0; the first that is named holds.
std::map<std::size_t, std::size_t> supported_items(const Json& list, std::size_t gold,
                                                   std::size_t predicted) {
  std::map<std::size_t, std::size_t> pairs;
  for (const auto& item : list) {
    if (!is_pair(item)) continue;
    const auto reference = number_of(item.at("reference"), gold);
    const auto candidate = number_of(item.at("candidate"), predicted);
    if (reference && candidate) pairs.emplace(*reference - 1, *candidate - 1);
  }
  return pairs;
}

void add_pictures(const EvidenceItem& item, std::vector<models::ImagePart>& pictures) {
  pictures.insert(pictures.end(), item.pictures.begin(), item.pictures.end());
}

// Do the pictures of both agree? Nothing where the judge doesn't say.
awaitable<std::optional<bool>> pictures_agree(Judge& judge, const EvidenceItem& gold,
                                              const EvidenceItem& predicted, int repeat) {
  if (gold.pictures.empty() || predicted.pictures.empty()) co_return true;
  Judge::Question question;
  question.prompt = "images";
  add_pictures(gold, question.pictures);
  const auto first = question.pictures.size();
  add_pictures(predicted, question.pictures);
  question.values = {{"counts", std::to_string(first) + " and " +
                                    std::to_string(question.pictures.size() - first)},
                     {"gold", prompted::fenced(gold.text)},
                     {"predicted", prompted::fenced(predicted.text)}};
  question.members = {"rating"};
  question.problem = [](const Json& object) -> std::string {
    return rating_of(object) ? "" : "\"rating\" is no number from 0 to 10";
  };
  question.repeat = repeat;
  const auto answer = co_await judge.ask(std::move(question));
  const auto rating = answer ? rating_of(*answer) : std::nullopt;
  if (!rating) co_return std::nullopt;
  co_return *rating >= agreeing_pictures;
}

}  // namespace

awaitable<std::optional<double>> q_eval(Judge& judge, std::string claim,
                                        std::vector<std::string> gold,
                                        std::vector<std::string> predicted, int repeat) {
  if (predicted.empty()) co_return 0.0;
  Judge::Question question;
  question.prompt = "questions";
  question.values = {{"claim", prompted::fenced(claim)},
                     {"gold", numbered(gold)},
                     {"predicted", numbered(predicted)}};
  question.members = {"covered"};
  question.problem = [](const Json& object) {
    return problem_of(object, "covered", "number", is_number);
  };
  question.repeat = repeat;
  const auto answer = co_await judge.ask(std::move(question));
  if (!answer) co_return std::nullopt;
  std::set<std::size_t> covered;
  for (const auto& item : answer->at("covered"))
    if (const auto number = number_of(item, gold.size())) covered.insert(*number);
  co_return share(covered.size(), gold.size());
}

awaitable<std::optional<double>> evid_eval(Judge& judge, std::string claim,
                                           std::vector<EvidenceItem> gold,
                                           std::vector<EvidenceItem> predicted, int repeat) {
  if (predicted.empty()) co_return 0.0;
  Judge::Question question;
  question.prompt = "evidence";
  question.values = {{"claim", prompted::fenced(claim)},
                     {"gold", numbered(texts_of(gold))},
                     {"predicted", numbered(texts_of(predicted))}};
  question.members = {"supported"};
  question.problem = [](const Json& object) {
    return problem_of(object, "supported", "pair of \"reference\" and \"candidate\"", is_pair);
  };
  question.repeat = repeat;
  const auto answer = co_await judge.ask(std::move(question));
  if (!answer) co_return std::nullopt;
  std::size_t supported = 0;
  for (const auto& [reference, candidate] :
       supported_items(answer->at("supported"), gold.size(), predicted.size())) {
    const auto agree =
        co_await pictures_agree(judge, gold[reference], predicted[candidate], repeat);
    if (!agree) co_return std::nullopt;
    supported += *agree ? 1 : 0;
  }
  co_return share(supported, gold.size());
}

}  // namespace assay::eval
