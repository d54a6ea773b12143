#include "cli/summary.h"

#include <fmt/format.h>

#include "io/files.h"
#include "report/call_words.h"
#include "report/display_text.h"
#include "report/prose_text.h"
#include "report/words.h"

namespace assay::cli {
namespace {

std::string date_of(const core::Source& source) {
  return source.published ? source.published->to_string() : "no date known";
}

std::string evidence_line(const report::EvidenceCard& card) {
  const auto& source = card.evidence.source;
  const auto& where = source.url.empty() ? source.document : source.url;
  return fmt::format("  {:<4} {:<11} {} ({}) {}\n", card.evidence.id, core::to_string(card.stance),
                     report::one_line(source.title), date_of(source), report::one_line(where));
}

// Which models, how often, how much of it was well-formed, what it cost.
std::string models_line(const report::ReportView& view) {
  const auto& calls = view.calls;
  if (calls.all.calls == 0) return "";
  std::string models;
  for (const auto& group : calls.models)
    models += (models.empty() ? "" : ", ") + report::one_line(group.name, 200);
  return models + " · " + report::calls_line(calls.all) + "\n";
}

// What a reader must know before the verdict is believed.
std::string notices(const report::ReportView& view) {
  std::string text;
  if (view.without_evidence) text += std::string(report::made_without_evidence) + "\n";
  for (const auto& limit : view.limits)
    text += report::capitalized(report::one_line(limit)) + ".\n";
  return text;
}

std::string verdict_lines(const report::ReportView& view) {
  std::string text;
  if (view.judgement)
    text += fmt::format("Verdict: {} (confidence {})\n", report::one_line(view.judgement->label),
                        report::percent(view.judgement->confidence));
  text += notices(view) + models_line(view);
  return text.empty() ? text : text + "\n";
}

}  // namespace

std::string check_summary(const report::ReportView& view, const std::filesystem::path& report) {
  std::string text = verdict_lines(view);
  text += report::prose_as_text(view.justification_prose, view) + "\n";
  if (!view.evidence.empty()) text += "\nEvidence:\n";
  for (const auto& card : view.evidence) text += evidence_line(card);
  if (!view.model_statement.empty() && view.calls.all.calls == 0)
    text += "\n" + report::one_line(view.model_statement) + "\n";
  return text + "\nReport: " + io::shown(report) + "\n";
}

std::string batch_summary(const BatchResult& result) {
  std::string text = fmt::format("{} claims checked, {} failed\n", result.completed, result.failed);
  if (result.calls.calls > 0) text += report::calls_line(result.calls) + "\n";
  for (const auto& line : result.lines) {
    text += fmt::format("  {}: {}\n", report::one_line(line.id), report::one_line(line.outcome));
    if (!line.report.empty()) text += fmt::format("    report: {}\n", io::shown(line.report));
  }
  return text + "Results: " + io::shown(result.results) + "\n";
}

}  // namespace assay::cli
