#pragma once
#include <filesystem>
#include <string>

namespace assay::web {

// The program to render pages with: `wanted` as BrowserOptions::program has it. Throws
// BrowserUnavailable where there is none.
std::filesystem::path find_browser(const std::string& wanted);

}  // namespace assay::web
