#include "retrieval/index/system.h"

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

}  // namespace assay::retrieval
