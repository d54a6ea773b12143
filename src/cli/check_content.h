#pragma once
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/batch.h"
#include "cli/checker.h"
#include "cli/progress.h"
#include "io/clock.h"
#include "reasoning/inputs.h"

namespace assay::cli {

struct ContentTask {
  std::filesystem::path file;            // the text
  std::vector<std::string> image_files;  // its pictures
  std::optional<core::Date> date;
  std::string author;
  std::string url;
  BatchOptions batch;  // `out` is the folder of it all
};

struct ContentResult {
  core::Json object;  // {content, verdict, confidence, reason, claims, left_out, record, report}
  std::filesystem::path report;
};

// Takes the claims out of a text and checks them, all at once, each with its own record and report
// under OUT/claims; the text has one report with an overall verdict. Run again, it continues where
// it stopped. Throws UsageError where no language model takes claims out, and InputError where a
// claim could not be checked.
ContentResult check_content(const Checker& checker, ContentTask task, boost::asio::io_context& loop,
                            const io::Clock& clock, Progress& progress);

// Checks the claims that a text's or page's record holds, as those of `batch`, and completes the
// record and the reports beside it. `name`: of the text, for the result. Throws InputError where a
// claim could not be checked.
ContentResult check_claims(const Checker& checker, io::RecordFile& record,
                           const core::ContentClaims& claims, std::vector<BatchClaim> batch,
                           const BatchOptions& options, const std::string& name,
                           boost::asio::io_context& loop, Progress& progress);

// What `assay check --content`, and `--url` without a claim, print for a person.
std::string content_summary(const ContentResult& result);

}  // namespace assay::cli
