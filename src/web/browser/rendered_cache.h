#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "web/browser/renderer.h"
#include "web/fetch/page_cache.h"

namespace assay::web {

// Rendered pages as they were taken, kept across runs in the cache of pages: the document, its
// picture and the requests that led to it, under the address that was asked for. Like that cache it
// never stops anybody.
class RenderedCache {
 public:
  // Empty: keeps and finds nothing.
  explicit RenderedCache(const std::filesystem::path& folder) : pages_(folder) {}

  // The page as it was last kept, whole; nothing where a part of it is missing or of another time.
  std::optional<RenderedPage> find(const std::string& url) const;
  void store(const std::string& url, const RenderedPage& page) const;

 private:
  PageCache pages_;
};

}  // namespace assay::web
