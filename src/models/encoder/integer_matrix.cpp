#include "models/encoder/integer_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace assay::models::encoder {
namespace {

// Inputs get 13 bits and their sign, weights what the sum leaves: about as many. With more inputs
// the sum leaves less, so that a bit goes over to the weights.
constexpr int peak_of_few = 8191;
constexpr int peak_of_many = 4095;
constexpr std::size_t many = 2048;

// The step between the integers of one output.
double step_of(std::span<const float> row, int peak) {
  double sum = 0;
  double largest = 0;
  for (const double weight : row) {
    sum += std::abs(weight);
    largest = std::max(largest, std::abs(weight));
  }
  // Rounding adds half a step to each.
  const double room =
      std::floor(static_cast<double>(std::numeric_limits<std::int32_t>::max()) / peak) -
      static_cast<double>(row.size()) / 2 - 1;
  return std::max(sum / room, largest / std::numeric_limits<std::int16_t>::max());
}

}  // namespace

IntegerMatrix make_integer_matrix(std::span<const float> weights, std::span<const float> bias,
                                  std::size_t inputs) {
  constexpr auto panel = IntegerMatrix::panel;
  const auto outputs = bias.size();
  if (inputs == 0 || inputs % 2 != 0 || inputs > 65'536 || outputs == 0 || outputs % panel != 0 ||
      weights.size() / inputs != outputs || weights.size() % inputs != 0)
    throw std::invalid_argument("a matrix of " + std::to_string(outputs) + " outputs and " +
                                std::to_string(inputs) + " inputs");
  IntegerMatrix matrix;
  matrix.inputs = inputs;
  matrix.outputs = outputs;
  matrix.peak = inputs > many ? peak_of_many : peak_of_few;
  matrix.weights.resize(weights.size());
  matrix.scales.resize(outputs);
  matrix.bias.assign(bias.begin(), bias.end());
  for (std::size_t output = 0; output < outputs; ++output) {
    const auto row = weights.subspan(output * inputs, inputs);
    const double step = step_of(row, matrix.peak);
    matrix.scales[output] = static_cast<float>(step);
    auto* to = matrix.weights.data() + output / panel * panel * inputs + output % panel * 2;
    for (std::size_t i = 0; i < inputs; ++i)
      to[i / 2 * panel * 2 + i % 2] =
          step > 0 ? static_cast<std::int16_t>(std::lround(row[i] / step)) : std::int16_t{0};
  }
  return matrix;
}

}  // namespace assay::models::encoder
