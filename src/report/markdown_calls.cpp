#include "report/markdown_calls.h"

#include <fmt/format.h>

#include <vector>

#include "report/call_words.h"
#include "report/markdown_escape.h"
#include "report/words.h"

namespace assay::report {
namespace {

constexpr std::size_t most_listed = 40;
constexpr std::size_t longest_message = 400;  // code points

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + markdown_text(name, 100);
  return text;
}

void add_row(std::string& out, const std::string& name, const std::string& others,
             const CallSum& sum) {
  out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name,
                     others, sum.calls, percent(sum.well_formed()), sum.repaired, sum.unusable,
                     sum.retries, grouped(sum.tokens_in), grouped(sum.tokens_cached),
                     grouped(sum.tokens_out), cost_cell(sum), duration(sum.seconds));
}

void add_table(std::string& out, std::string_view name, std::string_view others,
               const std::vector<CallGroup>& groups, const CallSum* all) {
  out += fmt::format(
      "| {} | {} | calls | well-formed | repaired | unusable | retries | tokens in | of these "
      "cached | tokens out | USD | time |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
      "---:|\n",
      name, others);
  for (const auto& group : groups)
    add_row(out, markdown_text(group.name, 100), joined(group.others), group.sum);
  if (all) add_row(out, "all", "", *all);
  out += '\n';
}

// One line for each call of which `tell` has something to say.
template <class Tell>
void add_list(std::string& out, std::string_view title, const std::vector<CallView>& calls,
              Tell tell) {
  std::size_t count = 0;
  for (const auto& call : calls) {
    const std::string words = tell(call.call);
    if (words.empty()) continue;
    if (count == 0) out += fmt::format("{}\n\n", title);
    if (++count > most_listed) continue;
    out += fmt::format("- {}: {}\n", markdown_text(step_name(call), 100),
                       markdown_text(words, longest_message));
  }
  if (count > most_listed)
    out += fmt::format("- and {} more; the record lists them\n", count - most_listed);
  if (count > 0) out += '\n';
}

std::string dropped_of(const core::ModelCall& call) {
  std::string text;
  for (const auto& what : call.dropped) text += (text.empty() ? "" : "; ") + what;
  return text;
}

}  // namespace

std::string markdown_calls(const CallsView& calls) {
  if (calls.calls.empty()) return "";
  std::string out = "\n## What the models did\n\n" + calls_line(calls.all) + ".\n\n";
  add_table(out, "stage", "model", calls.stages, calls.stages.size() > 1 ? &calls.all : nullptr);
  if (calls.models.size() > 1) add_table(out, "model", "stages", calls.models, nullptr);
  add_list(out, "Without a usable answer:", calls.calls, failure_of);
  add_list(out, "Left out of a prompt, since the window had no room:", calls.calls, dropped_of);
  out += "The record holds every call: its answer, its parameters, and its prompt.\n";
  return out;
}

}  // namespace assay::report
