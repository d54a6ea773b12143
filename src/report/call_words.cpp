#include "report/call_words.h"

#include <fmt/format.h>

#include "report/words.h"

namespace assay::report {
namespace {

std::string number_of(double usd) {
  if (usd >= 100) return fmt::format("{:.2f}", usd);
  auto text = fmt::format("{:.4f}", usd);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::size_t answers(const CallSum& sum) { return sum.calls - sum.failed; }

}  // namespace

std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string dollars(double usd) {
  if (!(usd > 0)) return "0 USD";
  if (usd < 0.0001) return "under 0.0001 USD";
  return number_of(usd) + " USD";
}

std::string cost_cell(const CallSum& sum) {
  if (answers(sum) == 0) return "–";
  if (sum.unpriced >= answers(sum)) return "not known";
  if (sum.unpriced > 0) return "over " + number_of(sum.cost);
  if (sum.cost > 0 && sum.cost < 0.0001) return "under 0.0001";
  return number_of(sum.cost);
}

std::string cost_words(const CallSum& sum) {
  if (answers(sum) > 0 && sum.unpriced >= answers(sum)) return "cost not known";
  std::string notes;
  if (sum.unpriced > 0) notes = "the price of " + counted(sum.unpriced, "answer") + " is not known";
  if (sum.paid_before > 0)
    notes += std::string(notes.empty() ? "" : "; ") +
             (sum.paid_before >= sum.cost ? std::string("all") : dollars(sum.paid_before)) +
             " of it paid before";
  return (sum.unpriced > 0 ? "at least " : "") + dollars(sum.cost) +
         (notes.empty() ? "" : " (" + notes + ")");
}

std::string calls_line(const CallSum& sum) {
  std::string text = counted(sum.calls, "call");
  if (sum.from_cache > 0) text += fmt::format(" ({} from the cache)", sum.from_cache);
  text += ": " + grouped(sum.tokens_in) + " tokens in";
  if (sum.tokens_cached > 0) text += " (" + grouped(sum.tokens_cached) + " cached)";
  text += ", " + grouped(sum.tokens_out) + " out; " + cost_words(sum);
  return text + "; " + percent(sum.well_formed()) + " of the answers were well-formed";
}

std::string step_name(const CallView& call) {
  std::string text = call.stage;
  if (call.turn > 0 && call.index > 0)
    return text + fmt::format(" (turn {}, {})", call.turn, call.index + 1);
  if (call.turn > 0) text += fmt::format(" (turn {})", call.turn);
  return text;
}

std::string failure_of(const core::ModelCall& call) {
  if (!call.error.empty())
    return call.error_kind.empty() ? call.error : call.error_kind + ": " + call.error;
  if (call.form != core::Form::unusable) return "";
  return call.problem.empty() ? "nothing could be made of the answer" : call.problem;
}

}  // namespace assay::report
