#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/encoder/aligned.h"

namespace assay::models::encoder {

// A matrix of weights with the bias that is added, as integers of 16 bits: each output has a scale
// of its own, chosen as fine as the sums of its products allow. Inputs are integers in [-peak,
// peak], and no such input can make a sum overflow 32 bits.
struct IntegerMatrix {
  static constexpr std::size_t panel = 32;  // outputs that are computed together

  std::size_t inputs = 0;   // even
  std::size_t outputs = 0;  // a multiple of `panel`
  int peak = 0;
  // For each panel, for each two inputs, for each output of the panel: its two weights.
  Aligned<std::int16_t> weights;
  std::vector<float> scales;  // one an output
  std::vector<float> bias;
};

// `weights` holds a row of `inputs` numbers for each output, all finite; `bias` a number for each.
// Throws std::invalid_argument where the sizes don't fit each other and the rules above.
IntegerMatrix make_integer_matrix(std::span<const float> weights, std::span<const float> bias,
                                  std::size_t inputs);

}  // namespace assay::models::encoder
