#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The cell `evi` of AVeriTeC's newer form: question, two tabs, newline, answer, two tabs, newline,
// newline, repeated.
namespace assay::eval {

using EvidenceCell = std::vector<std::pair<std::string, std::string>>;  // question, answer

// A last question without an answer gives an empty one; blank pairs are passed over.
EvidenceCell read_evidence_cell(std::string_view cell);
// What would be read as the end of a text is changed: line ends before it are dropped, and two tabs
// before a newline inside it are a space.
std::string write_evidence_cell(const EvidenceCell& pairs);

}  // namespace assay::eval
