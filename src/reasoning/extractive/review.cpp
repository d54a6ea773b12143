#include "reasoning/extractive/review.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "language/tokens.h"
#include "reasoning/extractive/cues.h"
#include "reasoning/extractive/stopwords.h"

namespace assay::reasoning::extractive {
namespace {

using core::Stance;

// Ratings in the languages that most fact-checkers write in, folded, own list. Of those that a
// rating holds the first counts: what is right in part stands before what is right or wrong.
constexpr std::array<std::pair<std::string_view, Stance>, 79> ratings{{
    {"half true", Stance::touches},
    {"partly true", Stance::touches},
    {"partially true", Stance::touches},
    {"partly false", Stance::touches},
    {"partially false", Stance::touches},
    {"partly right", Stance::touches},
    {"mixture", Stance::touches},
    {"mixed", Stance::touches},
    {"missing context", Stance::touches},
    {"needs context", Stance::touches},
    {"lacks context", Stance::touches},
    {"unproven", Stance::touches},
    {"unsupported", Stance::touches},
    {"unverified", Stance::touches},
    {"no evidence", Stance::touches},
    {"outdated", Stance::touches},
    {"fehlender kontext", Stance::touches},
    {"grosstenteils falsch", Stance::contradicts},
    {"teilweise falsch", Stance::touches},
    {"teilweise richtig", Stance::touches},
    {"halbwahr", Stance::touches},
    {"unbelegt", Stance::touches},
    {"verdad a medias", Stance::touches},
    {"contexte manquant", Stance::touches},
    {"partiellement vrai", Stance::touches},
    {"partiellement faux", Stance::touches},
    {"parcialmente falso", Stance::touches},
    {"sin contexto", Stance::touches},
    {"sem contexto", Stance::touches},
    {"not true", Stance::contradicts},
    {"not false", Stance::supports},
    {"not correct", Stance::contradicts},
    {"not accurate", Stance::contradicts},
    {"nicht wahr", Stance::contradicts},
    {"nicht richtig", Stance::contradicts},
    {"stimmt nicht", Stance::contradicts},
    {"pants on fire", Stance::contradicts},
    {"pinocchios", Stance::contradicts},
    {"false", Stance::contradicts},
    {"fake", Stance::contradicts},
    {"wrong", Stance::contradicts},
    {"incorrect", Stance::contradicts},
    {"inaccurate", Stance::contradicts},
    {"untrue", Stance::contradicts},
    {"hoax", Stance::contradicts},
    {"fabricated", Stance::contradicts},
    {"debunked", Stance::contradicts},
    {"misleading", Stance::contradicts},
    {"altered", Stance::contradicts},
    {"doctored", Stance::contradicts},
    {"manipulated", Stance::contradicts},
    {"miscaptioned", Stance::contradicts},
    {"misattributed", Stance::contradicts},
    {"scam", Stance::contradicts},
    {"satire", Stance::contradicts},
    {"falsch", Stance::contradicts},
    {"irrefuhrend", Stance::contradicts},
    {"manipuliert", Stance::contradicts},
    {"erfunden", Stance::contradicts},
    {"faux", Stance::contradicts},
    {"trompeur", Stance::contradicts},
    {"falso", Stance::contradicts},
    {"falsa", Stance::contradicts},
    {"bulo", Stance::contradicts},
    {"enganoso", Stance::contradicts},
    {"mentira", Stance::contradicts},
    {"nepravda", Stance::contradicts},
    {"falsz", Stance::contradicts},
    {"true", Stance::supports},
    {"correct", Stance::supports},
    {"accurate", Stance::supports},
    {"confirmed", Stance::supports},
    {"wahr", Stance::supports},
    {"richtig", Stance::supports},
    {"stimmt", Stance::supports},
    {"vrai", Stance::supports},
    {"verdadero", Stance::supports},
    {"verdadeiro", Stance::supports},
    {"vero", Stance::supports},
}};

// Folded words, each set apart by spaces: ` pants on fire `.
std::string words_of(std::string_view text) {
  std::string words = " ";
  for (const auto& token : language::tokenize(text.substr(0, 500), {})) words += token.text + " ";
  return words;
}

struct Content {
  std::set<std::string> stems;
  std::set<std::string> numbers;
  bool negated = false;
};

Content content_of(std::string_view text, std::string_view language) {
  text = text.substr(0, 4'000);
  Content content;
  const auto tokens = language::tokenize(text, language);
  for (const auto& token : tokens) {
    if (token.kind == language::TokenKind::number) content.numbers.insert(token.text);
    if (!is_stopword(token.text)) content.stems.insert(token.stem);
  }
  content.negated = std::ranges::any_of(find_cues(text, tokens),
                                        [](const CueHit& hit) { return hit.cue == Cue::negation; });
  return content;
}

}  // namespace

std::optional<Stance> stance_of_rating(std::string_view rating) {
  const auto words = words_of(rating);
  for (const auto& [known, stance] : ratings)
    if (words.find(" " + std::string(known) + " ") != words.npos) return stance;
  return std::nullopt;
}

bool reviews_claim(std::string_view reviewed, std::string_view claim, std::string_view language) {
  constexpr double most = 0.6;  // of what the longer one says
  const auto a = content_of(reviewed, language);
  const auto b = content_of(claim, language);
  if (a.stems.empty() || b.stems.empty()) return false;
  if (a.numbers != b.numbers || a.negated != b.negated) return false;
  std::size_t shared = 0;
  for (const auto& stem : a.stems) shared += b.stems.contains(stem) ? 1 : 0;
  return static_cast<double>(shared) >=
         most * static_cast<double>(std::max(a.stems.size(), b.stems.size()));
}

std::optional<core::Finding> read_review(const core::Evidence& evidence, std::string_view claim,
                                         std::string_view language) {
  const auto& review = evidence.source.review;
  if (!review || !reviews_claim(review->claim, claim, language)) return std::nullopt;
  const auto stance = stance_of_rating(review->rating);
  if (!stance) return std::nullopt;
  core::Finding finding;
  finding.evidence = evidence.id;
  finding.stance = *stance;
  finding.strength = *stance == Stance::touches ? 0.3 : 0.85;
  finding.coverage = 1;
  finding.reasons.push_back("a fact-check of this claim rates it \"" + review->rating + "\"");
  return finding;
}

}  // namespace assay::reasoning::extractive
