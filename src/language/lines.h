#pragma once
#include <algorithm>
#include <string_view>

namespace assay::language {

// Is there nothing but spaces, tabs and line ends?
inline bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Takes the first line off the front of a text that is not empty, and returns it without its `\n`.
inline std::string_view take_line(std::string_view& rest) {
  const auto end = std::min(rest.find('\n'), rest.size());
  const auto line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

}  // namespace assay::language
