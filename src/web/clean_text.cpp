#include "web/clean_text.h"

#include <unicode/utf8.h>

#include <cstdint>

namespace assay::web {
namespace {

// Scripts whose letters change with a joiner between them, and emoji.
bool uses_joiners(char32_t c) {
  return (c >= 0x0600 && c < 0x1000) || (c >= 0x1780 && c < 0x18B0) ||
         (c >= 0x2190 && c < 0x2C00) || c == 0xFE0F || (c >= 0x1F000 && c < 0x1FB00);
}

bool invisible(char32_t c) {
  if (c < 0x20) return c != '\t' && c != '\n' && c != '\r' && c != '\f';
  if (c < 0xAD) return c == 0x7F || (c >= 0x80 && c < 0xA0 && c != 0x85);
  return c == 0xAD || c == 0x034F || c == 0x061C || c == 0x115F || c == 0x1160 || c == 0x17B4 ||
         c == 0x17B5 || (c >= 0x180B && c <= 0x180E) || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0x3164 ||
         c == 0xFEFF || c == 0xFFA0 || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE0FFF);
}

bool space(char32_t c) {
  return c == ' ' || (c >= 9 && c <= 13) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

char32_t peek(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  auto i = static_cast<std::int64_t>(at);
  UChar32 c = 0;
  U8_NEXT(text.data(), i, static_cast<std::int64_t>(text.size()), c);
  return c < 0 ? 0 : static_cast<char32_t>(c);
}

template <class Take>
void each_visible(std::string_view text, Take take) {
  char32_t before = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    const auto byte = static_cast<unsigned char>(text[i]);
    char32_t c = byte;
    if (byte < 0x80) {
      ++i;
    } else {
      auto next = static_cast<std::int64_t>(i);
      UChar32 decoded = 0;
      U8_NEXT(text.data(), next, static_cast<std::int64_t>(text.size()), decoded);
      i = static_cast<std::size_t>(next);
      if (decoded < 0) continue;
      c = static_cast<char32_t>(decoded);
    }
    if (invisible(c)) {
      const bool joiner = c == 0x200C || c == 0x200D;
      if (!joiner || !uses_joiners(before) || !uses_joiners(peek(text, i))) continue;
    }
    before = c;
    take(c, text.substr(start, i - start));
  }
}

}  // namespace

std::string without_invisible(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  each_visible(text, [&](char32_t, std::string_view bytes) { result.append(bytes); });
  return result;
}

std::string one_line(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  bool pending = false;
  each_visible(text, [&](char32_t c, std::string_view bytes) {
    if (space(c)) {
      pending = !result.empty();
      return;
    }
    if (pending) result += ' ';
    pending = false;
    result.append(bytes);
  });
  return result;
}

}  // namespace assay::web
