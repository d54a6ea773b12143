#include "reasoning/extractive/credits.h"

#include <algorithm>
#include <array>

#include "language/fold.h"

namespace assay::reasoning::extractive {
namespace {

constexpr std::size_t longest_credit = 120;  // bytes; what is longer tells more than a name

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool begins_with(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
                    [](char a, char b) { return a == lower(b); });
}

// Words that a credit begins with; those in the second list only before a colon, for they also
// begin what is told of a picture.
std::size_t credit_mark(std::string_view text) {
  constexpr std::array<std::string_view, 14> always{
      "photo by ",   "photos by ",   "photograph by ", "picture by ",  "image by ",
      "image from ", "courtesy of ", "credit: ",       "photo credit", "image credit",
      "©",           "foto von ",    "photo de ",      "foto de "};
  constexpr std::array<std::string_view, 15> before_colon{
      "photo",   "photos", "photograph", "photography", "photographer",
      "picture", "image",  "credit",     "credits",     "source",
      "foto",    "bild",   "quelle",     "fuente",      "crédit"};
  for (const auto mark : always)
    if (begins_with(text, mark)) return mark.size();
  for (const auto mark : before_colon)
    if (begins_with(text, mark) && text.size() > mark.size() &&
        (text[mark.size()] == ':' || text.substr(mark.size()).starts_with(" :") ||
         text.substr(mark.size()).starts_with("\xC2\xA0:")))
      return mark.size() + 1;
  return 0;
}

// Agencies whose names stand behind a slash or in brackets at the end.
bool names_agency(std::string_view text) {
  constexpr std::array<std::string_view, 14> agencies{
      "reuters", "afp", "dpa", "getty", "associated press", "ap photo", "ap images",
      "/ap",     "(ap", "epa", "alamy", "shutterstock",     "imago",    "anadolu"};
  const auto folded = language::fold(text);
  return std::ranges::any_of(
      agencies, [&](std::string_view agency) { return folded.find(agency) != folded.npos; });
}

void trim_end(std::string& text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '(' ||
                           text.back() == '|' || text.back() == '-' || text.back() == '/'))
    text.pop_back();
}

// `…, 3 May 2021. Ana Ruiz/Reuters` or `… (AFP)`: the last piece where it names an agency.
void drop_agency(std::string& text) {
  const auto from = text.size() > longest_credit ? text.size() - longest_credit : 0;
  auto at = text.find_last_of("(.[|\n", text.size() < 2 ? 0 : text.size() - 2);
  if (at == text.npos || at < from || at + 1 >= text.size()) return;
  if (!names_agency(std::string_view(text).substr(at))) return;
  text.erase(text[at] == '.' ? at + 1 : at);
  trim_end(text);
}

}  // namespace

std::string without_credit(std::string_view caption) {
  std::string text(caption);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && is_word(text[at - 1])) continue;
    const auto rest = std::string_view(text).substr(at);
    if (credit_mark(rest) == 0) continue;
    // A credit ends the caption, or its sentence.
    auto end = rest.size();
    if (at == 0)
      if (const auto stop = rest.find_first_of(".|\n"); stop != rest.npos) end = stop + 1;
    if (end > longest_credit) continue;
    text.erase(at, end);
    break;
  }
  trim_end(text);
  drop_agency(text);
  return text;
}

}  // namespace assay::reasoning::extractive
