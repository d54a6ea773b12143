#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "assay/core/json.h"
#include "assay/core/record.h"
#include "assay/core/stage_results.h"
#include "report/content_report.h"

// The folder of a text or page whose claims were checked: its own record, and one for each claim
// under claims/.
namespace assay::cli {

// The claims that a text's record holds; nothing where it is none of a text.
std::optional<core::ContentClaims> content_claims(const core::Record& record);

// What came of each claim, from its record. `errors`: why a claim could not be checked, by its id.
report::ContentView content_view(const std::filesystem::path& folder, const core::Record& record,
                                 const core::ContentClaims& claims,
                                 const std::map<std::string, std::string>& errors = {});

// {content, page, verdict, confidence, reason, claims, left_out, record, report}; `page` only of a
// page that was fetched: {url, title, author, published, images}.
core::Json content_object(const report::ContentView& view, const std::string& content,
                          const std::filesystem::path& folder);

}  // namespace assay::cli
