#include "report/kept_text.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "io/blobs.h"
#include "io/files.h"

namespace assay::report {
namespace {

// The name becomes a path: nothing but a digest may reach the file system.
bool is_digest(std::string_view name) {
  return name.size() == 64 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

KeptText kept_texts(std::vector<std::filesystem::path> folders, std::size_t limit) {
  return
      [folders = std::move(folders), limit](std::string_view sha256) -> std::optional<std::string> {
        if (!is_digest(sha256)) return std::nullopt;
        for (const auto& folder : folders) {
          const auto path = io::Blobs(folder / "blobs").path(sha256);
          std::error_code ignored;
          if (!std::filesystem::is_regular_file(path, ignored)) continue;
          try {
            return io::read_file(path, limit);
          } catch (const core::InputError&) {
            return std::nullopt;
          }
        }
        return std::nullopt;
      };
}

}  // namespace assay::report
