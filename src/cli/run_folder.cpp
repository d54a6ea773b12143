#include "cli/run_folder.h"

#include <algorithm>
#include <system_error>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"

namespace assay::cli {
namespace {

constexpr std::size_t longest_name = 60;

// Letters, digits, '.', '_' and '-'; anything else becomes one '-'. Bytes of other scripts go.
std::string harmless(std::string_view text, std::size_t most) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-' || (c == '.' && !name.empty());
    if (plain)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
    if (name.size() >= most) break;
  }
  while (!name.empty() && (name.back() == '-' || name.back() == '.')) name.pop_back();
  return name;
}

}  // namespace

std::filesystem::path default_run_folder(std::string_view slug_from, std::string_view identity) {
  auto slug = harmless(slug_from, 40);
  if (!slug.empty()) slug += '-';
  return std::filesystem::path("assay-runs") / (slug + io::sha256(identity).substr(0, 8));
}

std::string folder_name(std::string_view id) {
  auto name = harmless(id, longest_name);
  // Case must not decide: some file systems don't tell it apart.
  const bool lower = name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos;
  if (name == id && lower) return name;
  if (!name.empty()) name += '-';
  return name + io::sha256(id).substr(0, 12);
}

std::filesystem::path report_path(const std::filesystem::path& folder) {
  return folder / "report.md";
}

std::filesystem::path archive_path(const std::filesystem::path& folder) {
  return folder / "pages.warc.gz";
}

std::filesystem::path html_report_path(const std::filesystem::path& folder) {
  return folder / "report.html";
}

std::vector<std::filesystem::path> folders_of_blobs(const std::filesystem::path& folder) {
  return {folder, folder / ".." / ".."};
}

std::filesystem::path blobs_of(const std::filesystem::path& folder) {
  std::filesystem::path blobs;
  for (const auto& place : folders_of_blobs(folder)) {
    blobs = place / "blobs";
    std::error_code ignored;
    if (std::filesystem::is_directory(blobs, ignored)) break;
  }
  return blobs;
}

std::vector<std::string> claim_folders(const std::filesystem::path& claims) {
  namespace fs = std::filesystem;
  std::vector<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator it(claims, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (fs::is_regular_file(it->path() / "record.jsonl", ignored))
      folders.push_back(it->path().filename().string());
  }
  if (error) throw core::InputError("cannot read '" + io::shown(claims) + "': " + error.message());
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace assay::cli
