#include "language/utf8.h"

namespace assay::language {
namespace {

// A U+FFFD that stands in the text itself is three bytes long; one that stands for a bad byte, one.
bool bad(char32_t point, std::size_t length) { return point == replacement && length == 1; }

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t point = decode(text, at);
    if (bad(point, at - begin)) return false;
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) append(out, decode(text, at));
  return out;
}

}  // namespace assay::language
