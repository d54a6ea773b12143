#include "eval/text/bert_score.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace assay::eval {
namespace {

using Vectors = std::span<const std::vector<float>>;
using Weights = std::span<const float>;

// A text's vectors at length 1: the first number of each, then the second of each, and so on, so
// that one vector's cosines with all are computed side by side.
struct Units {
  std::size_t tokens;
  std::vector<float> numbers;

  float at(std::size_t token, std::size_t i) const { return numbers[i * tokens + token]; }
};

Units units(Vectors vectors, std::size_t size) {
  Units made{vectors.size(), std::vector<float>(vectors.size() * size)};
  for (std::size_t token = 0; token < vectors.size(); ++token) {
    const auto& vector = vectors[token];
    if (vector.size() != size) throw std::invalid_argument("vectors of different sizes");
    double square = 0;
    for (const float x : vector) square += static_cast<double>(x) * x;
    if (!std::isfinite(square))
      throw std::invalid_argument("a vector that holds what is no number");
    const double by = square > 0 ? 1 / std::sqrt(square) : 0;
    for (std::size_t i = 0; i < size; ++i)
      made.numbers[i * vectors.size() + token] = static_cast<float>(vector[i] * by);
  }
  return made;
}

// Of one of the hypothesis' tokens with each of the reference's.
void find_cosines(const Units& hypothesis, std::size_t token, const Units& reference,
                  std::size_t size, std::vector<float>& cosines) {
  std::ranges::fill(cosines, 0.0F);
  for (std::size_t i = 0; i < size; ++i) {
    const float x = hypothesis.at(token, i);
    const float* row = reference.numbers.data() + i * reference.tokens;
    for (std::size_t r = 0; r < reference.tokens; ++r) cosines[r] += x * row[r];
  }
}

void check(Weights weights, std::size_t tokens) {
  if (!weights.empty() && weights.size() != tokens)
    throw std::invalid_argument("not as many weights as tokens");
  if (!std::ranges::all_of(weights, [](float x) { return x >= 0 && std::isfinite(x); }))
    throw std::invalid_argument("a weight below 0");
}

double weight_at(Weights weights, std::size_t i) { return weights.empty() ? 1 : weights[i]; }

double total(Weights weights, std::size_t tokens) {
  return weights.empty() ? static_cast<double>(tokens)
                         : std::accumulate(weights.begin(), weights.end(), 0.0);
}

double weighted_mean(std::span<const double> values, Weights weights) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += weight_at(weights, i) * values[i];
  return sum / total(weights, values.size());
}

}  // namespace

OverlapScore bert_score(Vectors reference, Vectors hypothesis, Weights reference_weights,
                        Weights hypothesis_weights) {
  check(reference_weights, reference.size());
  check(hypothesis_weights, hypothesis.size());
  const auto size = reference.empty() ? 0 : reference.front().size();
  if (reference.empty() || hypothesis.empty()) return {};
  const auto wanted = units(reference, size);
  const auto given = units(hypothesis, size);
  if (!(total(reference_weights, reference.size()) > 0) ||
      !(total(hypothesis_weights, hypothesis.size()) > 0))
    return {};
  constexpr double lowest = std::numeric_limits<double>::lowest();
  std::vector<double> best_wanted(reference.size(), lowest);
  std::vector<double> best_given(hypothesis.size(), lowest);
  std::vector<float> cosines(reference.size());
  for (std::size_t h = 0; h < hypothesis.size(); ++h) {
    find_cosines(given, h, wanted, size, cosines);
    for (std::size_t r = 0; r < reference.size(); ++r) {
      const double cosine = cosines[r];
      best_given[h] = std::max(best_given[h], cosine);
      best_wanted[r] = std::max(best_wanted[r], cosine);
    }
  }
  OverlapScore score{.precision = weighted_mean(best_given, hypothesis_weights),
                     .recall = weighted_mean(best_wanted, reference_weights)};
  const double sum = score.precision + score.recall;
  if (sum != 0) score.f1 = 2 * score.precision * score.recall / sum;
  return score;
}

OverlapScore bert_score(const models::TokenVectors& reference,
                        const models::TokenVectors& hypothesis) {
  return bert_score(reference.vectors, hypothesis.vectors, reference.weights, hypothesis.weights);
}

}  // namespace assay::eval
