#include "language/phrase_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "language/characters.h"
#include "language/fold.h"
#include "language/utf8.h"

namespace assay::language {
namespace {

constexpr std::size_t least_apart = 4;     // letters that stand apart
constexpr std::size_t longest_word = 100;  // bytes: what is longer is no word of a phrase
constexpr std::size_t longest_known = 24;

// Cyrillic and Greek letters by the Latin ones that they look like; lower case, since words are
// folded before.
constexpr std::array<std::pair<char32_t, char>, 37> look_alikes{{
    {U'а', 'a'}, {U'в', 'b'}, {U'с', 'c'}, {U'ԁ', 'd'}, {U'е', 'e'}, {U'һ', 'h'}, {U'н', 'h'},
    {U'і', 'i'}, {U'ї', 'i'}, {U'ј', 'j'}, {U'к', 'k'}, {U'ӏ', 'l'}, {U'м', 'm'}, {U'п', 'n'},
    {U'о', 'o'}, {U'р', 'p'}, {U'ԛ', 'q'}, {U'г', 'r'}, {U'ѕ', 's'}, {U'т', 't'}, {U'ц', 'u'},
    {U'ѵ', 'v'}, {U'ԝ', 'w'}, {U'х', 'x'}, {U'у', 'y'}, {U'α', 'a'}, {U'β', 'b'}, {U'ε', 'e'},
    {U'η', 'n'}, {U'ι', 'i'}, {U'κ', 'k'}, {U'ν', 'v'}, {U'ο', 'o'}, {U'ρ', 'p'}, {U'τ', 't'},
    {U'υ', 'u'}, {U'χ', 'x'},
}};
constexpr std::array<std::pair<char32_t, char>, 7> digits_as_letters{{
    {U'0', 'o'},
    {U'1', 'i'},
    {U'3', 'e'},
    {U'4', 'a'},
    {U'5', 's'},
    {U'7', 't'},
    {U'8', 'b'},
}};

template <class Table>
char looks_like(const Table& table, char32_t point) {
  for (const auto& [other, latin] : table)
    if (other == point) return latin;
  return 0;
}

bool is_latin(char32_t point) { return point >= 'a' && point <= 'z'; }

// The word as one of Latin letters, where it has some and all others look like some; else as it is.
std::string without_disguise(std::string word) {
  bool latin = false;
  bool other = false;
  for (std::size_t at = 0; at < word.size();) (is_latin(decode(word, at)) ? latin : other) = true;
  if (!latin || !other) return word;
  std::string plain;
  for (std::size_t at = 0; at < word.size();) {
    const auto point = decode(word, at);
    char letter = is_latin(point) || point == '\'' ? static_cast<char>(point) : '\0';
    if (letter == 0) letter = looks_like(look_alikes, point);
    if (letter == 0) letter = looks_like(digits_as_letters, point);
    if (letter == 0) return word;
    plain += letter;
  }
  return plain;
}

bool ends_sentence(char32_t point) {
  constexpr std::u32string_view marks = U".!?:;|\n\"“”„«»()[]{}*>#•。！？：；「」…\u2028\u2029।؟";
  return marks.find(point) != marks.npos;
}

bool is_single(const PhraseWord& word) {
  std::size_t at = 0;
  if (word.text.empty()) return false;
  const auto point = decode(word.text, at);
  return at == word.text.size() && character_class(point) == CharacterClass::letter;
}

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<PhraseWord> run() {
    for (std::size_t at = 0; at < text_.size();) {
      const auto begin = at;
      take(decode(text_, at), begin, at);
    }
    close();
    return std::move(words_);
  }

 private:
  void take(char32_t point, std::size_t begin, std::size_t end) {
    switch (character_class(point)) {
      case CharacterClass::ignorable:
        return;
      case CharacterClass::ideograph:
        close();
        begin_ = begin;
        end_ = end;
        close();
        return;
      case CharacterClass::letter:
      case CharacterClass::digit:
      case CharacterClass::mark:
      case CharacterClass::complex:
        if (end_ == 0) begin_ = begin;
        end_ = end;
        return;
      case CharacterClass::apostrophe:
        if (end_ != 0) return;  // inside a word if letters follow, else not in its span
        break;
      default:
        if (point == 0x200B) return;  // a space of no width, which nobody sees
        break;
    }
    close();
    starts_ = starts_ || ends_sentence(point);
  }

  void close() {
    if (end_ == 0) return;
    if (end_ - begin_ <= longest_word)
      words_.push_back({without_disguise(folded()), begin_, end_, starts_, -1});
    else
      words_.push_back({"", begin_, end_, starts_, -1});
    end_ = 0;
    starts_ = false;
  }

  std::string folded() const {
    auto word = text_.substr(begin_, end_ - begin_);
    if (word.find("\xE2\x80\x8B") == word.npos) return fold(word);
    std::string visible(word);
    for (std::size_t at = 0; (at = visible.find("\xE2\x80\x8B", at)) != visible.npos;)
      visible.erase(at, 3);
    return fold(visible);
  }

  std::string_view text_;
  std::vector<PhraseWord> words_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;  // 0: between words
  bool starts_ = true;   // a sentence has ended
};

// A row of single letters as words again.
class Joiner {
 public:
  Joiner(std::string_view text, const std::function<bool(const std::string&)>& known)
      : text_(text), known_(known) {}

  void add(const std::vector<PhraseWord>& letters, std::vector<PhraseWord>& into) {
    std::size_t from = 0;
    for (std::size_t i = 1; i <= letters.size(); ++i)
      if (i == letters.size() || far_apart(letters[i - 1], letters[i])) {
        add_word(letters, from, i, into);
        from = i;
      }
  }

 private:
  // More than one character between them.
  bool far_apart(const PhraseWord& one, const PhraseWord& next) const {
    std::size_t at = one.end;
    if (at < next.begin) decode(text_, at);
    return at < next.begin;
  }

  // The known words in it, the longest first; letters between them are left alone.
  void add_word(const std::vector<PhraseWord>& letters, std::size_t from, std::size_t to,
                std::vector<PhraseWord>& into) {
    while (from < to) {
      auto end = from + 1;
      std::string word;
      std::string longest = letters[from].text;
      for (auto i = from; i < to && word.size() < longest_known; ++i) {
        word += letters[i].text;
        if (!known_(word)) continue;
        longest = word;
        end = i + 1;
      }
      into.push_back(
          {longest, letters[from].begin, letters[end - 1].end, letters[from].starts, -1});
      from = end;
    }
  }

  std::string_view text_;
  const std::function<bool(const std::string&)>& known_;
};

}  // namespace

std::vector<PhraseWord> phrase_words(std::string_view text,
                                     const std::function<bool(const std::string&)>& known) {
  auto split = Splitter(text).run();
  std::vector<PhraseWord> words;
  words.reserve(split.size());
  std::vector<PhraseWord> apart;
  Joiner joiner(text, known);
  const auto end_row = [&] {
    if (apart.size() >= least_apart)
      joiner.add(apart, words);
    else
      std::ranges::move(apart, std::back_inserter(words));
    apart.clear();
  };
  for (auto& word : split) {
    if (is_single(word)) {
      apart.push_back(std::move(word));
      continue;
    }
    end_row();
    words.push_back(std::move(word));
  }
  end_row();
  return words;
}

}  // namespace assay::language
