#include "reasoning/prompted/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "language/sentences.h"
#include "language/tokens.h"
#include "reasoning/prompted/record_text.h"

namespace assay::reasoning::prompted {
namespace {

constexpr std::string_view gap = "[…]\n";

std::int64_t tokens_of(const core::Evidence& item, bool pictures,
                       std::span<const core::Repeat> repeats) {
  const auto shown = pictures ? static_cast<std::int64_t>(item.images.size()) : 0;
  return estimated_tokens(evidence_text(item, repeats)) + shown * picture_tokens;
}

bool takes_side(const core::Development* development, const std::string& id) {
  return development != nullptr &&
         std::ranges::any_of(development->findings, [&](const core::Finding& finding) {
           return finding.evidence == id && finding.stance != core::Stance::touches;
         });
}

// The places of the items in the order in which they are dropped.
std::vector<std::size_t> dropping_order(const std::vector<core::Evidence>& evidence,
                                        const core::Development* development) {
  std::vector<std::size_t> order(evidence.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (evidence[a].turn != evidence[b].turn) return evidence[a].turn < evidence[b].turn;
    const bool a_tells = takes_side(development, evidence[a].id);
    const bool b_tells = takes_side(development, evidence[b].id);
    if (a_tells != b_tells) return b_tells;
    return a > b;  // what a search put last
  });
  return order;
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  for (auto& token : language::tokenize(text, "")) words.insert(std::move(token.text));
  return words;
}

// A few sentences of a page.
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t shared = 0;  // words with the claim
};

std::vector<Piece> pieces_of(const std::string& text, const std::set<std::string>& wanted) {
  constexpr std::size_t longest = 600;
  std::vector<Piece> pieces;
  for (const auto& sentence : language::sentences(text)) {
    if (pieces.empty() || sentence.end - pieces.back().begin > longest)
      pieces.push_back({sentence.begin, sentence.end, 0});
    pieces.back().end = sentence.end;
  }
  for (auto& piece : pieces)
    for (const auto& word :
         words_of(std::string_view(text).substr(piece.begin, piece.end - piece.begin)))
      piece.shared += wanted.contains(word) ? 1 : 0;
  return pieces;
}

}  // namespace

Fitted fit_evidence(std::vector<core::Evidence> evidence, const core::Development* development,
                    std::int64_t tokens, bool pictures, std::span<const core::Repeat> repeats) {
  Fitted fitted;
  std::int64_t needed = 0;
  for (const auto& item : evidence) needed += tokens_of(item, pictures, repeats);
  std::set<std::size_t> dropped;
  for (const auto place : dropping_order(evidence, development)) {
    if (needed <= tokens) break;
    needed -= tokens_of(evidence[place], pictures, repeats);
    dropped.insert(place);
  }
  for (std::size_t i = 0; i < evidence.size(); ++i)
    if (dropped.contains(i))
      fitted.dropped.push_back(evidence[i].id);
    else
      fitted.kept.push_back(std::move(evidence[i]));
  return fitted;
}

FittedText fit_text(const std::string& text, const core::Claim& claim, std::int64_t tokens) {
  if (estimated_tokens(text) <= tokens) return {text, {}};
  const auto pieces = pieces_of(text, words_of(claim.text.plain()));
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return pieces[a].shared != pieces[b].shared ? pieces[a].shared > pieces[b].shared : a < b;
  });
  std::set<std::size_t> kept;
  std::int64_t left = tokens;
  const std::string_view all = text;
  for (const auto place : order) {
    const auto& piece = pieces[place];
    const auto needed = estimated_tokens(all.substr(piece.begin, piece.end - piece.begin)) + 4;
    if (needed > left) continue;
    left -= needed;
    kept.insert(place);
  }
  FittedText fitted;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (kept.contains(i))
      fitted.text.append(all.substr(pieces[i].begin, pieces[i].end - pieces[i].begin)).append("\n");
    else if (!fitted.text.ends_with(gap))
      fitted.text.append(gap);
  }
  fitted.dropped.push_back(
      fmt::format("{} of {} passages of the page", pieces.size() - kept.size(), pieces.size()));
  return fitted;
}

}  // namespace assay::reasoning::prompted
