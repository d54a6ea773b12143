#pragma once
#include <cstddef>
#include <cstdint>

#include "models/encoder/integer_matrix.h"

namespace assay::models::encoder {

// Queries, keys and values of one head for the tokens of one text: rows of `width` numbers that
// stand `stride` numbers apart.
struct Head {
  const float* queries;
  const float* keys;
  const float* values;
  std::size_t stride;
  std::size_t tokens;
  std::size_t width;  // a multiple of 32
};

// How many numbers of scratch attend() needs for texts of so many tokens.
constexpr std::size_t attend_scratch(std::size_t tokens, std::size_t width) {
  const auto padded = (tokens + 31) / 32 * 32;
  return padded * (width + 12);
}

// The arithmetic of the encoder for one kind of processor. Counts of numbers in a row are multiples
// of 32. What comes of a row never depends on the rows beside it.
struct Kernels {
  const char* name;

  // The row as integers in [-peak, peak]; returns what an integer stands for. What is not finite
  // gives some integers.
  float (*quantise)(const float* row, std::size_t count, int peak, std::int16_t* to);

  // For each of `rows` rows of integers: their products with the weights, each sum exact, times the
  // scales, and the bias. Rows of `to` stand `stride` numbers apart.
  void (*multiply)(const IntegerMatrix& matrix, const std::int16_t* from, const float* scales,
                   std::size_t rows, float* to, std::size_t stride);

  // x becomes x * Phi(x), to within 1e-6 of it.
  void (*gelu)(float* row, std::size_t count);

  // row = norm(row + added) * gain + bias.
  void (*normalise)(float* row, const float* added, const float* gain, const float* bias,
                    std::size_t count, float epsilon);

  // What each token takes from the values of all; rows of `to` stand `to_stride` numbers apart.
  // `scratch` as attend_scratch() says.
  void (*attend)(const Head& head, float* scratch, float* to, std::size_t to_stride);
};

// Plain C++, for any processor: what the others are compared with.
const Kernels& portable_kernels();

// For processors with AVX-512 and its VNNI instructions; null where this one has them not.
const Kernels* vnni_kernels();

}  // namespace assay::models::encoder
