#include "eval/text/characters.h"

#include <unicode/uchar.h>

#include <cstdint>

namespace assay::eval {
namespace {

std::uint32_t category(char32_t c) {
  return 1U << static_cast<unsigned>(u_charType(static_cast<UChar32>(c)));
}

}  // namespace

bool is_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_decimal(char32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9';
  return (category(c) & U_GC_ND_MASK) != 0;
}

bool is_word(char32_t c) {
  if (c < 0x80)
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  return (category(c) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

char32_t caseless(char32_t c) {
  if (c >= 'A' && c <= 'Z') return c + 32;
  switch (c) {
    case 0x130:  // I with a dot
    case 0x131:  // i without
      return 'i';
    case 0x17F:  // long s
      return 's';
    case 0x212A:  // the kelvin
      return 'k';
    default:
      return c;
  }
}

}  // namespace assay::eval
