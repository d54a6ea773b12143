#include "retrieval/knowledge/filling.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "language/lines.h"
#include "web/browser/needs_browser.h"
#include "web/result_text.h"

namespace assay::retrieval {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
    return !is_space(c) && (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

// What may stand behind a sentence's end: white space, quotation marks, brackets.
std::string_view without_closing(std::string_view line) {
  constexpr std::array<std::string_view, 13> closing{"\"", "'", "”", "“", "’",  "‘", "»",
                                                     "«",  "›", ")", "]", "」", "』"};
  for (;;) {
    while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
    const auto found =
        std::ranges::find_if(closing, [&](std::string_view mark) { return line.ends_with(mark); });
    if (found == closing.end()) return line;
    line.remove_suffix(found->size());
  }
}

// Of several words and ended as sentences are: in any script.
bool is_sentence(std::string_view line) {
  line = without_closing(line);
  if (line.empty()) return false;
  constexpr std::array<std::string_view, 9> ends{".", "!", "?", "…", "。", "！", "？", "।", "؟"};
  const bool ended =
      std::ranges::any_of(ends, [&](std::string_view end) { return line.ends_with(end); });
  const auto words = std::ranges::count_if(line, is_space) + 1;
  return (ended && (words >= 5 || characters(line) >= 15)) || words >= 20;
}

// Menus are many short lines, few of them sentences (teasers of other pages may be). Of the 137
// real pages of the extraction data no article is taken for one, and 120 of their lists of links
// are.
bool is_navigation(std::string_view text) {
  constexpr std::size_t few_lines = 8;
  std::size_t lines = 0;
  std::size_t all = 0;
  std::size_t in_sentences = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const auto line = language::take_line(rest);
    const auto size = characters(line);
    if (size == 0) continue;
    ++lines;
    all += size;
    if (is_sentence(line)) in_sentences += size;
  }
  return lines >= few_lines && in_sentences * 4 < all && all < lines * 60;
}

}  // namespace

const char* to_string(FillNeed need) {
  switch (need) {
    case FillNeed::none:
      return "none";
    case FillNeed::missing:
      return "missing";
    case FillNeed::too_short:
      return "short";
    case FillNeed::wall:
      return "wall";
    case FillNeed::navigation:
      return "navigation";
  }
  return "";
}

FillNeed need_of_text(std::string_view text, const FillRules& rules) {
  const auto size = characters(text);
  if (size == 0) return FillNeed::missing;
  if (web::is_wall(text)) return FillNeed::wall;
  if (size < rules.least_characters) return FillNeed::too_short;
  return is_navigation(text) ? FillNeed::navigation : FillNeed::none;
}

FillNeed need_of(const Document& document, const FillRules& rules) {
  if (document.media_type == "picture" || !document.filled.empty() ||
      web::result_url(document.url).empty())
    return FillNeed::none;
  return need_of_text(document.text, rules);
}

void FillCounts::add_claim(std::uint64_t documents_of_it, std::uint64_t useful_of_it,
                           std::uint64_t with_text_of_it, std::uint64_t characters_of_it) {
  least = claims == 0 ? with_text_of_it : std::min(least, with_text_of_it);
  most = std::max(most, with_text_of_it);
  ++claims;
  documents += documents_of_it;
  useful += useful_of_it;
  with_text += with_text_of_it;
  characters += characters_of_it;
}

double FillCounts::mean() const {
  return claims == 0 ? 0 : static_cast<double>(with_text) / static_cast<double>(claims);
}

void add_claim(const Store& store, const FillRules& rules, FillTable& table) {
  struct OfClaim {
    std::uint64_t documents = 0;
    std::uint64_t useful = 0;
    std::uint64_t with_text = 0;
    std::uint64_t characters = 0;
  };
  std::map<std::string, OfClaim> collections;
  for (std::uint32_t i = 0; i < store.documents(); ++i) {
    if (store.collection(i) == Collection::images) continue;
    const auto text = store.text(i);
    auto& counts = collections[to_string(store.collection(i))];
    ++counts.documents;
    const auto size = characters(text);
    counts.characters += size;
    if (size > 0) ++counts.with_text;
    if (need_of_text(text, rules) == FillNeed::none) ++counts.useful;
  }
  for (const auto& [name, counts] : collections)
    table[name].add_claim(counts.documents, counts.useful, counts.with_text, counts.characters);
}

}  // namespace assay::retrieval
