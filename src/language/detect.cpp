#include "language/detect.h"

#include <cld2/public/compact_lang_det.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "language/characters.h"
#include "language/utf8.h"

namespace assay::language {
namespace {

// Enough to be sure of, and little enough to cost nothing beside the splitting into words.
constexpr std::size_t sample_bytes = 600;

constexpr std::array<std::pair<UScriptCode, const char*>, 7> script_languages{{
    {USCRIPT_HANGUL, "ko"},
    {USCRIPT_THAI, "th"},
    {USCRIPT_GREEK, "el"},
    {USCRIPT_HEBREW, "he"},
    {USCRIPT_ARMENIAN, "hy"},
    {USCRIPT_TAMIL, "ta"},
    {USCRIPT_GEORGIAN, "ka"},
}};

std::string iso_code(CLD2::Language language) {
  if (language == CLD2::UNKNOWN_LANGUAGE || language == CLD2::TG_UNKNOWN_LANGUAGE) return {};
  std::string code = CLD2::LanguageCode(language);
  if (code == "iw") return "he";
  if (code == "jw") return "jv";
  if (code == "nb" || code == "nn") return "no";
  return code.substr(0, code.find('-'));
}

std::string_view sample_of(std::string_view text) {
  if (text.size() <= sample_bytes) return text;
  std::size_t end = sample_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

// The language that a script is nearly always written for, where the detector has no answer: short
// Chinese, for one, could be written for several countries.
std::string language_of_script(std::string_view text) {
  std::size_t han = 0;
  std::size_t kana = 0;
  std::size_t letters = 0;
  std::map<UScriptCode, std::size_t> counts;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = decode(text, at);
    const CharacterClass kind = character_class(c);
    if (kind != CharacterClass::letter && kind != CharacterClass::ideograph &&
        kind != CharacterClass::complex)
      continue;
    UErrorCode error = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &error);
    ++letters;
    ++counts[script];
    han += script == USCRIPT_HAN ? 1 : 0;
    kana += script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ? 1 : 0;
  }
  if (2 * (han + kana) > letters) return 10 * kana > han ? "ja" : "zh";
  for (const auto& [script, language] : script_languages)
    if (2 * counts[script] > letters) return language;
  return {};
}

bool english_word(std::string_view word) {
  constexpr auto words = std::to_array<std::string_view>(
      {"the", "of",   "and",   "to",   "that", "with", "for",   "this",  "are", "from",
       "his", "they", "which", "have", "were", "been", "would", "their", "has", "by"});
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool plainly_english(std::string_view text) {
  constexpr std::size_t sample = 400;
  constexpr std::size_t fewest = 20;
  std::size_t words = 0;
  std::size_t english = 0;
  std::size_t begin = 0;
  const auto part = text.substr(0, sample);
  for (std::size_t at = 0; at < part.size(); ++at) {
    if (part[at] != ' ' && part[at] != '\n') continue;
    if (at > begin) {
      ++words;
      english += english_word(part.substr(begin, at - begin)) ? 1 : 0;
    }
    begin = at + 1;
  }
  return words >= fewest && english * 8 >= words;
}

Detection detect(std::string_view text) {
  const std::string_view sample = sample_of(text);
  std::string repaired;
  std::string_view input = sample;
  if (!is_utf8(sample)) {  // cld2 reads past the end of a cut sequence
    repaired = to_utf8(sample);
    input = repaired;
  }
  std::array<CLD2::Language, 3> languages{};
  std::array<int, 3> percent{};
  int bytes = 0;
  bool reliable = false;
  CLD2::DetectLanguageSummary(input.data(), static_cast<int>(input.size()), true, languages.data(),
                              percent.data(), &bytes, &reliable);
  Detection found{iso_code(languages[0]), reliable};
  if (found.language.empty()) {
    found.language = language_of_script(input);
    found.reliable = !found.language.empty();
  }
  return found;
}

}  // namespace assay::language
