#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace assay::cli {

enum class ReportFormat { markdown, json, html };

struct RenderOptions {
  // The assay program, whose workers decode the pictures of HTML reports.
  std::filesystem::path program;
  // The folder that what is rendered will lie in, for the links of a batch's index. Empty: the
  // run's folder.
  std::filesystem::path place = {};
};

// Renders a run: the folder of one check, which holds record.jsonl, or of a batch, which holds
// claims/FOLDER/record.jsonl. Of a batch, Markdown and HTML are an index that links each claim's
// report, and JSON a list of the claims' reports, in the order of results.jsonl. For the HTML index
// claims/FOLDER/report.html is written where it is missing or older than its record.
//
// What is rendered goes to `out` piece by piece, so that a large batch is never held in memory;
// notices go to `say`. Throws InputError where the folder is no run or a record is damaged.
void render_run(const std::filesystem::path& run, ReportFormat format,
                const std::function<void(std::string_view)>& out,
                const std::function<void(std::string_view)>& say,
                const RenderOptions& options = {});

}  // namespace assay::cli
