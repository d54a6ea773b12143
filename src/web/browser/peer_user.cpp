#include "web/browser/peer_user.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

namespace assay::web {
namespace {

// An address as /proc/net/tcp writes it: the bytes as a number of this machine, and the port.
std::string table_form(std::uint16_t port) {
  constexpr std::uint32_t loopback = 0x0100007F;
  constexpr std::uint32_t swapped = 0x7F000001;
  constexpr bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%08X:%04X", little ? loopback : swapped,
                static_cast<unsigned>(port));
  return text.data();
}

constexpr unsigned established = 1;

}  // namespace

std::optional<uid_t> peer_user(std::uint16_t theirs, std::uint16_t ours) {
  const auto wanted = table_form(theirs) + " " + table_form(ours) + " ";
  std::ifstream table("/proc/net/tcp");
  for (std::string line; std::getline(table, line);) {
    const auto at = line.find(wanted);
    if (at == line.npos) continue;
    unsigned state = 0;
    unsigned user = 0;
    // State, queues, timer, retransmits, then the owner.
    if (std::sscanf(line.c_str() + at + wanted.size(), "%x %*s %*s %*s %u", &state, &user) == 2 &&
        state == established)
      return static_cast<uid_t>(user);
  }
  return std::nullopt;
}

}  // namespace assay::web
