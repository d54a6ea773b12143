#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::web {

// What a site lets programs read (RFC 9309): its robots.txt, as far as it is meant for one program.
class Robots {
 public:
  // Of a site that says nothing: all may be read.
  Robots() = default;
  // Nothing may be read: of a site whose robots.txt can't be had for a fault of its own.
  static Robots closed();
  // The rules for the program of that name (`Assay`, the product of its user agent, whose case does
  // not matter): its own groups, else those for all (`*`). Reads 512 KiB and 10,000 rules of it at
  // most, and of those with a `*` 64 KiB; what is no rule is passed over.
  static Robots parse(std::string_view text, std::string_view product);

  // May the path (with its query) be read? The longest rule that fits decides, of two alike the one
  // that allows. Of a longer path the first 2,000 bytes count.
  bool allows(std::string_view path) const;
  // How long to wait between two pages, where the site says so; at most a minute.
  std::optional<std::chrono::milliseconds> delay() const { return delay_; }

 private:
  struct Rule {
    std::string pattern;  // with `*` for anything and `$` at its end for the end of the path
    bool allow = false;
  };
  std::vector<Rule> rules_;
  std::optional<std::chrono::milliseconds> delay_;
};

}  // namespace assay::web
