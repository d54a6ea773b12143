#include "reasoning/extractive/parts.h"

#include <algorithm>
#include <unordered_set>

#include "language/sentences.h"
#include "language/tokens.h"
#include "reasoning/extractive/stopwords.h"

namespace assay::reasoning::extractive {
namespace {

constexpr std::size_t most_parts = 8;
constexpr std::size_t least_content = 2;  // content words of a part

bool joins_clauses(std::string_view word) {
  static const std::unordered_set<std::string_view> words{
      "and",  "but", "while", "whereas", "und", "aber", "wahrend", "et",
      "mais", "y",   "pero",  "и",       "а",   "но",   "و",       "لكن"};
  return words.contains(word);
}

// Forms of verbs that say that a clause has one; enough to tell clauses from lists.
bool is_verb_form(std::string_view word) {
  static const std::unordered_set<std::string_view> words{
      "is",        "are",    "was",    "were",   "has",      "had",       "have",      "will",
      "would",     "did",    "does",   "do",     "can",      "could",     "can't",     "cannot",
      "won't",     "isn't",  "wasn't", "aren't", "said",     "says",      "became",    "won",
      "lost",      "rose",   "fell",   "grew",   "declined", "increased", "decreased", "made",
      "died",      "opened", "built",  "gave",   "took",     "left",      "joined",    "became",
      "began",     "ist",    "sind",   "war",    "waren",    "hat",       "hatte",     "wird",
      "wurde",     "wurden", "liegt",  "est",    "sont",     "etait",     "a",         "es",
      "son",       "fue",    "tiene",  "был",    "была",     "было",      "были",      "является",
      "находится", "имеет"};
  return words.contains(word);
}

struct Piece {
  std::size_t begin;
  std::size_t end;
};

class Splitter {
 public:
  Splitter(std::string_view claim, std::string_view language)
      : claim_(claim), tokens_(language::tokenize(claim, language)) {}

  std::vector<std::string> run() {
    for (const auto& sentence : language::sentences(claim_)) clauses(sentence.begin, sentence.end);
    merge_short();
    std::vector<std::string> parts;
    for (const auto& piece : pieces_)
      parts.emplace_back(claim_.substr(piece.begin, piece.end - piece.begin));
    if (parts.empty()) parts.emplace_back(claim_);
    return parts;
  }

 private:
  void clauses(std::size_t begin, std::size_t end) {
    std::size_t start = begin;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto& token = tokens_[i];
      if (token.begin <= start || token.end >= end || in_quotes(token.begin)) continue;
      const auto gap_begin = i == 0 ? begin : tokens_[i - 1].end;
      const auto gap = claim_.substr(gap_begin, token.begin - gap_begin);
      const bool semicolon = gap.find(';') != gap.npos || gap.find("；") != gap.npos;
      const bool han_comma = gap.find("，") != gap.npos;
      const bool word = joins_clauses(token.text) && has_verb(start, token.begin) &&
                        (has_verb(token.end, std::min(end, token.end + 60)));
      if (!semicolon && !han_comma && !word) continue;
      pieces_.push_back({start, gap_begin});
      start = word ? skip_space(token.end) : token.begin;
    }
    pieces_.push_back({start, end});
  }

  std::size_t skip_space(std::size_t at) const {
    while (at < claim_.size() && claim_[at] == ' ') ++at;
    return at;
  }

  bool has_verb(std::size_t begin, std::size_t end) const {
    return std::ranges::any_of(tokens_, [&](const language::Token& token) {
      return token.begin >= begin && token.end <= end && is_verb_form(token.text);
    });
  }

  bool in_quotes(std::size_t at) const {
    std::size_t plain = 0;
    int curly = 0;
    for (std::size_t i = 0; i < at; ++i) {
      plain += claim_[i] == '"' ? 1 : 0;
      if (claim_.substr(i).starts_with("“")) ++curly;
      if (claim_.substr(i).starts_with("”")) --curly;
    }
    return plain % 2 == 1 || curly > 0;
  }

  std::size_t content(const Piece& piece) const {
    return static_cast<std::size_t>(std::ranges::count_if(tokens_, [&](const auto& token) {
      return token.begin >= piece.begin && token.end <= piece.end && !is_stopword(token.text);
    }));
  }

  void merge_short() {
    std::vector<Piece> merged;
    for (const auto& piece : pieces_) {
      const bool with_last = !merged.empty() && (content(piece) < least_content ||
                                                 content(merged.back()) < least_content ||
                                                 merged.size() >= most_parts);
      if (with_last)
        merged.back().end = piece.end;
      else
        merged.push_back(piece);
    }
    pieces_ = std::move(merged);
  }

  std::string_view claim_;
  std::vector<language::Token> tokens_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::vector<std::string> claim_parts(std::string_view claim, std::string_view language) {
  return Splitter(claim, language).run();
}

}  // namespace assay::reasoning::extractive
