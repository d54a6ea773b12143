#include "cli/eval_standing.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/call_words.h"
#include "report/columns.h"
#include "report/display_text.h"

namespace assay::cli {
namespace {

constexpr std::size_t widest_label = 36;

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// In one line, cut or filled up to the width of the column.
std::string cell(const std::string& label) {
  auto text = report::fitted(report::one_line(label, widest_label), widest_label);
  text.append(widest_label - std::min(widest_label, report::columns(text)), ' ');
  return text;
}

}  // namespace

void Standing::add(const eval::Instance& instance, const eval::ClaimRun& run) {
  ++claims_;
  if (run.failed()) ++failed_;
  cost_known_ = cost_known_ && (run.failed() || run.effort.model_cost.has_value());
  cost_ += run.effort.model_cost.value_or(0) + run.effort.search_cost;
  if (!run.prediction.label.empty()) ++labels_[run.prediction.label].predicted;
  if (instance.label.empty()) return;
  ++judged_;
  auto& count = labels_[instance.label];
  ++count.gold;
  if (run.prediction.label != instance.label) return;
  ++count.right;
  ++right_;
}

std::string Standing::line() const {
  std::string text;
  if (judged_ > 0) text = fmt::format("accuracy {:.1f} % of {}", share(right_, judged_), judged_);
  if (failed_ > 0) text += fmt::format("{}{} failed", text.empty() ? "" : ", ", failed_);
  if (cost_ > 0)
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", cost_known_ ? "" : "at least ",
                        report::dollars(cost_));
  return text;
}

std::vector<std::string> Standing::table() const {
  std::vector<std::string> lines;
  lines.push_back(cell("label") + "  claims  right  given");
  for (const auto& [label, count] : labels_)
    lines.push_back(fmt::format("{}  {:>6}  {:>5}  {:>5}", cell(label), count.gold, count.right,
                                count.predicted));
  return lines;
}

}  // namespace assay::cli
