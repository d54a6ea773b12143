#include "reasoning/extractive/scanning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "language/fold.h"
#include "language/utf8.h"
#include "reasoning/extractive/number_words.h"

namespace assay::reasoning::extractive {
namespace {

// Zero of each script's decimal digits.
constexpr std::array<char32_t, 8> zeros{U'0',   0x0660, 0x06F0, 0x0966,
                                        0x09E6, 0x0E50, 0x0BE6, 0xFF10};

std::optional<int> digit_of(char32_t point) {
  for (const auto zero : zeros)
    if (point >= zero && point < zero + 10) return static_cast<int>(point - zero);
  return std::nullopt;
}

bool is_space(char32_t point) {
  return point == ' ' || (point >= 9 && point <= 13) || point == 0xA0 || point == 0x3000 ||
         (point >= 0x2000 && point <= 0x200B) || point == 0x202F;
}

bool is_letter(char32_t point) {
  if (point < 0x80) return (point | 0x20) >= 'a' && (point | 0x20) <= 'z';
  if (point < 0xC0) return point == 0xAA || point == 0xB5 || point == 0xBA;
  if (point == 0xD7 || point == 0xF7) return false;
  if (point == 0x066A || point == 0x060C || point == 0x061F || point == 0x061B) return false;
  if (point == 0x0E3F) return false;  // the sign of the baht
  if (point >= 0x2000 && point < 0x2E80) return false;
  if (point >= 0x3000 && point < 0x3040) return false;
  if (point >= 0xFF00 && point < 0xFF21) return false;
  if (point >= 0xFF3B && point < 0xFF41) return false;
  if (point >= 0xFF5B && point < 0xFF66) return false;
  return point != language::replacement;
}

bool is_han(char32_t point) { return point >= 0x4E00 && point < 0xA000; }

// Bytes; bounds the work at each character.
constexpr std::size_t longest_han_number = 60;

bool comma_is_decimal(std::string_view language) {
  constexpr std::array<std::string_view, 22> languages{
      "de", "fr", "es", "it", "ru", "pt", "nl", "pl", "uk", "tr", "sv",
      "da", "no", "nb", "fi", "cs", "id", "ro", "hu", "el", "bg", "vi"};
  return std::ranges::find(languages, language.substr(0, 2)) != languages.end();
}

class Scanner {
 public:
  Scanner(std::string_view text, std::string_view language)
      : text_(text), comma_decimal_(comma_is_decimal(language)) {}

  std::vector<Piece> run() {
    while (at_ < text_.size()) {
      std::size_t next = at_;
      const char32_t point = language::decode(text_, next);
      if (is_space(point)) {
        space_ = true;
        at_ = next;
      } else if (digit_of(point)) {
        number();
      } else if (is_letter(point)) {
        word();
      } else {
        push(PieceKind::sign, next);
      }
    }
    return std::move(pieces_);
  }

 private:
  Piece& push(PieceKind kind, std::size_t end) {
    Piece piece;
    piece.kind = kind;
    piece.begin = at_;
    piece.end = end;
    piece.space_before = space_ || pieces_.empty();
    piece.folded = std::string(text_.substr(at_, end - at_));
    pieces_.push_back(std::move(piece));
    at_ = end;
    space_ = false;
    return pieces_.back();
  }

  void word() {
    std::size_t end = at_;
    while (end < text_.size()) {
      std::size_t next = end;
      const char32_t point = language::decode(text_, next);
      if (!is_letter(point)) break;
      if (is_han(point)) {
        const bool share = text_.substr(0, end).ends_with("百分之");
        if (const auto number = han_number(text_.substr(end, longest_han_number), share)) {
          if (end > at_) close_word(end);
          auto& piece = push(PieceKind::number, end + number->bytes);
          piece.value = number->value;
          piece.digits = 2;
          return;
        }
      }
      end = next;
    }
    close_word(end);
  }

  void close_word(std::size_t end) {
    auto& piece = push(PieceKind::word, end);
    piece.folded = language::fold(piece.folded);
  }

  // How many digits stand from `from`, and where they end.
  struct Run {
    std::size_t end = 0;
    std::string digits;
  };
  Run digits_at(std::size_t from) const {
    Run run{from, {}};
    while (run.end < text_.size()) {
      std::size_t next = run.end;
      const auto digit = digit_of(language::decode(text_, next));
      if (!digit) break;
      run.digits.push_back(static_cast<char>('0' + *digit));
      run.end = next;
    }
    return run;
  }

  void number() {
    auto run = digits_at(at_);
    std::string whole = run.digits;
    std::string fraction;
    std::size_t end = run.end;
    char32_t group = 0;
    while (end < text_.size()) {
      std::size_t behind = end;
      const char32_t separator = language::decode(text_, behind);
      const auto next = digits_at(behind);
      if (next.digits.empty()) break;
      if (groups(separator, whole, next.digits, group, next.end)) {
        group = separator;
        whole += next.digits;
        end = next.end;
        continue;
      }
      if (decimal(separator, group) && !goes_on(next.end, separator)) {
        fraction = next.digits;
        end = next.end;
      }
      break;
    }
    fill(push(PieceKind::number, end), whole, fraction, group != 0);
  }

  // Does this separator set groups of digits apart here? 1,234,567; 1.234.567; 1 234 567;
  // 12,34,567.
  bool groups(char32_t separator, const std::string& before, const std::string& next,
              char32_t group, std::size_t end) const {
    if (group != 0 && separator != group) return false;
    const bool three = next.size() == 3;
    const bool first_fits = group != 0 || (before.size() <= 3 && before != "0");
    if (!first_fits) return false;
    switch (separator) {
      case ',':
      case 0x066C:
      case 0xFF0C:
        if (three) return !comma_decimal_ || group != 0 || followed_by_group(end, separator);
        return next.size() == 2 && !comma_decimal_ && followed_by_group(end, separator);
      case '.':
        return three && (group != 0 || comma_decimal_ || followed_by_group(end, separator));
      case '\'':
      case 0x2019:
      case 0xA0:
      case 0x202F:
      case 0x2009:
        return three;
      case ' ':
        return three && comma_decimal_;
      default:
        return false;
    }
  }

  bool followed_by_group(std::size_t end, char32_t separator) const {
    if (end >= text_.size()) return false;
    std::size_t behind = end;
    if (language::decode(text_, behind) != separator) return false;
    const auto size = digits_at(behind).digits.size();
    return size == 3 || (size == 2 && separator == ',');
  }

  // 14.09.2012, 1.2.3: no decimals.
  bool goes_on(std::size_t end, char32_t separator) const {
    const auto is_digit = [&](std::size_t at) {
      return at < text_.size() && text_[at] >= '0' && text_[at] <= '9';
    };
    if (at_ >= 2 && text_[at_ - 1] == '.' && is_digit(at_ - 2)) return true;
    if (end >= text_.size()) return false;
    std::size_t behind = end;
    return language::decode(text_, behind) == separator && !digits_at(behind).digits.empty();
  }

  bool decimal(char32_t separator, char32_t group) const {
    if (group != 0 && separator == group) return false;
    return separator == '.' || separator == 0x066B || separator == 0xFF0E ||
           (separator == ',' && (comma_decimal_ || group == '.'));
  }

  static void fill(Piece& piece, std::string whole, const std::string& fraction, bool grouped) {
    piece.digits = static_cast<int>(std::min<std::size_t>(whole.size() + fraction.size(), 99));
    piece.grouped = grouped;
    piece.fraction = !fraction.empty();
    // A number that no quantity has: its leading digits and its size are enough.
    whole.resize(std::min<std::size_t>(whole.size(), 60));
    piece.value = 0;
    for (const char digit : whole) piece.value = piece.value * 10 + (digit - '0');
    double scale = 1;
    for (const char digit : fraction.substr(0, 15)) {
      scale /= 10;
      piece.value += (digit - '0') * scale;
    }
    piece.step = scale;
    if (!fraction.empty() || whole.size() < 2) return;
    for (auto i = whole.size(); i > 1 && whole[i - 1] == '0'; --i) piece.step *= 10;
  }

  std::string_view text_;
  bool comma_decimal_;
  std::size_t at_ = 0;
  bool space_ = true;
  std::vector<Piece> pieces_;
};

}  // namespace

std::vector<Piece> scan_pieces(std::string_view text, std::string_view language) {
  return Scanner(text, language).run();
}

}  // namespace assay::reasoning::extractive
