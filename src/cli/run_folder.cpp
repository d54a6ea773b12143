#include "cli/run_folder.h"

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

std::vector<std::filesystem::path> folders_of_blobs(const std::filesystem::path& folder) {
  return {folder, folder / ".." / ".."};
}

}  // namespace assay::cli
