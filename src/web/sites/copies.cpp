#include "web/sites/copies.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "language/utf8.h"
#include "web/sites/percent.h"

namespace assay::web {
namespace {

constexpr int most_parts = 8;      // of a path before the address in it
constexpr int most_encodings = 4;  // of an address inside another

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return result;
}

// `https:` at the start, in any case: its slashes may have been merged.
bool has_scheme(std::string_view text) {
  const auto start = lower(text.substr(0, 7));
  return start.starts_with("http:/") || start.starts_with("https:/") ||
         start.starts_with("http:\\") || start.starts_with("https:\\");
}

// The text up to where a host ends.
std::string_view host_part(std::string_view text) {
  while (text.starts_with('/')) text.remove_prefix(1);
  return text.substr(0, text.find_first_of("/?#:"));
}

// An address that another holds, encoded as often as it may be. Without a scheme it must begin with
// a domain's name.
std::optional<Address> embedded(std::string_view written) {
  std::string text(written);
  for (int i = 0; i < most_encodings; ++i) {
    if (text.ends_with('*')) text.pop_back();  // an archive's list of what it has
    if (has_scheme(text) || is_domain_name(host_part(text))) return parse_address(text);
    auto decoded = percent_decoded(text);
    if (decoded == text) return std::nullopt;
    text = std::move(decoded);
  }
  return std::nullopt;
}

// Moves behind the next part of the path.
void skip_part(std::string_view& path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  path.remove_prefix(std::min(path.find('/'), path.size()));
}

class Reader {
 public:
  Reader(const Address& address, const ListEntry& service)
      : address_(address), service_(service), rest_(address.path) {
    for (std::size_t i = 0; i < service.parts.size(); ++i) skip_part(rest_);
  }

  // What one way of writing gives.
  std::optional<Address> read(std::string_view way) const {
    const auto colon = std::min(way.find(':'), way.size());
    const auto name = way.substr(0, colon);
    const auto argument = way.substr(std::min(colon + 1, way.size()));
    if (name == "path") return in_path(argument.empty() ? 0 : argument[0] - '0');
    if (name == "part") return in_part(argument);
    if (name == "query") return embedded(argument.empty() ? address_.query : parameter(argument));
    if (name == "cache") return in_cache(parameter(argument));
    if (name == "base64") return in_base64(parameter(argument));
    if (name == "host") return in_host();
    return std::nullopt;
  }

  // Is there anything behind the service's own address?
  bool is_front_page() const {
    return rest_.find_first_not_of('/') == rest_.npos && address_.query.empty();
  }

 private:
  std::optional<Address> in_path(int skipped) const {
    std::string_view path = rest_;
    for (int i = 0; i < skipped; ++i) skip_part(path);
    for (int i = 0; i < most_parts && !path.empty(); ++i) {
      while (path.starts_with('/')) path.remove_prefix(1);
      std::string text(path);
      if (!address_.query.empty()) text += "?" + address_.query;
      if (auto found = embedded(text)) return found;
      skip_part(path);
    }
    return std::nullopt;
  }

  std::optional<Address> in_part(std::string_view start) const {
    std::string_view path = rest_;
    while (!path.empty()) {
      while (path.starts_with('/')) path.remove_prefix(1);
      const auto part = path.substr(0, path.find('/'));
      if (part.starts_with(start)) return embedded(part.substr(start.size()));
      skip_part(path);
    }
    return std::nullopt;
  }

  // The value of a parameter as it is written, its `+` read as spaces; names in any case.
  std::string parameter(std::string_view name) const {
    std::string_view rest = address_.query;
    while (!rest.empty()) {
      const auto end = std::min(rest.find_first_of("&;"), rest.size());
      const auto pair = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const auto equals = std::min(pair.find('='), pair.size());
      if (lower(pair.substr(0, equals)) != lower(name)) continue;
      std::string value(pair.substr(std::min(equals + 1, pair.size())));
      std::ranges::replace(value, '+', ' ');
      return value;
    }
    return {};
  }

  // `cache:CODE:www.example.org/page words`; the code may be missing.
  static std::optional<Address> in_cache(const std::string& value) {
    const std::string decoded = percent_decoded(value);
    std::string_view text = decoded;
    if (!lower(text).starts_with("cache:")) return std::nullopt;
    text.remove_prefix(6);
    const auto colon = text.find(':');
    const auto code = text.substr(0, colon);
    if (colon != text.npos && code.find_first_of("./ ") == code.npos && !has_scheme(text))
      text.remove_prefix(colon + 1);
    return embedded(text.substr(0, text.find(' ')));
  }

  static std::optional<Address> in_base64(std::string_view value) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    if (value.size() < 3) return std::nullopt;
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : value.substr(2)) {
      const auto digit = digits.find(c);
      if (digit == digits.npos) break;
      bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFF;
      count += 6;
      if (count < 8) continue;
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFF);
    }
    return embedded(bytes);
  }

  // A translated host as Google documents it: `-` for a dot, `--` for a hyphen, `0-` before an
  // internationalised name; the start of a long one is in a parameter.
  std::optional<Address> in_host() const {
    const auto own = std::string_view(address_.host);
    if (own.size() <= service_.host.size() + 1) return std::nullopt;
    const auto label = own.substr(0, own.size() - service_.host.size() - 1);
    std::string name = decoded_label(parameter("_x_tr_hp") + std::string(label));
    if (!is_domain_name(name)) return std::nullopt;
    name += rest_;
    if (const auto query = own_query(); !query.empty()) name += "?" + query;
    return parse_address(name);
  }

  static std::string decoded_label(std::string label) {
    const bool international = label.starts_with("0-");
    if (international || label.starts_with("1-")) label.erase(0, 2);
    if (label.ends_with("-0")) label.resize(label.size() - 2);
    std::string name = international ? "xn--" : "";
    for (std::size_t i = 0; i < label.size(); ++i) {
      if (label[i] != '-') {
        name += label[i];
      } else if (i + 1 < label.size() && label[i + 1] == '-') {
        name += '-';
        ++i;
      } else {
        name += '.';
      }
    }
    return name;
  }

  // Without the translator's parameters.
  std::string own_query() const {
    std::string query;
    std::string_view rest = address_.query;
    while (!rest.empty()) {
      const auto end = std::min(rest.find('&'), rest.size());
      const auto pair = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (pair.starts_with("_x_tr_") || pair.empty()) continue;
      query.append(query.empty() ? "" : "&").append(pair);
    }
    return query;
  }

  const Address& address_;
  const ListEntry& service_;
  std::string_view rest_;  // of the path, behind the service's own
};

// Where the address leads by this entry; nothing where it does not say that it leads anywhere.
std::optional<Leads> leads_by(const ListEntry& service, const Address& address) {
  const Reader reader(address, service);
  if (service.kind == ListKind::shortener) {
    if (reader.is_front_page()) return std::nullopt;
    return Leads{&service, std::nullopt};
  }
  std::string_view ways = service.reason;
  while (!ways.empty()) {
    const auto end = std::min(ways.find(','), ways.size());
    const auto way = ways.substr(0, end);
    ways.remove_prefix(std::min(end + 1, ways.size()));
    if (way == "code" && !reader.is_front_page()) return Leads{&service, std::nullopt};
    if (auto found = reader.read(way)) return Leads{&service, std::move(found)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Leads> leads(const SiteLists& lists, const Address& address) {
  for (const auto* entry : lists.find(address)) {
    if (entry->kind != ListKind::shortener && entry->kind != ListKind::copy &&
        entry->kind != ListKind::redirect)
      continue;
    if (auto found = leads_by(*entry, address)) return found;
  }
  return std::nullopt;
}

}  // namespace assay::web
