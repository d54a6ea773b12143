#include "language/arabic.h"

#include <array>
#include <string_view>

#include "language/fold.h"
#include "language/utf8.h"

namespace assay::language {
namespace {

using std::u32string_view;

constexpr std::array<u32string_view, 7> prefixes = {U"ال",  U"وال", U"بال", U"كال",
                                                    U"فال", U"لل",  U"و"};
// In the forms that strip_accents() leaves.
constexpr std::array<u32string_view, 8> suffixes = {U"ها", U"ان", U"ات", U"ون",
                                                    U"ين", U"يه", U"ه",  U"ي"};
constexpr std::size_t shortest_stem = 2;

void drop_prefix(std::u32string& word) {
  for (const auto prefix : prefixes) {
    // A single letter is more often the word's own.
    const std::size_t rest = prefix.size() == 1 ? shortest_stem + 1 : shortest_stem;
    if (!word.starts_with(prefix) || word.size() < prefix.size() + rest) continue;
    word.erase(0, prefix.size());
    return;
  }
}

void drop_suffixes(std::u32string& word) {
  for (const auto suffix : suffixes)
    if (word.ends_with(suffix) && word.size() >= suffix.size() + shortest_stem)
      word.resize(word.size() - suffix.size());
}

}  // namespace

void stem_arabic(std::string& word) {
  strip_accents(word);
  std::u32string letters;
  for (std::size_t at = 0; at < word.size();) letters += decode(word, at);
  drop_prefix(letters);
  drop_suffixes(letters);
  word.clear();
  for (const char32_t letter : letters) append(word, letter);
}

}  // namespace assay::language
