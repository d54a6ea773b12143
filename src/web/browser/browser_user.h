#pragma once
#include <sys/types.h>

#include <optional>
#include <string>

namespace assay::web {

// An account that a browser is to run as.
struct BrowserUser {
  uid_t user = 0;
  gid_t group = 0;
};

// Whom to become before a browser is started: nothing where Assay is not root, else the account of
// that name. Throws BrowserUnavailable where there is none, or where that is root too.
std::optional<BrowserUser> browser_user(const std::string& name);

}  // namespace assay::web
