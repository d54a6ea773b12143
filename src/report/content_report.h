#pragma once
#include <optional>
#include <string>
#include <vector>

#include "assay/core/stage_results.h"
#include "report/view.h"

// The report of a text whose claims were checked one by one. Each claim has a report of its own.
namespace assay::report {

struct ContentRow {
  ReportView view;    // of the claim's check
  std::string link;   // to its report, relative to this one; empty: there is none
  std::string error;  // why it could not be checked; then the view holds the claim alone
};

struct ContentView {
  core::Claim content;                 // the text, with what is known of it
  std::optional<core::Origin> origin;  // of a page that was fetched
  core::Overall overall;
  std::vector<ContentRow> rows;
  std::vector<core::LeftOutClaim> left_out;
};

// One HTML page that needs nothing else: the overall verdict first, then each claim with verdict,
// justification and sources, then the text and what was left out. No text can become markup.
std::string html_content(const ContentView& view);
// The same as Markdown.
std::string markdown_content(const ContentView& view);

}  // namespace assay::report
