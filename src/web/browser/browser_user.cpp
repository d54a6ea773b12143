#include "web/browser/browser_user.h"

#include <pwd.h>
#include <unistd.h>

#include <vector>

#include "io/http_text.h"
#include "web/browser/browser_options.h"

namespace assay::web {

std::optional<BrowserUser> browser_user(const std::string& name) {
  if (::geteuid() != 0) return std::nullopt;
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> space(64 << 10);
  ::getpwnam_r(name.c_str(), &entry, space.data(), space.size(), &found);
  const auto shown = "'" + io::one_line(name, 100) + "'";
  if (found == nullptr)
    throw BrowserUnavailable("no user " + shown +
                             " whom the browser could run as; it never runs as root");
  if (entry.pw_uid == 0 || entry.pw_gid == 0)
    throw BrowserUnavailable("the browser never runs as root, and " + shown + " is root");
  return BrowserUser{entry.pw_uid, entry.pw_gid};
}

}  // namespace assay::web
