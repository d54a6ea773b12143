#pragma once
#include <filesystem>
#include <string>

#include "cli/batch_result.h"
#include "report/view.h"

namespace assay::cli {

// What `assay check` prints for a person: verdict, limits that were reached, a line on the models
// and their cost, justification, evidence in a line each, and where the report lies. No text of the
// claim or of a source can move the cursor or colour the terminal.
std::string check_summary(const report::ReportView& view, const std::filesystem::path& report);

// What it prints for a batch: the counts, what the models used in all, and where the results lie.
std::string batch_summary(const BatchResult& result);

}  // namespace assay::cli
