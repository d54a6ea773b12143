#pragma once
#include <filesystem>
#include <optional>

#include "web/browser/browser_user.h"

namespace assay::web {

// A folder of a browser's own, which nobody else can read, removed with all it holds when this
// ends. What a killed Assay left behind is removed by the next one.
class ProfileFolder {
 public:
  // Below `place`, else the system's folder for temporary files. `user`: whom it belongs to.
  // Throws BrowserUnavailable.
  ProfileFolder(const std::filesystem::path& place, const std::optional<BrowserUser>& user);
  ~ProfileFolder();
  ProfileFolder(const ProfileFolder&) = delete;
  ProfileFolder& operator=(const ProfileFolder&) = delete;

  const std::filesystem::path& path() const { return profile_; }

 private:
  std::filesystem::path outer_;    // Assay's own: the browser can't rename what lies in it
  std::filesystem::path profile_;  // the browser's
  int lock_ = -1;                  // held as long as it is in use
};

}  // namespace assay::web
