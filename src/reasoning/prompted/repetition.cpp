#include "reasoning/prompted/repetition.h"

#include <algorithm>
#include <cstddef>

namespace assay::reasoning::prompted {

bool is_repetition(std::string_view text) {
  constexpr std::size_t longest_piece = 200;
  constexpr std::size_t least = 200;
  constexpr std::size_t looked_at = 4'000;
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  const auto tail = std::max(text.size() / 3, least);
  if (text.size() < tail) return false;
  const auto end = text.substr(text.size() - std::min({tail, text.size(), looked_at}));
  for (std::size_t piece = 1; piece <= longest_piece && piece * 4 <= end.size(); ++piece)
    if (end.substr(piece) == end.substr(0, end.size() - piece)) return true;
  return false;
}

}  // namespace assay::reasoning::prompted
