#include "io/base64.h"

#include <cstdint>

namespace assay::io {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

// Both alphabets, that for addresses too.
int digit_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

}  // namespace

std::optional<std::string> base64_decoded(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int count = 0;  // digits in `bits`
  bool ended = false;
  for (const char c : text) {
    if (is_space(c)) continue;
    if (c == '=') {
      ended = true;
      continue;
    }
    const int digit = digit_of(c);
    if (digit < 0 || ended) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if (++count < 4) continue;
    for (int shift = 16; shift >= 0; shift -= 8) bytes += static_cast<char>(bits >> shift & 0xFF);
    bits = 0;
    count = 0;
  }
  if (count == 1) return std::nullopt;
  if (count == 2) bytes += static_cast<char>(bits >> 4 & 0xFF);
  if (count == 3) {
    bytes += static_cast<char>(bits >> 10 & 0xFF);
    bytes += static_cast<char>(bits >> 2 & 0xFF);
  }
  return bytes;
}

}  // namespace assay::io
