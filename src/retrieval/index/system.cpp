#include "retrieval/index/system.h"

#include <unistd.h>

#include <string>
#include <system_error>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::retrieval {

void fail_system(std::string_view what, const std::filesystem::path& path) {
  const int error = errno;
  throw core::InputError("cannot " + std::string(what) + " '" + io::shown(path) +
                         "': " + std::generic_category().message(error));
}

void write_fully(int file, std::string_view bytes, const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_system("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace assay::retrieval
