#include "cli/summary.h"

#include <fmt/format.h>

#include "io/files.h"
#include "report/display_text.h"
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

}  // namespace

std::string check_summary(const report::ReportView& view, const std::filesystem::path& report) {
  std::string text;
  if (view.judgement)
    text += fmt::format("Verdict: {} (confidence {})\n\n", report::one_line(view.judgement->label),
                        report::percent(view.judgement->confidence));
  text += report::one_line(view.justification) + "\n";
  if (!view.evidence.empty()) text += "\nEvidence:\n";
  for (const auto& card : view.evidence) text += evidence_line(card);
  if (!view.model_statement.empty()) text += "\n" + view.model_statement + "\n";
  return text + "\nReport: " + io::shown(report) + "\n";
}

std::string batch_summary(const BatchResult& result) {
  std::string text = fmt::format("{} claims checked, {} failed\n", result.completed, result.failed);
  for (const auto& line : result.lines) {
    text += fmt::format("  {}: {}\n", report::one_line(line.id), report::one_line(line.outcome));
    if (!line.report.empty()) text += fmt::format("    report: {}\n", io::shown(line.report));
  }
  return text + "Results: " + io::shown(result.results) + "\n";
}

}  // namespace assay::cli
