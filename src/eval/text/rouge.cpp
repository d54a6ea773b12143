#include "eval/text/rouge.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "eval/text/ngrams.h"
#include "eval/text/porter.h"
#include "eval/text/token_numbers.h"
#include "language/fold.h"

namespace assay::eval {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::size_t shortest_stemmed = 4;

OverlapScore overlap(std::size_t both, std::size_t reference, std::size_t hypothesis) {
  const auto share = [&](std::size_t of) {
    return static_cast<double>(both) / static_cast<double>(std::max<std::size_t>(of, 1));
  };
  OverlapScore score{.precision = share(hypothesis), .recall = share(reference)};
  const double sum = score.precision + score.recall;
  if (sum > 0) score.f1 = 2 * score.precision * score.recall / sum;
  return score;
}

OverlapScore ngram_overlap(const Numbers& reference, const Numbers& hypothesis,
                           std::size_t length) {
  const auto wanted = count_ngrams(reference, length);
  const auto given = count_ngrams(hypothesis, length);
  std::size_t both = 0;
  for (const auto& one : wanted) both += std::min(one.count, count_of(given, one));
  const auto sequences = [&](std::size_t tokens) {
    return tokens + 1 - std::min(length, tokens + 1);
  };
  return overlap(both, sequences(reference.size()), sequences(hypothesis.size()));
}

// How long the longest common subsequence is: a row of the usual table as bits, 64 at a time. A bit
// is 0 where the length grows by one.
class CommonSequence {
 public:
  // The tokens are numbers below `different`.
  CommonSequence(const Numbers& tokens, std::size_t different)
      : row_((tokens.size() + 63) / 64, ~std::uint64_t{0}), places_(different) {
    for (std::uint32_t i = 0; i < tokens.size(); ++i) {
      auto& words = places_[tokens[i]];
      if (words.empty() || words.back().at != i / 64) words.push_back({i / 64, 0});
      words.back().bits |= std::uint64_t{1} << (i % 64);
    }
  }

  void add(std::uint32_t token) {
    std::uint64_t carry = 0;
    auto next = places_[token].begin();
    const auto end = places_[token].end();
    for (std::size_t i = 0; i < row_.size(); ++i) {
      std::uint64_t matches = 0;
      if (next != end && next->at == i) matches = (next++)->bits;
      if (matches == 0 && carry == 0) continue;
      const auto old = row_[i];
      const auto hits = old & matches;
      const auto with_carry = old + carry;
      const auto sum = with_carry + hits;
      carry = (with_carry < old || sum < hits) ? 1 : 0;
      row_[i] = sum | (old & ~matches);
    }
  }

  std::size_t length() const {
    std::size_t ones = 0;
    for (const auto bits : row_) ones += static_cast<std::size_t>(std::popcount(bits));
    return row_.size() * 64 - ones;
  }

 private:
  struct Word {
    std::size_t at;
    std::uint64_t bits;
  };
  std::vector<std::uint64_t> row_;
  std::vector<std::vector<Word>> places_;  // of each token
};

}  // namespace

std::vector<std::string> rouge_tokens(std::string_view text, bool stem) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  const auto lower = language::lower_case(text);
  std::vector<std::string> tokens;
  for (auto at = lower.begin(); at != lower.end();) {
    const auto begin = std::find_if(at, lower.end(), plain);
    at = std::find_if_not(begin, lower.end(), plain);
    if (begin == at) break;
    std::string token(begin, at);
    if (stem && token.size() >= shortest_stemmed) token = porter_stem(token);
    if (!token.empty()) tokens.push_back(std::move(token));
  }
  return tokens;
}

RougeScores rouge(std::string_view reference, std::string_view hypothesis, bool stem) {
  auto wanted_tokens = rouge_tokens(reference, stem);
  auto given_tokens = rouge_tokens(hypothesis, stem);
  wanted_tokens.resize(std::min(wanted_tokens.size(), longest_rouge));
  given_tokens.resize(std::min(given_tokens.size(), longest_rouge));
  TokenNumbers numbers;
  const auto wanted = numbers(wanted_tokens);
  const auto given = numbers(given_tokens);
  CommonSequence common(wanted, numbers.size());
  for (const auto token : given) common.add(token);
  return {.rouge1 = ngram_overlap(wanted, given, 1),
          .rouge2 = ngram_overlap(wanted, given, 2),
          .rouge_l = overlap(common.length(), wanted.size(), given.size())};
}

}  // namespace assay::eval
