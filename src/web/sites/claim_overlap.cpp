#include "web/sites/claim_overlap.h"

#include <algorithm>

#include "language/detect.h"
#include "language/utf8.h"
#include "web/sites/site_lists.h"

namespace assay::web {
namespace {

constexpr std::size_t longest = 4000;
constexpr std::size_t fewest_long_words = 3;

std::size_t letters_of(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) language::decode(text, at);
  return count;
}

bool is_long(const language::Token& token) {
  return token.kind != language::TokenKind::word || letters_of(token.text) >= 4;
}

std::unordered_set<std::string> stems_of(std::string_view text, const std::string& language) {
  const auto tokens = language::tokenize(text.substr(0, longest), language);
  std::unordered_set<std::string> stems;
  for (const auto& token : tokens)
    if (is_long(token)) stems.insert(token.stem);
  if (stems.size() < fewest_long_words)
    for (const auto& token : tokens) stems.insert(token.stem);
  return stems;
}

}  // namespace

ClaimOverlap::ClaimOverlap(std::string_view claim)
    : language_(language::detect(claim).language),
      words_(words_of(claim.substr(0, longest))),
      stems_(stems_of(claim, language_)) {}

double ClaimOverlap::of(std::string_view text) const {
  const auto stems = stems_of(text, language_);
  const auto shorter = std::min(stems.size(), stems_.size());
  const auto shared = static_cast<std::size_t>(
      std::ranges::count_if(stems, [&](const auto& stem) { return stems_.contains(stem); }));
  if (shared < std::min<std::size_t>(3, std::max<std::size_t>(2, shorter))) return 0;
  return static_cast<double>(shared) / static_cast<double>(shorter);
}

bool ClaimOverlap::says(const std::vector<std::string>& words) const {
  return !std::ranges::search(words_, words).empty();
}

}  // namespace assay::web
