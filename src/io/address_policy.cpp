#include "io/address_policy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace assay::io {
namespace {

using Bytes = std::span<const std::uint8_t>;

struct Range {
  std::array<std::uint8_t, 16> prefix;
  int bits;
  std::string_view what;
};

// IANA's registry of special-purpose IPv4 addresses, and what is not unicast.
constexpr std::array<Range, 17> ranges4{{
    {{0}, 8, "an address of this network"},
    {{10}, 8, "a private address"},
    {{100, 64}, 10, "an address that a provider shares"},
    {{127}, 8, "a loopback address"},
    {{169, 254}, 16, "a link-local address"},  // the metadata services of clouds, too
    {{172, 16}, 12, "a private address"},
    {{192, 0, 0}, 24, "a reserved address"},
    {{192, 0, 2}, 24, "an address for documentation"},
    {{192, 31, 196}, 24, "a reserved address"},
    {{192, 52, 193}, 24, "a reserved address"},
    {{192, 88, 99}, 24, "a reserved address"},
    {{192, 168}, 16, "a private address"},
    {{198, 18}, 15, "an address for tests of networks"},
    {{198, 51, 100}, 24, "an address for documentation"},
    {{203, 0, 113}, 24, "an address for documentation"},
    {{224}, 4, "a multicast address"},
    {{240}, 4, "a reserved address"},
}};

// Azure's service for the machines inside it; no range of its own.
constexpr std::array<std::uint8_t, 4> azure_service{168, 63, 129, 16};
// Alibaba's metadata service lies in the shared range above, Oracle's and AWS's are link-local.

constexpr std::array<Range, 12> ranges6{{
    {{}, 128, "no address"},
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 128, "a loopback address"},
    {{0x00, 0x64, 0xff, 0x9b, 0x00, 0x01}, 48, "a private address"},  // NAT64 of one's own
    {{0x01, 0x00}, 64, "an address that discards"},
    {{0x20, 0x01, 0x00, 0x02}, 48, "an address for tests of networks"},
    {{0x20, 0x01, 0x0d, 0xb8}, 32, "an address for documentation"},
    {{0x3f, 0xff}, 20, "an address for documentation"},
    {{0x5f, 0x00}, 16, "a reserved address"},
    {{0xfc}, 7, "a private address"},
    {{0xfe, 0x80}, 10, "a link-local address"},
    {{0xfe, 0xc0}, 10, "a private address"},
    {{0xff}, 8, "a multicast address"},
}};

bool in(Bytes address, const Range& range) {
  const auto whole = static_cast<std::size_t>(range.bits / 8);
  if (!std::equal(address.begin(), address.begin() + static_cast<std::ptrdiff_t>(whole),
                  range.prefix.begin()))
    return false;
  const int rest = range.bits % 8;
  if (rest == 0) return true;
  const auto mask = static_cast<std::uint8_t>(0xFF << (8 - rest));
  return (address[whole] & mask) == (range.prefix[whole] & mask);
}

template <std::size_t N>
std::string_view found_in(Bytes address, const std::array<Range, N>& ranges) {
  const auto found =
      std::ranges::find_if(ranges, [&](const Range& range) { return in(address, range); });
  return found == ranges.end() ? std::string_view() : found->what;
}

std::string_view why_not_public4(Bytes address) {
  if (std::ranges::equal(address, azure_service)) return "the address of a cloud's own service";
  return found_in(address, ranges4);
}

bool begins(Bytes address, std::initializer_list<std::uint8_t> prefix) {
  return std::equal(prefix.begin(), prefix.end(), address.begin());
}

bool all_zero(Bytes bytes) {
  return std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; });
}

// Teredo writes the client's IPv4 address with every bit turned.
std::string_view why_not_public_teredo(Bytes address) {
  std::array<std::uint8_t, 4> client{};
  for (std::size_t i = 0; i < 4; ++i) client[i] = static_cast<std::uint8_t>(~address[12 + i]);
  if (const auto why = why_not_public4(client); !why.empty()) return why;
  return why_not_public4(address.subspan(4, 4));
}

std::string_view why_not_public6(Bytes address) {
  if (const auto why = found_in(address, ranges6); !why.empty()) return why;
  if (all_zero(address.first(10)) &&
      (all_zero(address.subspan(10, 2)) || (address[10] == 0xFF && address[11] == 0xFF)))
    return why_not_public4(address.subspan(12, 4));  // compatible, mapped
  if (all_zero(address.first(8)) && address[8] == 0xFF && address[9] == 0xFF)
    return why_not_public4(address.subspan(12, 4));  // translated (SIIT)
  if (begins(address, {0x00, 0x64, 0xFF, 0x9B})) return why_not_public4(address.subspan(12, 4));
  if (begins(address, {0x20, 0x02})) return why_not_public4(address.subspan(2, 4));  // 6to4
  if (begins(address, {0x20, 0x01, 0x00, 0x00})) return why_not_public_teredo(address);
  // ISATAP: the interface's part is 0:5efe or 200:5efe and an IPv4 address.
  if ((address[8] & 0xFD) == 0 && address[9] == 0 && address[10] == 0x5E && address[11] == 0xFE)
    return why_not_public4(address.subspan(12, 4));
  // Global unicast is 2000::/3; what lies elsewhere is not given out.
  if ((address[0] & 0xE0) != 0x20) return "a reserved address";
  return {};
}

bool ends_with_name(std::string_view host, std::string_view name) {
  if (!host.ends_with(name)) return false;
  return host.size() == name.size() || host[host.size() - name.size() - 1] == '.';
}

}  // namespace

std::string_view why_not_public(Bytes address) {
  if (address.size() == 4) return why_not_public4(address);
  if (address.size() == 16) return why_not_public6(address);
  return "no IP address";
}

std::string_view why_not_public(const sockaddr& address) {
  std::array<std::uint8_t, 16> bytes{};
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    std::memcpy(bytes.data(), &v4.sin_addr, 4);
    return why_not_public(Bytes(bytes).first(4));
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    std::memcpy(bytes.data(), &v6.sin6_addr, 16);
    return why_not_public(Bytes(bytes));
  }
  return "no IP address";
}

std::string_view why_host_not_public(const std::string& host) {
  std::string name = host;
  if (name.size() > 1 && name.front() == '[' && name.back() == ']')
    name = name.substr(1, name.size() - 2);
  if (const auto zone = name.find('%'); zone != name.npos && name.find(':') != name.npos)
    name.resize(zone);
  while (name.ends_with('.')) name.pop_back();
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  std::array<std::uint8_t, 16> bytes{};
  if (inet_pton(AF_INET6, name.c_str(), bytes.data()) == 1) return why_not_public(Bytes(bytes));
  in_addr v4{};
  // Also the forms that only old programs write: 0x7f.1, 2130706433, 0177.0.0.1.
  if (inet_aton(name.c_str(), &v4) == 1) {
    std::memcpy(bytes.data(), &v4, 4);
    return why_not_public(Bytes(bytes).first(4));
  }
  for (const std::string_view inner : {"localhost", "localdomain", "local", "internal", "intranet",
                                       "lan", "home.arpa", "corp", "private", "onion"})
    if (ends_with_name(name, inner)) return "a name inside a network";
  return name.empty() ? "no host" : std::string_view();
}

}  // namespace assay::io
