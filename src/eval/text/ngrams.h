#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::eval {

// A sequence of tokens that stands in a text, and how often it does.
struct Ngram {
  static constexpr std::size_t longest = 4;
  std::array<std::uint32_t, longest> tokens{};  // those that are missing: 0
  std::size_t count = 0;
};

// Those of `length` tokens, 1 to Ngram::longest, sorted; none in a text that is shorter.
inline std::vector<Ngram> count_ngrams(std::span<const std::uint32_t> tokens, std::size_t length) {
  std::vector<Ngram> all;
  if (length == 0 || length > Ngram::longest || tokens.size() < length) return all;
  all.reserve(tokens.size() - length + 1);
  for (std::size_t i = 0; i + length <= tokens.size(); ++i) {
    Ngram one{.count = 1};
    std::ranges::copy(tokens.subspan(i, length), one.tokens.begin());
    all.push_back(one);
  }
  std::ranges::sort(all, {}, &Ngram::tokens);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].tokens == all[kept].tokens)
      ++all[kept].count;
    else
      all[++kept] = all[i];
  }
  all.resize(kept + 1);
  return all;
}

// How often the text with these has the sequence.
inline std::size_t count_of(std::span<const Ngram> ngrams, const Ngram& one) {
  const auto found = std::ranges::lower_bound(ngrams, one.tokens, {}, &Ngram::tokens);
  return found != ngrams.end() && found->tokens == one.tokens ? found->count : 0;
}

}  // namespace assay::eval
