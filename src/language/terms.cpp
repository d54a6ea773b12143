#include "language/terms.h"

#include <algorithm>
#include <array>

#include "language/detect.h"
#include "language/fold.h"
#include "language/utf8.h"

namespace assay::language {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void erase(std::string& text, char c) { std::erase(text, c); }

void erase_all(std::string& text, std::string_view part) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;)
    text.erase(at, part.size());
}

// 1,000,000 and 1.000.000 are 1000000; 27,6 is 27.6.
void plain_number(std::string& number) {
  const auto count = [&](char c) { return std::count(number.begin(), number.end(), c); };
  if (count('.') > 1 && count(',') == 0) {
    erase(number, '.');
    return;
  }
  const auto comma = number.find(',');
  if (comma == std::string::npos) return;
  const std::size_t digits =
      std::min(number.find_first_not_of("0123456789", comma + 1), number.size()) - comma - 1;
  if (digits == 3)
    erase(number, ',');
  else
    number[comma] = '.';
}

std::size_t number_length(std::string_view word) {
  std::size_t end = 0;
  while (end < word.size() && (is_digit(word[end]) || word[end] == '.' || word[end] == ',')) ++end;
  return end;
}

void cut(std::string& term) {
  if (term.size() <= longest_term) return;
  std::size_t end = longest_term;
  while (end > 0 && (static_cast<unsigned char>(term[end]) & 0xC0) == 0x80) --end;
  term.resize(end);
}

// Folds everything but accents, which some stemmers need.
std::string fold_segment(std::string_view bytes, SegmentKind kind) {
  // Bounded before the folding, with room for what folding shortens.
  std::string term = fold_case(bytes.substr(0, 4 * longest_term));
  const std::size_t number = number_length(term);
  if (number > 0 && kind != SegmentKind::compound) {
    std::string head = term.substr(0, number);
    plain_number(head);
    term.replace(0, number, head);
  } else if (kind == SegmentKind::word) {
    erase(term, '.');  // an acronym's
  } else if (kind == SegmentKind::compound) {
    erase(term, '-');
    erase(term, ',');
    erase_all(term, "\xE2\x80\x90");
    erase_all(term, "\xE2\x80\x91");
  }
  cut(term);
  return term;
}

bool has_digit(std::string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }

Script first_script(std::string_view word) {
  std::size_t at = 0;
  return word.empty() ? Script::none : script_of(decode(word, at));
}

// l'homme, dell'acqua: the article goes.
void drop_elision(std::string& word, StemmerId stemmer) {
  const auto language = stemmer_language(stemmer);
  if (language != "fr" && language != "it" && language != "ca") return;
  const auto apostrophe = word.find('\'');
  if (apostrophe != std::string::npos && apostrophe <= 5 && apostrophe + 2 < word.size())
    word.erase(0, apostrophe + 1);
}

bool mostly_latin(std::string_view text) {
  std::size_t latin = 0;
  std::size_t rest = 0;
  const auto sample = text.substr(0, 400);
  for (std::size_t at = 0; at < sample.size();) {
    switch (script_of(decode(sample, at))) {
      case Script::latin:
        ++latin;
        break;
      case Script::none:
        break;
      default:
        ++rest;
    }
  }
  return latin >= rest;
}

}  // namespace

StemmerId stemmer_of_text(std::string_view text) {
  if (plainly_english(text)) return stemmer_for("en");
  const Detection found = detect(text);
  if (found.reliable) return stemmer_for(found.language);
  return mostly_latin(text) ? stemmer_for("en") : stemmer_for(found.language);
}

std::string TermMaker::fold(std::string_view bytes, SegmentKind kind) const {
  std::string term = fold_segment(bytes, kind);
  strip_accents(term);
  return term;
}

std::string TermMaker::stem(std::string_view bytes, SegmentKind kind, StemmerId stemmer,
                            StemmerId& used) {
  std::string term = fold_segment(bytes, kind);
  used = no_stemmer;
  const bool word = kind == SegmentKind::word || kind == SegmentKind::compound;
  if (word && stemmer != no_stemmer && !has_digit(term) &&
      first_script(term) == stemmer_script(stemmer)) {
    used = stemmer;
    if (stemmer_language(stemmer) == "en") strip_accents(term);
    drop_elision(term, stemmer);
    stemmers_.stem(term, stemmer);
  }
  strip_accents(term);
  erase(term, '\'');
  return term;
}

}  // namespace assay::language
