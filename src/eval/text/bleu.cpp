#include "eval/text/bleu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "eval/text/ngrams.h"
#include "eval/text/token_numbers.h"

namespace assay::eval {
namespace {

constexpr std::size_t longest = Ngram::longest;
constexpr double epsilon = 0.1;

struct Counts {
  std::array<std::size_t, longest> shared{};  // by length - 1
  std::array<std::size_t, longest> all{};
  std::size_t hypothesis = 0;  // tokens
  std::size_t reference = 0;   // of the references that are nearest in length
};

std::size_t nearest_length(const BleuPair& pair) {
  const auto given = pair.hypothesis.size();
  const auto distance = [&](const Tokens& reference) {
    const auto size = reference.size();
    return std::pair(size > given ? size - given : given - size, size);
  };
  return std::ranges::min_element(pair.references, {}, distance)->size();
}

void add(Counts& counts, const BleuPair& pair) {
  if (pair.references.empty()) throw std::invalid_argument("BLEU of a text without references");
  counts.hypothesis += pair.hypothesis.size();
  counts.reference += nearest_length(pair);
  TokenNumbers numbers;
  const auto hypothesis = numbers(pair.hypothesis);
  std::vector<std::vector<std::uint32_t>> references;
  references.reserve(pair.references.size());
  for (const auto& reference : pair.references) references.push_back(numbers(reference));
  for (std::size_t length = 1; length <= longest; ++length) {
    const auto given = count_ngrams(hypothesis, length);
    std::vector<std::size_t> most(given.size());
    for (const auto& reference : references) {
      const auto wanted = count_ngrams(reference, length);
      for (std::size_t i = 0; i < given.size(); ++i)
        most[i] = std::max(most[i], count_of(wanted, given[i]));
    }
    std::size_t all = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
      counts.shared[length - 1] += std::min(given[i].count, most[i]);
      all += given[i].count;
    }
    counts.all[length - 1] += std::max<std::size_t>(all, 1);  // of a short text too
  }
}

double brevity_penalty(const Counts& counts) {
  if (counts.hypothesis > counts.reference) return 1;
  return std::exp(1 -
                  static_cast<double>(counts.reference) / static_cast<double>(counts.hypothesis));
}

double bleu(const Counts& counts, BleuSmoothing smoothing) {
  if (counts.shared[0] == 0) return 0;
  double logarithm = 0;
  for (std::size_t i = 0; i < longest; ++i) {
    auto shared = static_cast<double>(counts.shared[i]);
    if (shared == 0) {
      if (smoothing == BleuSmoothing::none) return 0;
      shared = epsilon;
    }
    logarithm += std::log(shared / static_cast<double>(counts.all[i])) / longest;
  }
  return brevity_penalty(counts) * std::exp(logarithm);
}

}  // namespace

double corpus_bleu(std::span<const BleuPair> pairs, BleuSmoothing smoothing) {
  Counts counts;
  for (const auto& pair : pairs) add(counts, pair);
  return bleu(counts, smoothing);
}

double sentence_bleu(const BleuPair& pair, BleuSmoothing smoothing) {
  return corpus_bleu({&pair, 1}, smoothing);
}

}  // namespace assay::eval
