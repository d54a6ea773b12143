#pragma once
#include <cstddef>
#include <string_view>

namespace assay::language {

// The first `most` bytes of a text, or a few fewer: no character is split.
inline std::string_view beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return text.substr(0, most);
}

}  // namespace assay::language
