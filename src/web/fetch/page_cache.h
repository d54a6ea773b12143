#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "web/fetch/exchange.h"

namespace assay::web {

// Answers of the web as they were when they were last asked for, kept across runs: a file each,
// named by the address. Any number of processes may use one folder. It never stops anybody: what
// can't be read is not there, and what can't be written is not kept.
class PageCache {
 public:
  // Makes the folder with the first page. Empty: keeps and finds nothing.
  explicit PageCache(std::filesystem::path folder = {}) : folder_(std::move(folder)) {}

  // The last answer of that address, marked as `cached`.
  std::optional<Exchange> find(const std::string& url) const;
  void store(const Exchange& exchange) const;

 private:
  std::filesystem::path path(const std::string& url) const;
  std::filesystem::path folder_;
};

// Do its headers forbid to use it again without asking (Cache-Control: no-store)? It is kept all
// the same: what a check rested on has to be there when it is run again without the web.
bool must_be_asked_again(const Exchange& exchange);

// ${XDG_CACHE_HOME:-~/.cache}/assay/pages; empty where neither is set.
std::filesystem::path default_page_cache();

}  // namespace assay::web
