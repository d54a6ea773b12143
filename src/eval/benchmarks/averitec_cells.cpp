#include "eval/benchmarks/averitec_cells.h"

#include <algorithm>

#include "language/lines.h"

namespace assay::eval {
namespace {

constexpr std::string_view separator = "\t\t\n";

std::string take_text(std::string_view& rest) {
  const auto end = rest.find(separator);
  std::string text(rest.substr(0, end));
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + separator.size());
  return text;
}

std::string written(std::string_view text) {
  std::string out(text.substr(std::min(text.find_first_not_of("\r\n"), text.size())));
  for (auto at = out.find(separator); at != std::string::npos; at = out.find(separator, at))
    out.replace(at, separator.size(), " ");
  return out;
}

}  // namespace

EvidenceCell read_evidence_cell(std::string_view cell) {
  EvidenceCell pairs;
  while (!cell.empty()) {
    auto question = take_text(cell);
    auto answer = take_text(cell);
    if (cell.starts_with('\n')) cell.remove_prefix(1);
    if (language::is_blank(question) && language::is_blank(answer)) continue;
    pairs.emplace_back(std::move(question), std::move(answer));
  }
  return pairs;
}

std::string write_evidence_cell(const EvidenceCell& pairs) {
  std::string cell;
  for (const auto& [question, answer] : pairs)
    cell.append(written(question))
        .append(separator)
        .append(written(answer))
        .append(separator)
        .append("\n");
  return cell;
}

}  // namespace assay::eval
