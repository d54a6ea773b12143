#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "assay/core/record.h"
#include "report/html.h"

namespace assay::cli {

// Thumbnails of kept pictures, for report::html(): read from `FOLDER/blobs` of the first folder
// that holds them, compared with their name, and decoded in a worker of `program` (the assay
// program). What can't be shown is said in the picture's `problem`; nothing is thrown.
report::HtmlOptions html_options(std::vector<std::filesystem::path> folders,
                                 std::filesystem::path program);

// The record's report as one HTML page, with its quotations compared with the kept texts and its
// pictures taken from the kept bytes in `folders`.
std::string html_report(const core::Record& record,
                        const std::vector<std::filesystem::path>& folders,
                        const std::filesystem::path& program);

}  // namespace assay::cli
