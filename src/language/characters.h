#pragma once
#include <cstdint>

namespace assay::language {

// What a code point is to the splitting of text into words.
enum class CharacterClass : std::uint8_t {
  other,       // space, punctuation, symbols
  letter,      // of a script that sets words apart
  digit,       // decimal digits of any script
  mark,        // combines with what stands before it
  ideograph,   // Han, Hiragana, Katakana, Bopomofo, Hangul: split into pairs
  complex,     // Thai, Lao, Khmer, Burmese: split by ICU's dictionaries
  ignorable,   // soft hyphen, joiners: inside a word as if they were not there
  apostrophe,  // ' and its typographic forms
  hyphen,      // - and its non-breaking forms
};

CharacterClass character_class(char32_t point);

// The writing systems that the stemmers know, and the rest.
enum class Script : std::uint8_t {
  none,
  latin,
  cyrillic,
  greek,
  arabic,
  hebrew,
  armenian,
  devanagari,
  tamil,
  other
};

Script script_of(char32_t point);

}  // namespace assay::language
