#pragma once
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::language {
class Sketch;
}
namespace assay::web {
class SiteLists;
}

namespace assay::tools {

// The page that a claim is from: under whatever address it comes back, it is no evidence for its
// own claim. Thread-safe.
class OwnPage {
 public:
  // `addresses`: all that it is known by. `text`: its own; empty: not known.
  OwnPage(const std::vector<std::string>& addresses, std::string_view text,
          std::shared_ptr<const web::SiteLists> lists);

  // Why what was found under these addresses, with this text (empty: not read yet), is the page or
  // a copy of it: an address of its own or of an archive's, a cache's or a translator's copy of it,
  // or the same text but for a few words. Nothing where it is another page.
  std::optional<std::string> is_it(const std::vector<std::string>& addresses,
                                   std::string_view text) const;

  // What its answers depend on, for the key of a step.
  std::string identity() const;

 private:
  std::string key_of(const std::string& address) const;

  std::shared_ptr<const web::SiteLists> lists_;
  std::set<std::string> keys_;
  std::string text_hash_;
  std::shared_ptr<const language::Sketch> sketch_;  // null: its text is not known
};

}  // namespace assay::tools
