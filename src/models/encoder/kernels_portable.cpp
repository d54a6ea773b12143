#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/encoder/kernels.h"

namespace assay::models::encoder {
namespace {

float quantise(const float* row, std::size_t count, int peak, std::int16_t* to) {
  float largest = 0;
  for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, std::abs(row[i]));
  const float step = largest / static_cast<float>(peak);
  if (!(step > 0) || !std::isfinite(step)) {
    std::fill_n(to, count, std::int16_t{0});
    return 0;
  }
  const float by = static_cast<float>(peak) / largest;
  const auto limit = static_cast<float>(peak);
  for (std::size_t i = 0; i < count; ++i) {
    const float value = row[i] * by;
    to[i] = value == value ? static_cast<std::int16_t>(std::lrint(std::clamp(value, -limit, limit)))
                           : std::int16_t{0};
  }
  return step;
}

void multiply(const IntegerMatrix& matrix, const std::int16_t* from, const float* scales,
              std::size_t rows, float* to, std::size_t stride) {
  constexpr auto panel = IntegerMatrix::panel;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t output = 0; output < matrix.outputs; ++output) {
      const auto* input = from + row * matrix.inputs;
      const auto* weight =
          matrix.weights.data() + output / panel * panel * matrix.inputs + output % panel * 2;
      std::int32_t sum = 0;
      for (std::size_t i = 0; i < matrix.inputs; i += 2, weight += panel * 2)
        sum += input[i] * weight[0] + input[i + 1] * weight[1];
      to[row * stride + output] =
          static_cast<float>(sum) * (scales[row] * matrix.scales[output]) + matrix.bias[output];
    }
}

void gelu(float* row, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    row[i] *= 0.5F * (1 + std::erf(row[i] / std::numbers::sqrt2_v<float>));
}

void normalise(float* row, const float* added, const float* gain, const float* bias,
               std::size_t count, float epsilon) {
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += row[i] += added[i];
  const float mean = sum / static_cast<float>(count);
  float squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    row[i] -= mean;
    squares += row[i] * row[i];
  }
  const float by = 1 / std::sqrt(squares / static_cast<float>(count) + epsilon);
  for (std::size_t i = 0; i < count; ++i) row[i] = row[i] * by * gain[i] + bias[i];
}

// The weights of all tokens for one, which sum up to 1.
void soften(float* row, std::size_t count) {
  const float largest = *std::max_element(row, row + count);
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += row[i] = std::exp(row[i] - largest);
  for (std::size_t i = 0; i < count; ++i) row[i] /= sum;
}

void attend(const Head& head, float* scratch, float* to, std::size_t to_stride) {
  const float scale = 1 / std::sqrt(static_cast<float>(head.width));
  for (std::size_t token = 0; token < head.tokens; ++token) {
    const float* query = head.queries + token * head.stride;
    for (std::size_t other = 0; other < head.tokens; ++other) {
      const float* key = head.keys + other * head.stride;
      float sum = 0;
      for (std::size_t i = 0; i < head.width; ++i) sum += query[i] * key[i];
      scratch[other] = sum * scale;
    }
    soften(scratch, head.tokens);
    float* taken = to + token * to_stride;
    std::fill_n(taken, head.width, 0.0F);
    for (std::size_t other = 0; other < head.tokens; ++other)
      for (std::size_t i = 0; i < head.width; ++i)
        taken[i] += scratch[other] * head.values[other * head.stride + i];
  }
}

}  // namespace

const Kernels& portable_kernels() {
  static constexpr Kernels kernels{"portable", quantise, multiply, gelu, normalise, attend};
  return kernels;
}

}  // namespace assay::models::encoder
