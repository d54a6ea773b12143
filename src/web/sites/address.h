#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::web {

// What is longer is no address.
inline constexpr std::size_t longest_address = 8192;

// An http or https address, written in one way, so that two that lead to the same page compare
// equal as far as that shows in them. User and fragment are gone: neither says where it leads.
struct Address {
  std::string scheme;  // `http` or `https`
  std::string host;    // lower case, IDN as punycode, no trailing dot; `[::1]`
  int port = 0;        // 0: the scheme's own
  std::string path;    // begins with `/`, without `.` and `..`, percent-encoded in one way
  std::string query;   // without `?`
  // The registrable domain by the public suffix list: `bbc.co.uk`, `user.github.io`; the host
  // where there is none (an IP address, `localhost`, a public suffix itself).
  std::string site;

  std::string to_string() const;
  friend bool operator==(const Address&, const Address&) = default;
};

// Reads an address as browsers do: white space around it, tabs and line breaks in it are ignored,
// `\` is `/`, and without a scheme it is https. Nothing where it is none; then `why`, where it is
// given, says why in a few words.
std::optional<Address> parse_address(std::string_view text, std::string* why = nullptr);

// The parts of the path as they are compared: decoded (an encoded slash separates too), case
// folded, without empty ones, `.`, `..` and what follows a `;`.
std::vector<std::string> path_parts(const Address& address);

// The host in its own letters: `bücher.example`. The same as `host` where it has none.
std::string readable_host(std::string_view host);

// Is this a name that ends in a public suffix which really exists (`.com`, not `.html`), and no
// suffix itself?
bool is_domain_name(std::string_view host);

// The longest public suffix behind the host's first label that a registry runs (`co.uk`, not
// `github.io`); empty where there is none.
std::string_view registry_suffix(std::string_view host);

}  // namespace assay::web
