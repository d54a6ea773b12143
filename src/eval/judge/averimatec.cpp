#include "eval/judge/averimatec.h"

#include <map>
#include <set>
#include <utility>

#include "reasoning/prompted/fence.h"

namespace assay::eval {
namespace {

using boost::asio::awaitable;
using core::Json;
namespace prompted = reasoning::prompted;

constexpr std::size_t most_pictures = 4;  // of an item that are shown

// A number from 1 to `most`; nothing for anything else.
std::optional<std::size_t> number_of(const Json& json, std::size_t most) {
  if (!json.is_number_integer()) return std::nullopt;
  const auto value = json.get<std::int64_t>();
  if (value < 1 || static_cast<std::uint64_t>(value) > most) return std::nullopt;
  return static_cast<std::size_t>(value);
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
  if (!list.is_array()) return pairs;
  for (const auto& item : list) {
    if (!item.is_object() || !item.contains("reference") || !item.contains("candidate")) continue;
    const auto reference = number_of(item.at("reference"), gold);
    const auto candidate = number_of(item.at("candidate"), predicted);
    if (reference && candidate) pairs.emplace(*reference - 1, *candidate - 1);
  }
  return pairs;
}

void add_pictures(const EvidenceItem& item, std::vector<models::ImagePart>& pictures) {
  for (std::size_t i = 0; i < std::min(item.pictures.size(), most_pictures); ++i)
    pictures.push_back(item.pictures[i]);
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
  question.repeat = repeat;
  const auto answer = co_await judge.ask(std::move(question));
  if (!answer || !answer->at("rating").is_number()) co_return std::nullopt;
  co_return answer->at("rating").get<double>() >= agreeing_pictures;
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
  question.repeat = repeat;
  const auto answer = co_await judge.ask(std::move(question));
  if (!answer || !answer->at("covered").is_array()) co_return std::nullopt;
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
