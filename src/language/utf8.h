#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace assay::language {

inline constexpr char32_t replacement = 0xFFFD;

// Reads the code point at `at`, which must be inside the text, and moves `at` behind it. A byte
// that begins no well-formed sequence is read as U+FFFD, alone.
inline char32_t decode(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) {
    ++at;
    return first;
  }
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() - at < length) {
    ++at;
    return replacement;
  }
  char32_t point = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned char next = byte(at + i);
    if ((next & 0xC0) != 0x80) {
      ++at;
      return replacement;
    }
    point = point << 6 | (next & 0x3F);
  }
  const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  if (overlong || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) {
    ++at;
    return replacement;
  }
  at += length;
  return point;
}

// Appends the code point as UTF-8. It must be a Unicode scalar value.
inline void append(std::string& text, char32_t point) {
  const auto put = [&](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0 | point >> 6);
    put(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    put(0xE0 | point >> 12);
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  } else {
    put(0xF0 | point >> 18);
    put(0x80 | (point >> 12 & 0x3F));
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  }
}

inline bool is_ascii(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  return true;
}

// Is every byte part of a well-formed sequence?
bool is_utf8(std::string_view text);

// The text with each byte that is not UTF-8 replaced by U+FFFD.
std::string to_utf8(std::string_view text);

}  // namespace assay::language
