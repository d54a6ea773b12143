#include "report/terminal.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "io/files.h"
#include "report/columns.h"
#include "report/display_text.h"
#include "report/view.h"
#include "report/words.h"

namespace assay::report {
namespace {

using core::Json;

constexpr std::size_t width = 88;

void add_wrapped(std::string& out, std::string_view text, const std::string& first,
                 const std::string& rest) {
  const std::string* indent = &first;
  for (const auto& line : wrapped(one_line(text), width - rest.size())) {
    out += *indent + isolated(line) + "\n";
    indent = &rest;
  }
}

std::string headline(const ReportView& view) {
  if (!view.judgement) return "No verdict yet: the check is not finished.";
  const auto verdict = core::to_string(view.judgement->verdict);
  std::string line =
      fmt::format("{} ({} confidence)", capitalized(verdict), percent(view.judgement->confidence));
  if (view.judgement->label != verdict) line += ", label: " + one_line(view.judgement->label);
  return line;
}

void add_evidence(std::string& out, const EvidenceCard& card) {
  const auto& source = card.evidence.source;
  const std::string name = !source.title.empty() ? source.title : source.document;
  out += fmt::format("\n  {} {} the claim: {} ({})\n", one_line(card.evidence.id),
                     core::to_string(card.stance), isolated(one_line(name, 120)),
                     source.published ? source.published->to_string() : "no date known");
  const auto& url = source.url.empty() ? source.document : source.url;
  if (!url.empty() && url != name) out += "     " + one_line(url, 300) + "\n";
  for (const auto& quotation : card.quotations)
    add_wrapped(out, "“" + quotation.quotation.text + "”", "     ", "     ");
}

}  // namespace

std::string terminal(const core::Record& record, const std::filesystem::path& report) {
  const auto view = report::view(record);
  std::string out = headline(view) + "\n\n";
  add_wrapped(out, view.justification, "", "");
  for (const auto& card : view.evidence)
    if (card.cited) add_evidence(out, card);
  out += '\n';
  add_wrapped(out, view.model_statement, "", "");
  out += fmt::format("Report: {} ({})\n", io::shown(report), duration(view.seconds));
  return out;
}

std::string batch_terminal(const std::filesystem::path& results, std::size_t completed,
                           std::size_t failed) {
  std::map<std::string, std::size_t> labels;
  std::ifstream in(results);
  for (std::string line; std::getline(in, line);) {
    const Json object = Json::parse(line, nullptr, false);
    if (!object.is_object()) continue;
    const auto label = object.find("label");
    if (label != object.end() && label->is_string()) ++labels[label->get<std::string>()];
  }
  std::string out = counted(completed, "claim") + " checked";
  if (failed > 0) out += fmt::format(", {} failed", failed);
  out += '\n';
  for (const auto& [label, count] : labels)
    out += fmt::format("  {:>6}  {}\n", count, one_line(label));
  return out + "Results: " + io::shown(results) + "\n";
}

}  // namespace assay::report
