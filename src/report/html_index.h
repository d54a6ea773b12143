#pragma once
#include <string>
#include <vector>

#include "report/index.h"

namespace assay::report {

// The index of a batch as one HTML page that needs nothing else: how many claims came to which
// verdict, and a table of the claims with links to their reports and, where models were called,
// what they used and cost. Filters by verdict work without script; a few lines of it, which the
// page's policy allows by their hash, add a search of the claims' text and the sorting by a column.
// Without script everything is shown.
std::string html_index(const std::vector<IndexRow>& rows);

}  // namespace assay::report
