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

// The text's vectors at length 1, behind each other; `size` numbers each.
std::vector<float> units(Vectors vectors, std::size_t size) {
  std::vector<float> made;
  made.reserve(vectors.size() * size);
  for (const auto& vector : vectors) {
    if (vector.size() != size) throw std::invalid_argument("vectors of different sizes");
    double square = 0;
    for (const float x : vector) square += static_cast<double>(x) * x;
    if (!std::isfinite(square))
      throw std::invalid_argument("a vector that holds what is no number");
    const double by = square > 0 ? 1 / std::sqrt(square) : 0;
    for (const float x : vector) made.push_back(static_cast<float>(x * by));
  }
  return made;
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
  for (std::size_t h = 0; h < hypothesis.size(); ++h)
    for (std::size_t r = 0; r < reference.size(); ++r) {
      const float* a = given.data() + h * size;
      const double cosine = std::inner_product(a, a + size, wanted.data() + r * size, 0.0);
      best_given[h] = std::max(best_given[h], cosine);
      best_wanted[r] = std::max(best_wanted[r], cosine);
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
