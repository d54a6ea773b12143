#include "report/kept_text.h"

#include <utility>

#include "assay/core/error.h"
#include "io/blobs.h"
#include "io/files.h"

namespace assay::report {
KeptText kept_texts(std::vector<std::filesystem::path> folders, std::size_t limit) {
  return
      [folders = std::move(folders), limit](std::string_view sha256) -> std::optional<std::string> {
        for (const auto& folder : folders) {
          const io::Blobs blobs(folder / "blobs");
          if (!blobs.holds(sha256)) continue;
          try {
            return io::read_file(blobs.path(sha256), limit);
          } catch (const core::InputError&) {
            return std::nullopt;
          }
        }
        return std::nullopt;
      };
}

}  // namespace assay::report
