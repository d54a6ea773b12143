#include "support/mounts.h"

#include <sys/mount.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace assay::test {

Mount::Mount(std::filesystem::path folder, const std::string& options)
    : folder_(std::move(folder)), options_(options) {
  std::filesystem::create_directories(folder_);
  mounted_ = ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, options_.c_str()) == 0;
  if (!mounted_)
    why_ = "needs a mount of its own, which was refused: " + std::generic_category().message(errno);
}

Mount::~Mount() {
  if (mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
}

void Mount::make_read_only() {
  if (::mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, options_.c_str()) != 0)
    throw std::runtime_error("cannot make the mount read-only");
}

}  // namespace assay::test
