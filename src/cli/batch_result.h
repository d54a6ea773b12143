#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "report/calls.h"

namespace assay::cli {

// A claim's outcome, for people.
struct BatchLine {
  std::string id;
  std::string outcome;           // the label and its confidence, or why the check failed
  std::filesystem::path report;  // empty where it failed
};

struct BatchResult {
  std::size_t completed = 0;
  std::size_t failed = 0;
  report::CallSum calls;          // of models, in the checks that were completed
  std::filesystem::path results;  // results.jsonl
  std::vector<BatchLine> lines;  // in the order of the input; of a long batch the failed ones alone
};

}  // namespace assay::cli
