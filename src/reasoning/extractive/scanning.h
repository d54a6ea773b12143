#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// The text cut into words, numbers and signs, as the readers of quantities and dates want it.
namespace assay::reasoning::extractive {

enum class PieceKind { word, number, sign };

struct Piece {
  PieceKind kind = PieceKind::sign;
  std::size_t begin = 0;  // bytes of the text
  std::size_t end = 0;
  bool space_before = false;  // white space, or the text's start
  std::string folded;         // words: lower case; signs: as they stand
  double value = 0;           // numbers
  double step = 1;            // worth of a number's last digit that was written to be meant
  bool grouped = false;       // 1,234
  bool fraction = false;      // 12.5
  int digits = 0;             // how many were written
};

// Han, kana and Thai stand without spaces: each of their runs is one word. Digits of any script are
// numbers. Linear in the text.
std::vector<Piece> scan_pieces(std::string_view text, std::string_view language);

}  // namespace assay::reasoning::extractive
