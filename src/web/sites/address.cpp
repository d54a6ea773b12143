#include "web/sites/address.h"

#include <libpsl.h>
#include <unicode/uidna.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "io/curl_url.h"
#include "language/fold.h"
#include "language/utf8.h"
#include "web/sites/percent.h"

namespace assay::web {
namespace {

constexpr std::size_t longest_host = 253;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return result;
}

// Without white space around it, and without tabs and line breaks.
std::string cleaned_up(std::string_view text) {
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  std::string result;
  for (const char c : text)
    if (c != '\t' && c != '\n' && c != '\r') result += c;
  return result;
}

// The length of the scheme before its `:`; 0 where there is none. `example.org:8080/` has none.
std::size_t scheme_length(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == text.npos || colon == 0 || !is_letter(text.front())) return 0;
  for (const char c : text.substr(0, colon))
    if (!is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return 0;
  const auto rest = text.substr(colon + 1);
  if (rest.starts_with("//") || rest.starts_with("\\\\")) return colon;
  const auto digits = std::ranges::find_if_not(rest, is_digit) - rest.begin();
  const auto after = rest.substr(static_cast<std::size_t>(digits));
  const bool port = digits > 0 && (after.empty() || std::string_view("/\\?#").find(after[0]) !=
                                                        std::string_view::npos);
  const bool named = text.substr(0, colon).find('.') != text.npos;
  return port || (named && rest.empty()) ? 0 : colon;
}

bool all_ascii_host(std::string_view host) {
  return language::is_ascii(host) && host.find("xn--") == host.npos;
}

using Converter = decltype(&uidna_nameToASCII_UTF8);

// The host in the other of its two forms (UTS 46, as browsers do); nothing where it has none.
std::optional<std::string> converted(std::string_view host, Converter convert) {
  UErrorCode failure = U_ZERO_ERROR;
  const std::unique_ptr<UIDNA, void (*)(UIDNA*)> idna(
      uidna_openUTS46(
          UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE | UIDNA_CHECK_BIDI,
          &failure),
      uidna_close);
  if (U_FAILURE(failure)) return std::nullopt;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  std::array<char, 1024> buffer{};
  const auto length =
      convert(idna.get(), host.data(), static_cast<std::int32_t>(host.size()), buffer.data(),
              static_cast<std::int32_t>(buffer.size()), &info, &failure);
  // Hosts with hyphens at such places exist.
  constexpr std::uint32_t harmless = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |
                                     UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_EMPTY_LABEL |
                                     UIDNA_ERROR_LABEL_TOO_LONG;
  if (U_FAILURE(failure) || length > static_cast<std::int32_t>(buffer.size()) ||
      (info.errors & ~harmless) != 0)
    return std::nullopt;
  return std::string(buffer.data(), static_cast<std::size_t>(length));
}

bool well_formed(std::string_view host) {
  if (host.empty() || host.size() > longest_host) return false;
  if (host.front() == '.' || host.back() == '.' || host.find("..") != host.npos) return false;
  return std::ranges::all_of(
      host, [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_'; });
}

// What libcurl makes of the host: it knows every way to write an IP address.
std::string host_by_curl(const std::string& host) {
  const auto url = io::CurlUrl::parse("http://" + host + "/");
  return url ? lower(url->part(CURLUPART_HOST)) : std::string{};
}

// Empty where it is none.
std::string normal_host(std::string_view written) {
  if (written.starts_with('[')) return host_by_curl(std::string(written));
  std::string host = percent_decoded(written);
  if (host.size() > longest_host * 4 || !language::is_utf8(host)) return {};
  host = lower(host);
  if (!all_ascii_host(host)) {
    auto ascii = converted(host, uidna_nameToASCII_UTF8);
    if (!ascii) return {};
    host = lower(*ascii);
  }
  if (host.ends_with('.')) host.pop_back();
  if (!well_formed(host)) return {};
  return host_by_curl(host);
}

struct Authority {
  std::string_view host;
  std::string_view port;
};

// User and password go; of several `@` the last one counts.
Authority split_authority(std::string_view text) {
  if (const auto at = text.rfind('@'); at != text.npos) text.remove_prefix(at + 1);
  const auto bracket = text.starts_with('[') ? text.find(']') : 0;
  const auto colon = bracket == text.npos ? text.npos : text.find(':', bracket);
  if (colon == text.npos) return {text, {}};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

// 0 where it is the scheme's own; nothing where it is no port.
std::optional<int> port_of(std::string_view text, std::string_view scheme) {
  int port = 0;
  for (const char c : text) {
    if (!is_digit(c) || port > 65'535) return std::nullopt;
    port = port * 10 + (c - '0');
  }
  if (port > 65'535 || (port == 0 && !text.empty())) return std::nullopt;
  return port == (scheme == "https" ? 443 : 80) ? 0 : port;
}

// Splits at slashes and goes up at `..`. Empty parts stay: a path may hold an address.
std::vector<std::string_view> without_dots(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const auto slash = path.find('/', 1);
    const auto part = path.substr(1, slash == path.npos ? path.npos : slash - 1);
    path = slash == path.npos ? std::string_view{} : path.substr(slash);
    const bool up = part == "..";
    if (up && !parts.empty()) parts.pop_back();
    if (!up && part != ".")
      parts.push_back(part);
    else if (path.empty())
      parts.emplace_back();
  }
  return parts;
}

std::string normal_path(std::string_view written) {
  std::string path = percent_normalised(written);
  std::ranges::replace(path, '\\', '/');
  if (!path.starts_with('/')) path.insert(0, "/");
  std::string result;
  for (const auto part : without_dots(path)) result.append("/").append(part);
  return result.empty() ? "/" : result;
}

bool is_ip(std::string_view host) {
  return host.starts_with('[') ||
         std::ranges::all_of(host, [](char c) { return is_digit(c) || c == '.'; });
}

std::string site_of(const std::string& host) {
  if (is_ip(host)) return host;
  const char* domain = psl_registrable_domain(psl_builtin(), host.c_str());
  return domain == nullptr ? host : domain;
}

// Where the first of these characters stands, or the end.
std::size_t end_at(std::string_view text, std::string_view characters, std::size_t from = 0) {
  return std::min(text.find_first_of(characters, from), text.size());
}

std::optional<Address> refuse(std::string* why, const char* reason) {
  if (why != nullptr) *why = reason;
  return std::nullopt;
}

}  // namespace

std::string Address::to_string() const {
  std::string text = scheme + "://" + host;
  if (port != 0) text += ":" + std::to_string(port);
  text += path;
  if (!query.empty()) text += "?" + query;
  return text;
}

std::optional<Address> parse_address(std::string_view text, std::string* why) {
  if (text.size() > longest_address) return refuse(why, "it is longer than 8,192 bytes");
  const std::string whole = cleaned_up(text);
  std::string_view rest = whole;
  if (rest.empty()) return refuse(why, "it is empty");
  if (rest.find('\0') != rest.npos) return refuse(why, "it holds a zero byte");
  Address address;
  address.scheme = "https";
  if (const auto length = scheme_length(rest); length > 0) {
    address.scheme = lower(rest.substr(0, length));
    rest.remove_prefix(length + 1);
  }
  if (address.scheme != "http" && address.scheme != "https")
    return refuse(why, "only http and https addresses are judged");
  rest.remove_prefix(std::min(rest.find_first_not_of("/\\"), rest.size()));
  rest = rest.substr(0, end_at(rest, "#"));
  const auto path_at = end_at(rest, "/\\?");
  const auto query_at = end_at(rest, "?");
  const auto authority = split_authority(rest.substr(0, path_at));
  const auto port = port_of(authority.port, address.scheme);
  if (!port) return refuse(why, "its port is none");
  address.host = normal_host(authority.host);
  if (address.host.empty()) return refuse(why, "it has no usable host");
  address.port = *port;
  address.path = normal_path(rest.substr(path_at, query_at - path_at));
  if (query_at < rest.size()) address.query = percent_normalised(rest.substr(query_at + 1));
  address.site = site_of(address.host);
  return address;
}

std::vector<std::string> path_parts(const Address& address) {
  std::vector<std::string> parts;
  const std::string decoded = language::to_utf8(percent_decoded(address.path));
  std::string_view rest = decoded;
  while (!rest.empty()) {
    const auto slash = end_at(rest, "/\\");
    const auto written = rest.substr(0, slash);
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    // Folding takes away what is not seen, which may be all of it.
    auto part = language::fold_case(written.substr(0, written.find(';')));
    if (part.empty() || part == ".") continue;
    if (part != "..")
      parts.push_back(std::move(part));
    else if (!parts.empty())
      parts.pop_back();
  }
  return parts;
}

std::string readable_host(std::string_view host) {
  if (host.find("xn--") == host.npos) return std::string(host);
  return converted(host, uidna_nameToUnicodeUTF8).value_or(std::string(host));
}

bool is_domain_name(std::string_view host) {
  if (!well_formed(host) || is_ip(host)) return false;
  const std::string name = lower(host);
  return !registry_suffix(name).empty() && registry_suffix("a." + name) != name;
}

std::string_view registry_suffix(std::string_view host) {
  for (auto dot = host.find('.'); dot != host.npos; dot = host.find('.', dot + 1)) {
    const std::string suffix(host.substr(dot + 1));
    if (psl_is_public_suffix2(psl_builtin(), suffix.c_str(),
                              PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE) != 0)
      return host.substr(dot + 1);
  }
  return {};
}

}  // namespace assay::web
