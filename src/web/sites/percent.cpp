#include "web/sites/percent.h"

namespace assay::web {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The byte of the triple at `at`; -1 where there is none.
int triple(std::string_view text, std::size_t at) {
  if (text[at] != '%' || text.size() - at < 3) return -1;
  const int high = hex_digit(text[at + 1]);
  const int low = hex_digit(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

bool is_unreserved(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

void append_triple(std::string& text, int byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  text += '%';
  text += digits[static_cast<std::size_t>(byte) / 16];
  text += digits[static_cast<std::size_t>(byte) % 16];
}

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int byte = triple(text, i);
    if (byte < 0) {
      result += text[i];
    } else {
      result += static_cast<char>(byte);
      i += 2;
    }
  }
  return result;
}

std::string percent_normalised(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int byte = triple(text, i);
    const int own = static_cast<unsigned char>(text[i]);
    if (byte >= 0) {
      i += 2;
      if (is_unreserved(byte))
        result += static_cast<char>(byte);
      else
        append_triple(result, byte);
    } else if (own <= ' ' || own >= 0x7F || own == '"' || own == '<' || own == '>' || own == '%') {
      append_triple(result, own);
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace assay::web
