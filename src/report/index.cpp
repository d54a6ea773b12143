#include "report/index.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "report/call_words.h"
#include "report/markdown_escape.h"
#include "report/words.h"

namespace assay::report {
namespace {

constexpr std::size_t longest_claim = 200;

std::string counts(const std::vector<IndexRow>& rows) {
  using core::Verdict;
  std::string text;
  const auto add = [&](std::size_t count, std::string_view name) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  };
  for (const auto verdict :
       {Verdict::supported, Verdict::refuted, Verdict::conflicting, Verdict::not_enough_evidence}) {
    std::size_t count = 0;
    for (const auto& row : rows) count += row.verdict == verdict;
    add(count, core::to_string(verdict));
  }
  std::size_t without = 0;
  for (const auto& row : rows) without += !row.verdict;
  add(without, "without a verdict");
  return text;
}

std::string outcome(const IndexRow& row) {
  if (!row.verdict)
    return row.error.empty() ? "not finished"
                             : "failed: " + markdown_text(row.error, longest_claim);
  const auto verdict = core::to_string(*row.verdict);
  std::string text(verdict);
  if (row.label != verdict && !row.label.empty()) text += " (" + markdown_text(row.label) + ")";
  return text;
}

// The cells of a row that tell of the models.
std::string usage(const CallSum& sum) {
  return fmt::format(" {} | {} | {} |", grouped(sum.tokens_in), grouped(sum.tokens_out),
                     cost_cell(sum));
}

}  // namespace

std::string link_target(const std::string& path) {
  std::string target;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '/' || c == '.' || c == '-' || c == '_')
      target += c;
    else
      target += fmt::format("%{:02X}", byte);
  }
  return target;
}

IndexRow index_row(const ReportView& view, std::string link) {
  IndexRow row;
  row.claim_id = view.claim.id;
  row.claim = view.claim.text.to_string();
  row.link = std::move(link);
  row.calls = view.calls.all;
  if (!view.judgement || !view.complete) return row;
  row.verdict = view.judgement->verdict;
  row.label = view.judgement->label;
  row.confidence = view.judgement->confidence;
  return row;
}

CallSum calls_of(const std::vector<IndexRow>& rows) {
  CallSum sum;
  for (const auto& row : rows) sum.add(row.calls);
  return sum;
}

std::string markdown_index(const std::vector<IndexRow>& rows) {
  const auto sum = calls_of(rows);
  const bool models = sum.calls > 0;
  std::string out = fmt::format("# {}: {}\n\n", counted(rows.size(), "claim"), counts(rows));
  if (models) out += calls_line(sum) + ".\n\n";
  out += models ? "| id | verdict | confidence | tokens in | tokens out | USD | claim | report |\n"
                  "|---|---|---:|---:|---:|---:|---|---|\n"
                : "| id | verdict | confidence | claim | report |\n|---|---|---:|---|---|\n";
  for (const auto& row : rows)
    out +=
        fmt::format("| {} | {} | {} |{} {} | {} |\n", markdown_text(row.claim_id, 100),
                    outcome(row), row.verdict ? percent(row.confidence) : "",
                    models ? usage(row.calls) : "", markdown_text(row.claim, longest_claim),
                    row.link.empty() ? "" : fmt::format("[report](<{}>)", link_target(row.link)));
  return out;
}

}  // namespace assay::report
