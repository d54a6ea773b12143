#include "cli/models_folder.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <system_error>

namespace assay::cli {

namespace fs = std::filesystem;

fs::path models_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
    return fs::path(data) / "assay" / "models";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".local" / "share" / "assay" / "models";
  return {};
}

std::optional<std::string> default_embedding() {
  const auto folder = models_folder();
  if (folder.empty()) return std::nullopt;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    auto name = entry->path().filename().string();
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    if (name == "all-minilm-l6-v2.gguf") return "llama:" + entry->path().string();
  }
  return std::nullopt;
}

}  // namespace assay::cli
