#include "language/characters.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <memory>
#include <vector>

namespace assay::language {
namespace {

bool is_hyphen(char32_t point) { return point == '-' || point == 0x2010 || point == 0x2011; }

bool is_apostrophe(char32_t point) {
  return point == '\'' || point == 0x2019 || point == 0x02BC || point == 0xFF07;
}

bool pairs_script(UScriptCode script) {
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ||
         script == USCRIPT_HANGUL || script == USCRIPT_BOPOMOFO;
}

CharacterClass classify(char32_t point) {
  const auto c = static_cast<UChar32>(point);
  if (is_hyphen(point)) return CharacterClass::hyphen;
  if (is_apostrophe(point)) return CharacterClass::apostrophe;
  // The long vowel mark and the iteration marks are common to several scripts.
  if (point == 0x30FC || point == 0x3005 || point == 0xFF70 || point == 0xFF9E || point == 0xFF9F)
    return CharacterClass::ideograph;
  switch (u_charType(c)) {
    case U_DECIMAL_DIGIT_NUMBER:
      return CharacterClass::digit;
    case U_FORMAT_CHAR:
      return point == 0x200B ? CharacterClass::other : CharacterClass::ignorable;
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_UPPERCASE_LETTER:
    case U_LOWERCASE_LETTER:
    case U_TITLECASE_LETTER:
    case U_MODIFIER_LETTER:
    case U_OTHER_LETTER:
    case U_LETTER_NUMBER:
      break;
    default:
      return CharacterClass::other;
  }
  if (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT)
    return CharacterClass::complex;
  if ((U_MASK(u_charType(c)) & U_GC_M_MASK) != 0) return CharacterClass::mark;
  UErrorCode error = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &error);
  return pairs_script(script) ? CharacterClass::ideograph : CharacterClass::letter;
}

Script classify_script(char32_t point) {
  UErrorCode error = U_ZERO_ERROR;
  switch (uscript_getScript(static_cast<UChar32>(point), &error)) {
    case USCRIPT_LATIN:
      return Script::latin;
    case USCRIPT_CYRILLIC:
      return Script::cyrillic;
    case USCRIPT_GREEK:
      return Script::greek;
    case USCRIPT_ARABIC:
      return Script::arabic;
    case USCRIPT_HEBREW:
      return Script::hebrew;
    case USCRIPT_ARMENIAN:
      return Script::armenian;
    case USCRIPT_DEVANAGARI:
      return Script::devanagari;
    case USCRIPT_TAMIL:
      return Script::tamil;
    case USCRIPT_COMMON:
    case USCRIPT_INHERITED:
      return Script::none;
    default:
      return Script::other;
  }
}

constexpr char32_t table_size = 0x10000;

// ICU's properties of the basic plane, looked up once: they are asked for at every character.
struct Tables {
  std::vector<CharacterClass> classes = std::vector<CharacterClass>(table_size);
  Tables() {
    for (char32_t c = 0; c < table_size; ++c) classes[c] = classify(c);
  }
};

}  // namespace

CharacterClass character_class(char32_t point) {
  static const Tables tables;
  return point < table_size ? tables.classes[point] : classify(point);
}

Script script_of(char32_t point) {
  if (point < 0x80) {
    const char32_t lower = point | 0x20;
    return lower >= 'a' && lower <= 'z' ? Script::latin : Script::none;
  }
  return classify_script(point);
}

}  // namespace assay::language
