#include "web/browser/find_browser.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "io/files.h"
#include "web/browser/browser_options.h"

namespace assay::web {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

// The program of that name in a folder of PATH; empty where there is none.
fs::path in_path(const std::string& name) {
  const char* set = std::getenv("PATH");
  std::string_view folders = set == nullptr ? "/usr/local/bin:/usr/bin:/bin" : set;
  while (!folders.empty()) {
    const auto end = std::min(folders.find(':'), folders.size());
    const fs::path folder(folders.substr(0, end));
    if (folder.is_absolute() && is_program(folder / name)) return folder / name;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return {};
}

}  // namespace

fs::path find_browser(const std::string& wanted) {
  if (wanted == "none") throw BrowserUnavailable("the browser is switched off (browser = none)");
  if (wanted.find('/') != std::string::npos) {
    if (is_program(wanted)) return fs::absolute(wanted);
    throw BrowserUnavailable("the browser '" + io::shown(wanted) + "' is no program");
  }
  if (!wanted.empty()) {
    if (auto found = in_path(wanted); !found.empty()) return found;
    throw BrowserUnavailable("no browser '" + io::shown(wanted) + "' in PATH");
  }
  static constexpr std::array names{"chromium", "chromium-browser", "google-chrome",
                                    "google-chrome-stable"};
  for (const char* name : names)
    if (auto found = in_path(name); !found.empty()) return found;
  throw BrowserUnavailable("Chromium is not installed (Debian: apt install chromium)");
}

}  // namespace assay::web
