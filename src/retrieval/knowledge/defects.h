#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "retrieval/documents/folder.h"

namespace assay::retrieval {

// What a benchmark's knowledge store has wrong. Nothing of it ends a build.
struct Defects {
  std::uint64_t broken_lines = 0;    // no JSON object in UTF-8, or too long: left out
  std::uint64_t wrong_types = 0;     // lines with a field of the wrong type, which is as if absent
  std::uint64_t empty_texts = 0;     // documents without text: kept where they have an address
  std::uint64_t repeated_urls = 0;   // lines whose address an earlier one of the claim has: those
                                     // that also say the same are left out
  std::uint64_t unknown_claims = 0;  // lines and files of another claim than their file's, or of
                                     // one that --claims does not list: left out
  std::uint64_t unreadable = 0;      // files, archives' entries and pictures that can't be read
  std::uint64_t other_files = 0;     // of kinds that the format does not have
  std::vector<Problem> problems;     // the first of all these

  void note(std::string where, std::string reason);
  Defects& operator+=(const Defects& more);
  friend bool operator==(const Defects& a, const Defects& b);
};
inline constexpr std::size_t most_noted_defects = 20;

// The counts; `problems` too.
core::Json to_json(const Defects& defects);
// What is missing counts as nothing.
Defects defects_of(const core::Json& json);

// For people: a line for each of the first problems, then the counts; none where nothing is wrong.
std::vector<std::string> defect_lines(const Defects& defects);

}  // namespace assay::retrieval
