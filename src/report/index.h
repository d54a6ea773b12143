#pragma once
#include <optional>
#include <string>
#include <vector>

#include "assay/core/verdict.h"
#include "report/view.h"

// The page that leads to the reports of a batch.
namespace assay::report {

struct IndexRow {
  std::string claim_id;
  std::string claim;
  std::optional<core::Verdict> verdict;  // nothing: the check failed or is not finished
  std::string label;
  double confidence = 0;
  std::string link;    // to the report, relative to the index; empty: there is none
  std::string error;   // why there is no verdict, where known
  CallSum calls = {};  // of models; none: the index shows no columns for them
};

// What the models used in all rows.
CallSum calls_of(const std::vector<IndexRow>& rows);

IndexRow index_row(const ReportView& view, std::string link);

// A relative path as the target of a link: every byte with a meaning in a URL, in Markdown or in
// HTML percent-encoded.
std::string link_target(const std::string& path);

// How many claims came to which verdict, then a line for each with a link to its report, and what
// the models used where any was called.
std::string markdown_index(const std::vector<IndexRow>& rows);

}  // namespace assay::report
