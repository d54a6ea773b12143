#pragma once
#include <filesystem>
#include <vector>

#include "io/toml.h"
#include "models/api_key.h"
#include "web/browser/browser_options.h"
#include "web/fetch/fetcher.h"

namespace assay::cli {

// How pages of the web are fetched and judged: [web] of assay.toml.
struct WebConfig {
  web::FetchOptions fetch;
  web::BrowserOptions browser;
  bool keep_pages = true;                    // false: no cache of pages
  bool judge_sites = true;                   // a model is asked of sites that no list knows
  std::vector<std::filesystem::path> lists;  // of sites, over Assay's own (docs/sources.md)
};

// Takes what the table says; `folder` is that of the file. Throws InputError.
void read_web(const io::TomlTable& table, const std::filesystem::path& folder, WebConfig& config);

// And over it the environment: ASSAY_USER_AGENT, ASSAY_WEB_PROXY, ASSAY_WEB_CACHE (a folder, or
// `off`), ASSAY_BROWSER (a program, or `none`).
void read_web_environment(const models::Environment& environment, WebConfig& config);

}  // namespace assay::cli
