#include "cli/eval_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "language/beginning.h"
#include "report/view.h"
#include "tools/help.h"

namespace assay::cli {
namespace {

constexpr std::size_t most_pairs = 20;
constexpr std::size_t longest_text = 20'000;  // bytes of a pair's text

std::string quoted(const core::Evidence& item) {
  std::string text;
  for (const auto& quotation : item.quotations) text += (text.empty() ? "" : " ") + quotation.text;
  return std::string(language::beginning(text, longest_text));
}

// What was searched for when the item was found; the claim, where it came with that.
std::string question_of(const core::Record& record, const core::Evidence& item) {
  const auto& results = record.tool_results();
  if (item.action >= results.size()) return record.claim().text.plain();
  const auto& action = results[item.action].action;
  const bool asked = action.tool != tools::given_evidence && !action.arguments.empty();
  return asked ? action.arguments.front() : record.claim().text.plain();
}

// Are the takeaways a model's words? The built-in stage tells in them how it chose its quotations.
bool summed_up_by_a_model(const core::Record& record) {
  for (const auto& entry : record.entries())
    if (entry.type == core::EntryType::summary && entry.step)
      return entry.step->model != "embedded";
  return false;
}

eval::PredictedPair pair_of(const core::Record& record, const core::Evidence& item,
                            bool takeaways) {
  eval::PredictedPair pair;
  pair.question = question_of(record, item);
  pair.text = quoted(item);
  const bool own_words = takeaways || pair.text.empty();
  pair.answer = own_words && !item.takeaways.empty() ? item.takeaways : pair.text;
  pair.url = item.source.url.empty() ? item.source.document : item.source.url;
  return pair;
}

std::vector<eval::PredictedPair> pairs_of(const report::ReportView& view,
                                          const core::Record& record) {
  const bool takeaways = summed_up_by_a_model(record);
  std::vector<eval::PredictedPair> pairs;
  for (const bool cited : {true, false})
    for (const auto& card : view.evidence)
      if (card.cited == cited && pairs.size() < most_pairs)
        pairs.push_back(pair_of(record, card.evidence, takeaways));
  return pairs;
}

// Did a model judge whose answer could not be read?
const core::ModelCall* unread_answer(const core::Record& record) {
  const core::Entry* judged = nullptr;
  for (const auto& entry : record.entries())
    if (entry.type == core::EntryType::judgement) judged = &entry;
  if (judged == nullptr || judged->calls.empty()) return nullptr;
  const auto& last = judged->calls.back();
  return last.form == core::Form::unusable ? &last : nullptr;
}

void set_label(const core::Record& record, const core::LabelSpace& labels,
               eval::Prediction& prediction) {
  if (record.judgements().empty()) return;
  const auto& judgement = record.judgements().back();
  prediction.given = judgement.label;
  prediction.confidence = judgement.confidence;
  if (const auto* unread = unread_answer(record)) {
    prediction.malformed = true;
    prediction.given = std::string(language::beginning(unread->answer, 200));
    prediction.confidence.reset();
  } else if (labels.find(judgement.label) != nullptr) {
    prediction.label = judgement.label;
  } else {
    prediction.malformed = true;
  }
}

eval::Effort effort_of(const report::ReportView& view, const core::Record& record) {
  eval::Effort effort;
  effort.seconds = view.seconds;
  effort.turns = record.judgements().size();
  const auto& calls = view.calls.all;
  effort.calls = calls.calls;
  effort.well_formed = calls.exact;
  effort.tokens_in = calls.tokens_in;
  effort.tokens_out = calls.tokens_out;
  effort.model_cost = calls.known_cost();
  for (const auto& result : record.tool_results()) {
    if (result.action.tool == tools::given_evidence) continue;
    ++effort.searches;
    effort.search_cost += result.effort.cost.value_or(0);
  }
  return effort;
}

}  // namespace

eval::ClaimRun claim_run_of(const core::Record& record, const core::LabelSpace& labels) {
  const auto view = report::view(record);
  eval::ClaimRun run;
  run.id = record.claim().id;
  run.prediction.id = run.id;
  set_label(record, labels, run.prediction);
  run.prediction.justification = view.justification;
  run.prediction.pairs = pairs_of(view, record);
  run.effort = effort_of(view, record);
  return run;
}

}  // namespace assay::cli
