#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

// The default folder of a run: assay-runs/SLUG-HASH under the current folder, the same for the same
// work, so that a rerun of a command finds what it made before.
std::filesystem::path default_run_folder(std::string_view slug_from, std::string_view identity);

// A folder name for a claim's id: its harmless characters, with a part of its hash where that is
// not the id itself. Different ids give different names.
std::string folder_name(std::string_view id);

// The reports that check() writes into a claim's folder: Markdown, and the page where it is wanted.
std::filesystem::path report_path(const std::filesystem::path& folder);
std::filesystem::path html_report_path(const std::filesystem::path& folder);
// The WARC file of what a check fetched from the web.
std::filesystem::path archive_path(const std::filesystem::path& folder);

// Where the blobs of a check may lie: in its own folder, or beside the claims of its batch.
std::vector<std::filesystem::path> folders_of_blobs(const std::filesystem::path& folder);
// The folder of its blobs: the first of those that is there, else where the last would be.
std::filesystem::path blobs_of(const std::filesystem::path& folder);

// The names of the folders under a batch's `claims` that hold a record, sorted. Throws InputError
// where `claims` can't be read.
std::vector<std::string> claim_folders(const std::filesystem::path& claims);

}  // namespace assay::cli
