#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace assay::cli {

enum class ReportFormat { markdown, json };

// Renders a run: the folder of one check, which holds record.jsonl, or of a batch, which holds
// claims/FOLDER/record.jsonl. Of a batch, Markdown is an index that links each claim's report,
// relative to the folder, and JSON a list of the claims' reports, in the order of results.jsonl.
// What is rendered goes to `out` piece by piece, so that a large batch is never held in memory;
// notices go to `say`. Throws InputError where the folder is no run or a record is damaged.
void render_run(const std::filesystem::path& run, ReportFormat format,
                const std::function<void(std::string_view)>& out,
                const std::function<void(std::string_view)>& say);

}  // namespace assay::cli
