#include "language/segments.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/utext.h>

#include <array>
#include <stdexcept>
#include <string>

#include "language/characters.h"
#include "language/utf8.h"

namespace assay::language {

struct Segmenter::Dictionary {
  Dictionary() {
    UErrorCode error = U_ZERO_ERROR;
    words.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
    if (U_FAILURE(error)) throw std::runtime_error("ICU has no word break data");
  }
  std::unique_ptr<icu::BreakIterator> words;
};

namespace {

using Class = CharacterClass;

constexpr std::array<Class, 128> make_ascii_classes() {
  std::array<Class, 128> classes{};
  for (int c = 0; c < 128; ++c) {
    const int lower = c | 0x20;
    if (c >= '0' && c <= '9')
      classes[c] = Class::digit;
    else if (c >= 'A' && lower >= 'a' && lower <= 'z')
      classes[c] = Class::letter;
    else if (c == '\'')
      classes[c] = Class::apostrophe;
    else if (c == '-')
      classes[c] = Class::hyphen;
    else
      classes[c] = Class::other;
  }
  return classes;
}
constexpr auto ascii_classes = make_ascii_classes();

// One walk over a text.
class Walk {
 public:
  Walk(std::string_view text, std::vector<Segment>& segments, std::uint32_t first)
      : text_(text), segments_(segments), position_(first) {}

  template <class Complex>
  std::uint32_t run(Complex&& split_complex) {
    while (at_ < text_.size()) {
      std::size_t next = at_;
      switch (read(next)) {
        case Class::letter:
          if (!plain_word()) word(next);
          break;
        case Class::digit:
          number(next);
          break;
        case Class::ideograph:
          pairs();
          break;
        case Class::complex:
          complex(split_complex);
          break;
        default:
          at_ = next;
      }
    }
    return position_;
  }

 private:
  // The class of the character at `at`, which moves behind it.
  Class read(std::size_t& at) const {
    const auto c = static_cast<unsigned char>(text_[at]);
    if (c < 0x80) {
      ++at;
      return ascii_classes[c];
    }
    return character_class(decode(text_, at));
  }
  Class peek(std::size_t at) const { return at < text_.size() ? read(at) : Class::other; }
  bool letter_at(std::size_t at) const { return peek(at) == Class::letter; }
  bool digit_at(std::size_t at) const {
    return at < text_.size() && text_[at] >= '0' && text_[at] <= '9';
  }

  void emit(std::size_t begin, std::size_t end, std::uint32_t position, SegmentKind kind) {
    segments_.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), position, kind});
  }

  bool plain_letter(std::size_t at) const {
    const auto c = static_cast<unsigned char>(text_[at]);
    return c < 0x80 && ascii_classes[c] == Class::letter;
  }

  // Most words are ASCII letters with nothing beside them that may belong to them: these are done
  // here. False, with nothing done, where it is not such a word.
  bool plain_word() {
    const std::size_t begin = at_;
    if (hyphen_ends_ == begin && begin > 0) return false;
    std::size_t end = begin;
    while (end < text_.size() && plain_letter(end)) ++end;
    if (end < text_.size()) {
      const auto c = static_cast<unsigned char>(text_[end]);
      if (c >= 0x80 || ascii_classes[c] != Class::other || (c == '.' && end - begin < 2))
        return false;
    }
    if (end == begin) return false;
    emit(begin, end, position_++, SegmentKind::word);
    chained_ = false;
    hyphen_ends_ = 0;
    at_ = end;
    return true;
  }

  // Moves over letters, digits and what belongs inside a word. Counts the letters.
  std::size_t over_word(std::size_t at) {
    while (at < text_.size()) {
      std::size_t next = at;
      switch (read(next)) {
        case Class::letter:
          ++letters_;
          break;
        case Class::digit:
        case Class::mark:
        case Class::ignorable:
          break;
        case Class::apostrophe:
          if (letters_ == 0 || !letter_at(next)) return at;
          break;
        default:
          return at;
      }
      at = next;
    }
    return at;
  }

  // U.S. and e.g.: single letters with full stops between them.
  std::size_t over_acronym(std::size_t at) const {
    while (letters_ == 1 && at < text_.size() && text_[at] == '.' && letter_at(at + 1)) {
      std::size_t next = at + 1;
      read(next);
      const Class after = peek(next);
      if (after == Class::letter || after == Class::digit || after == Class::mark) break;
      at = next;
    }
    return at;
  }

  void word(std::size_t next) {
    const std::size_t begin = at_;
    letters_ = 1;
    const std::size_t end = over_word(next);
    if (letters_ == 1 && end < text_.size() && text_[end] == '.')
      return finish(begin, over_acronym(end), SegmentKind::word);
    finish(begin, end, SegmentKind::word);
    const std::size_t number = number_at_end(begin, end);
    if (number == end) return;
    emit(begin, number, position_ - 1, SegmentKind::part);
    emit(number, end, position_ - 1, SegmentKind::part);
  }

  // Where the digits of covid19 begin, so that it meets COVID-19; the end where there are none, or
  // as few letters before them as in g20.
  std::size_t number_at_end(std::size_t begin, std::size_t end) const {
    std::size_t number = end;
    while (number > begin && digit_at(number - 1)) --number;
    constexpr std::size_t fewest = 3;
    return letters_ >= fewest && end - number <= fewest ? number : end;
  }

  // Digits, with groups of thousands and decimals; letters may follow.
  void number(std::size_t next) {
    const std::size_t begin = at_;
    std::size_t end = over_digits(next);
    while (end < text_.size() && (text_[end] == '.' || text_[end] == ',') && digit_at(end + 1) &&
           (text_[end] == '.' || joins(begin, end)))
      end = over_digits(end + 1);
    letters_ = 0;
    const std::size_t whole = over_word(end);
    if (letters_ > 0) {
      const bool code = letters_ == 1 && end - begin == 1;  // 5G, 3D: no quantity
      finish(begin, whole, SegmentKind::word);
      if (!code) emit(begin, end, position_ - 1, SegmentKind::part);
    } else {
      finish(begin, whole, SegmentKind::number);
    }
  }

  std::size_t over_digits(std::size_t at) const {
    while (at < text_.size()) {
      std::size_t next = at;
      if (read(next) != Class::digit) break;
      at = next;
    }
    return at;
  }

  // Does the comma belong to the number? 1,000 and 27,6 are one; 1,2,3 is a list.
  bool joins(std::size_t begin, std::size_t comma) const {
    const std::size_t digits = over_digits(comma + 1) - comma - 1;
    const std::size_t after = comma + 1 + digits;
    const bool more = after < text_.size() && text_[after] == ',' && digit_at(after + 1);
    const bool first = text_.substr(begin, comma - begin).find(',') == std::string_view::npos &&
                       (begin == 0 || text_[begin - 1] != ',');
    return digits == 3 || (digits < 3 && first && !more);
  }

  // A word that is whole: with the one before it, it may be one that hyphens hold together.
  void finish(std::size_t begin, std::size_t end, SegmentKind kind) {
    const bool follows = hyphen_ends_ == begin && begin > 0;
    emit(begin, end, position_, kind);
    if (follows && !chained_ && joined_well(kind))
      emit(part_begin_, end, position_ - 1, SegmentKind::compound);
    ++position_;
    chained_ = follows;
    part_begin_ = begin;
    part_letters_ = kind == SegmentKind::word ? letters_ : 0;
    part_digits_ = kind == SegmentKind::number;
    hyphen_ends_ = 0;
    at_ = end;
    if (peek(end) == Class::hyphen) {
      read(at_);
      hyphen_ends_ = at_;
    }
  }

  // COVID-19, but not 2019-20 nor well-known; e-mail and re-elect, which are also written as one.
  bool joined_well(SegmentKind kind) const {
    if (part_letters_ > 0 && kind == SegmentKind::number) return true;
    return part_letters_ > 0 && part_letters_ <= 2 && kind == SegmentKind::word;
  }

  void pairs() {
    std::size_t previous = at_;
    std::size_t next = at_;
    read(next);
    std::size_t end = over_marks(next);
    if (peek(end) != Class::ideograph) {
      emit(at_, end, position_++, SegmentKind::pair);
      at_ = end;
      return;
    }
    while (peek(end) == Class::ideograph) {
      const std::size_t begin = end;
      read(end);
      end = over_marks(end);
      emit(previous, end, position_, SegmentKind::pair);
      emit(previous, begin, position_++, SegmentKind::single);
      previous = begin;
    }
    emit(previous, end, position_++, SegmentKind::single);
    at_ = end;
  }

  std::size_t over_marks(std::size_t at) const {
    while (at < text_.size()) {
      std::size_t next = at;
      const Class c = read(next);
      if (c != Class::mark && c != Class::ignorable) break;
      at = next;
    }
    return at;
  }

  template <class Complex>
  void complex(Complex&& split) {
    const std::size_t begin = at_;
    std::size_t next = at_;
    for (Class c = read(next); c == Class::complex || c == Class::mark || c == Class::ignorable;) {
      at_ = next;
      if (at_ == text_.size()) break;
      c = read(next);
    }
    split(text_.substr(begin, at_ - begin), [&](std::size_t from, std::size_t to) {
      emit(begin + from, begin + to, position_++, SegmentKind::word);
    });
  }

  std::string_view text_;
  std::vector<Segment>& segments_;
  std::uint32_t position_;
  std::size_t at_ = 0;
  std::size_t letters_ = 0;  // of the word that is being read
  // The word before, where only a hyphen stands between.
  std::size_t hyphen_ends_ = 0;
  std::size_t part_begin_ = 0;
  std::size_t part_letters_ = 0;
  bool part_digits_ = false;
  bool chained_ = false;
};

// ICU's dictionaries take time in proportion to a run; what is longer is split before.
constexpr std::size_t longest_run = 1 << 16;

template <class Emit>
void break_words(icu::BreakIterator& words, std::string_view run, Emit&& emit) {
  for (std::size_t base = 0; base < run.size();) {
    std::size_t length = std::min(longest_run, run.size() - base);
    while (base + length < run.size() &&
           (static_cast<unsigned char>(run[base + length]) & 0xC0) == 0x80)
      --length;
    UErrorCode error = U_ZERO_ERROR;
    UText* text =
        utext_openUTF8(nullptr, run.data() + base, static_cast<std::int64_t>(length), &error);
    words.setText(text, error);
    if (U_SUCCESS(error)) {
      for (std::int32_t from = words.first(), to = words.next(); to != icu::BreakIterator::DONE;
           from = to, to = words.next())
        emit(base + static_cast<std::size_t>(from), base + static_cast<std::size_t>(to));
    }
    utext_close(text);
    base += length;
  }
}

}  // namespace

Segmenter::Segmenter() = default;
Segmenter::~Segmenter() = default;
Segmenter::Segmenter(Segmenter&&) noexcept = default;
Segmenter& Segmenter::operator=(Segmenter&&) noexcept = default;

std::uint32_t Segmenter::split(std::string_view text, std::vector<Segment>& segments,
                               std::uint32_t first) {
  if (text.size() >= UINT32_MAX) throw std::length_error("a text of 4 GB or more");
  return Walk(text, segments, first).run([&](std::string_view run, auto emit) {
    if (!dictionary_) dictionary_ = std::make_unique<Dictionary>();
    break_words(*dictionary_->words, run, emit);
  });
}

}  // namespace assay::language
