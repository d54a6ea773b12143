#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace assay::reasoning::extractive {

// The parts of a compound claim that can be right or wrong by themselves, in their order: its
// sentences, and clauses joined by a semicolon or by words like `and`, `but`, `while`. A claim that
// is not compound is one part, itself. Parts too short to be checked stay with the one before.
// `language`: ISO 639-1. At most 8; what is behind the eighth stays with it.
std::vector<std::string> claim_parts(std::string_view claim, std::string_view language);

}  // namespace assay::reasoning::extractive
