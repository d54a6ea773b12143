#include "retrieval/documents/picture_words.h"

#include <simdjson.h>

#include <algorithm>

#include "retrieval/documents/data_url.h"
#include "retrieval/documents/picture_place.h"
#include "web/sites/percent.h"

namespace assay::retrieval {
namespace {

constexpr std::size_t before_bytes = 250;
constexpr std::size_t behind_bytes = 350;
constexpr std::size_t longest_name = 300;
// How often a text is said, which is how the index weighs it.
constexpr int caption_weight = 3;
constexpr int alt_weight = 2;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string in_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (!is_space(c))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

// Where to cut near `at` so that no word, or at least no character, is cut: within 40 bytes.
std::size_t cut_forward(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  for (auto i = at; i < std::min(at + 40, text.size()); ++i)
    if (is_space(text[i])) return i;
  while (at < text.size() && continues_character(text[at])) ++at;
  return at;
}

void add(std::string& words, std::string_view text, int times) {
  for (int i = 0; i < times && !text.empty(); ++i) words.append(text).append("\n");
}

}  // namespace

std::string picture_words(const Document& document, const DocumentImage& image) {
  std::string words;
  add(words, image.caption, caption_weight);
  add(words, image.alt, alt_weight);
  add(words, image.nearby, 1);
  add(words, document.title, 1);
  if (!is_data_url(image.reference)) add(words, words_of_name(image.reference), 1);
  return words;
}

std::string words_around(std::string_view text, std::size_t position) {
  position = std::min(position, text.size());
  const auto begin = position > before_bytes ? cut_forward(text, position - before_bytes) : 0;
  const auto end = cut_forward(text, position + behind_bytes);
  return in_one_line(text.substr(begin, end - std::min(begin, end)));
}

std::string first_words(std::string_view text) { return words_around(text, 0); }

std::string words_of_name(std::string_view name) {
  name = name_of(name.substr(0, name.find_first_of("?#")));
  const auto decoded = web::percent_decoded(name.substr(0, longest_name));
  std::string words;
  for (const char c : has_picture_name(decoded) ? stem_of(decoded) : std::string_view(decoded)) {
    const bool sign = static_cast<unsigned char>(c) < 0x80 && !(c >= '0' && c <= '9') &&
                      !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z');
    words += sign ? ' ' : c;
  }
  words = in_one_line(words);
  while (!words.empty() && words.front() == ' ') words.erase(0, 1);
  if (simdjson::validate_utf8(words)) return words;
  return id_of_path(words);
}

}  // namespace assay::retrieval
