#include "models/encoder/kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <cstring>

// What follows is compiled for AVX-512, and only called where vnni_kernels() found it.
#pragma clang attribute push(                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,fma,bmi2"))), \
    apply_to = function)

namespace assay::models::encoder {
namespace {

constexpr std::size_t lanes = 16;
constexpr std::size_t panel = IntegerMatrix::panel;
// Rows that are computed together: with two vectors of outputs each, their sums fill most of the
// 32 registers.
constexpr std::size_t together = 12;

float largest_of(const float* row, std::size_t count) {
  __m512 largest = _mm512_setzero_ps();
  for (std::size_t i = 0; i < count; i += lanes)
    largest = _mm512_max_ps(largest, _mm512_abs_ps(_mm512_loadu_ps(row + i)));
  return _mm512_reduce_max_ps(largest);
}

float quantise(const float* row, std::size_t count, int peak, std::int16_t* to) {
  const float largest = largest_of(row, count);
  const __m512 by = _mm512_set1_ps(largest > 0 ? static_cast<float>(peak) / largest : 0);
  const __m512i highest = _mm512_set1_epi32(peak);
  const __m512i lowest = _mm512_set1_epi32(-peak);
  for (std::size_t i = 0; i < count; i += lanes) {
    const __m512i value = _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_loadu_ps(row + i), by));
    const __m512i kept = _mm512_max_epi32(_mm512_min_epi32(value, highest), lowest);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i), _mm512_cvtepi32_epi16(kept));
  }
  return largest / static_cast<float>(peak);
}

// Two integers of one row, for all lanes.
__m512i both(const std::int16_t* from) {
  std::int32_t two;
  std::memcpy(&two, from, sizeof two);
  return _mm512_set1_epi32(two);
}

// Written out, because the compiler makes two slower instructions of the intrinsic.
void add_products(__m512i& sum, __m512i a, __m512i b) {
  asm("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
}

// `rows` rows with the panel of weights that begins at `output`. Meanwhile fetches `ahead`, a cache
// line for each two inputs, into a near cache.
template <std::size_t rows>
void multiply_tile(const IntegerMatrix& matrix, std::size_t output, const std::int16_t* from,
                   const float* scales, float* to, std::size_t stride, const std::int16_t* ahead) {
  const auto inputs = matrix.inputs;
  const std::int16_t* weights = matrix.weights.data() + output * inputs;
  __m512i sums[rows][2];
#pragma unroll
  for (std::size_t row = 0; row < rows; ++row) sums[row][0] = sums[row][1] = _mm512_setzero_si512();
  for (std::size_t i = 0; i < inputs; i += 2, weights += panel * 2, ahead += panel) {
    _mm_prefetch(ahead, _MM_HINT_T1);
    const __m512i left = _mm512_load_si512(weights);
    const __m512i right = _mm512_load_si512(weights + panel);
#pragma unroll
    for (std::size_t row = 0; row < rows; ++row) {
      const __m512i two = both(from + row * inputs + i);
      add_products(sums[row][0], two, left);
      add_products(sums[row][1], two, right);
    }
  }
#pragma unroll
  for (std::size_t half = 0; half < 2; ++half) {
    const __m512 steps = _mm512_loadu_ps(matrix.scales.data() + output + half * lanes);
    const __m512 bias = _mm512_loadu_ps(matrix.bias.data() + output + half * lanes);
#pragma unroll
    for (std::size_t row = 0; row < rows; ++row)
      _mm512_storeu_ps(to + row * stride + output + half * lanes,
                       _mm512_fmadd_ps(_mm512_cvtepi32_ps(sums[row][half]),
                                       _mm512_mul_ps(_mm512_set1_ps(scales[row]), steps), bias));
  }
}

// to = a * b for `rows` rows of a and 32 columns of b.
template <std::size_t rows>
void product_tile(const float* a, std::size_t a_stride, std::size_t depth, const float* b,
                  std::size_t b_stride, float* to, std::size_t stride) {
  __m512 sums[rows][2];
#pragma unroll
  for (std::size_t row = 0; row < rows; ++row) sums[row][0] = sums[row][1] = _mm512_setzero_ps();
  for (std::size_t i = 0; i < depth; ++i, b += b_stride) {
    const __m512 left = _mm512_loadu_ps(b);
    const __m512 right = _mm512_loadu_ps(b + lanes);
#pragma unroll
    for (std::size_t row = 0; row < rows; ++row) {
      const __m512 one = _mm512_set1_ps(a[row * a_stride + i]);
      sums[row][0] = _mm512_fmadd_ps(one, left, sums[row][0]);
      sums[row][1] = _mm512_fmadd_ps(one, right, sums[row][1]);
    }
  }
#pragma unroll
  for (std::size_t row = 0; row < rows; ++row) {
    _mm512_storeu_ps(to + row * stride, sums[row][0]);
    _mm512_storeu_ps(to + row * stride + lanes, sums[row][1]);
  }
}

using MultiplyTile = void (*)(const IntegerMatrix&, std::size_t, const std::int16_t*, const float*,
                              float*, std::size_t, const std::int16_t*);
using ProductTile = void (*)(const float*, std::size_t, std::size_t, const float*, std::size_t,
                             float*, std::size_t);

// By the number of rows, from 1.
constexpr MultiplyTile multiply_tiles[together] = {
    multiply_tile<1>, multiply_tile<2>,  multiply_tile<3>,  multiply_tile<4>,
    multiply_tile<5>, multiply_tile<6>,  multiply_tile<7>,  multiply_tile<8>,
    multiply_tile<9>, multiply_tile<10>, multiply_tile<11>, multiply_tile<12>};
constexpr ProductTile product_tiles[together] = {
    product_tile<1>, product_tile<2>,  product_tile<3>,  product_tile<4>,
    product_tile<5>, product_tile<6>,  product_tile<7>,  product_tile<8>,
    product_tile<9>, product_tile<10>, product_tile<11>, product_tile<12>};

std::size_t tile_rows(std::size_t left) { return left < together ? left : together; }

void multiply(const IntegerMatrix& matrix, const std::int16_t* from, const float* scales,
              std::size_t rows, float* to, std::size_t stride) {
  // A panel of weights stays in the nearest cache while all rows pass by; meanwhile the next one is
  // fetched, half of it at a time.
  for (std::size_t output = 0; output < matrix.outputs; output += panel) {
    const std::int16_t* ahead =
        matrix.weights.data() + (output + panel) % matrix.outputs * matrix.inputs;
    for (std::size_t row = 0; row < rows; row += together) {
      const auto half = row / together % 2 * panel / 2;
      multiply_tiles[tile_rows(rows - row) - 1](matrix, output, from + row * matrix.inputs,
                                                scales + row, to + row * stride, stride,
                                                ahead + half * matrix.inputs);
    }
  }
}

void gelu(float* row, std::size_t count) {
  // Phi(x) - 1/2 is x times a polynomial of x * x, here of a variable that runs from -1 to 1 while
  // x runs from 0 to the limit; fitted by least squares at Chebyshev's nodes. Beyond the limit Phi
  // is 0 or 1 to seven digits.
  constexpr float limit = 5.2F;
  constexpr float coefficients[] = {
      -0.000480766297F, 0.00127320084F, -0.00122700296F, 0.00178849385F, -0.00477778796F,
      0.00857047061F,   -0.0125141964F, 0.0179505848F,   -0.0247203993F, 0.0319906767F,
      -0.0399302831F,   0.0500244805F,  -0.0677436493F,  0.135949993F};
  for (std::size_t i = 0; i < count; i += lanes) {
    const __m512 x = _mm512_loadu_ps(row + i);
    const __m512 near =
        _mm512_max_ps(_mm512_min_ps(x, _mm512_set1_ps(limit)), _mm512_set1_ps(-limit));
    const __m512 at = _mm512_fmsub_ps(_mm512_mul_ps(near, near), _mm512_set1_ps(2 / limit / limit),
                                      _mm512_set1_ps(1));
    __m512 value = _mm512_setzero_ps();
    for (const float coefficient : coefficients)
      value = _mm512_fmadd_ps(value, at, _mm512_set1_ps(coefficient));
    const __m512 share = _mm512_fmadd_ps(value, near, _mm512_set1_ps(0.5F));
    _mm512_storeu_ps(row + i, _mm512_mul_ps(x, share));
  }
}

void normalise(float* row, const float* added, const float* gain, const float* bias,
               std::size_t count, float epsilon) {
  __m512 sum = _mm512_setzero_ps();
  for (std::size_t i = 0; i < count; i += lanes) {
    const __m512 x = _mm512_add_ps(_mm512_loadu_ps(row + i), _mm512_loadu_ps(added + i));
    _mm512_storeu_ps(row + i, x);
    sum = _mm512_add_ps(sum, x);
  }
  const __m512 mean = _mm512_set1_ps(_mm512_reduce_add_ps(sum) / static_cast<float>(count));
  __m512 squares = _mm512_setzero_ps();
  for (std::size_t i = 0; i < count; i += lanes) {
    const __m512 x = _mm512_sub_ps(_mm512_loadu_ps(row + i), mean);
    squares = _mm512_fmadd_ps(x, x, squares);
  }
  const float variance = _mm512_reduce_add_ps(squares) / static_cast<float>(count);
  const __m512 by = _mm512_set1_ps(1 / __builtin_sqrtf(variance + epsilon));
  for (std::size_t i = 0; i < count; i += lanes) {
    const __m512 x = _mm512_mul_ps(_mm512_sub_ps(_mm512_loadu_ps(row + i), mean), by);
    _mm512_storeu_ps(row + i,
                     _mm512_fmadd_ps(x, _mm512_loadu_ps(gain + i), _mm512_loadu_ps(bias + i)));
  }
}

// e to the power of x, for x not above 0.
__m512 power(__m512 x) {
  constexpr float log2_e = 1.44269504F;
  constexpr float ln2_high = 0.693359375F;
  constexpr float ln2_low = -2.12194440e-4F;
  // Of e to the power of r, |r| up to half of ln 2; fitted as above.
  constexpr float coefficients[] = {0.00138294206F, 0.00837477152F, 0.041668358F, 0.166664208F,
                                    0.499999915F,   1.00000004F,    1.0F};
  const __m512 kept = _mm512_max_ps(x, _mm512_set1_ps(-100));
  const __m512 whole = _mm512_roundscale_ps(_mm512_mul_ps(kept, _mm512_set1_ps(log2_e)),
                                            _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  __m512 rest = _mm512_fnmadd_ps(whole, _mm512_set1_ps(ln2_high), kept);
  rest = _mm512_fnmadd_ps(whole, _mm512_set1_ps(ln2_low), rest);
  __m512 value = _mm512_setzero_ps();
  for (const float coefficient : coefficients)
    value = _mm512_fmadd_ps(value, rest, _mm512_set1_ps(coefficient));
  return _mm512_scalef_ps(value, whole);
}

// The first numbers of a row whose rest is no part of it.
__mmask16 first(std::size_t count) {
  return static_cast<__mmask16>(count >= lanes ? 0xFFFF : (1U << count) - 1);
}

// Weights of the tokens: powers of e, with zeros up to `padded`. Returns 1 over their sum.
float soften(float* row, std::size_t count, std::size_t padded) {
  __m512 largest = _mm512_set1_ps(-__builtin_inff());
  for (std::size_t i = 0; i < count; i += lanes) {
    const auto part = first(count - i);
    largest = _mm512_mask_max_ps(largest, part, largest, _mm512_loadu_ps(row + i));
  }
  const __m512 top = _mm512_set1_ps(_mm512_reduce_max_ps(largest));
  __m512 sum = _mm512_setzero_ps();
  for (std::size_t i = 0; i < padded; i += lanes) {
    const auto part = i < count ? first(count - i) : __mmask16{0};
    const __m512 value =
        _mm512_maskz_mov_ps(part, power(_mm512_sub_ps(_mm512_loadu_ps(row + i), top)));
    _mm512_storeu_ps(row + i, value);
    sum = _mm512_add_ps(sum, value);
  }
  return 1 / _mm512_reduce_add_ps(sum);
}

// Keys by columns: one row for each of their numbers, tokens beside each other, zeros up to
// `padded`.
void turn_keys(const Head& head, std::size_t padded, float* to) {
  const float scale = 1 / __builtin_sqrtf(static_cast<float>(head.width));
  for (std::size_t token = 0; token < padded; ++token)
    for (std::size_t i = 0; i < head.width; ++i)
      to[i * padded + token] =
          token < head.tokens ? head.keys[token * head.stride + i] * scale : 0.0F;
}

void attend(const Head& head, float* scratch, float* to, std::size_t to_stride) {
  const auto padded = (head.tokens + panel - 1) / panel * panel;
  float* keys = scratch;
  float* weights = scratch + padded * head.width;
  turn_keys(head, padded, keys);
  for (std::size_t token = 0; token < head.tokens; token += together) {
    const auto rows = tile_rows(head.tokens - token);
    const auto tile = product_tiles[rows - 1];
    for (std::size_t other = 0; other < padded; other += panel)
      tile(head.queries + token * head.stride, head.stride, head.width, keys + other, padded,
           weights + other, padded);
    float shares[together];
    for (std::size_t row = 0; row < rows; ++row)
      shares[row] = soften(weights + row * padded, head.tokens, padded);
    float* taken = to + token * to_stride;
    for (std::size_t i = 0; i < head.width; i += panel)
      tile(weights, padded, head.tokens, head.values + i, head.stride, taken + i, to_stride);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t i = 0; i < head.width; i += lanes) {
        float* at = taken + row * to_stride + i;
        _mm512_storeu_ps(at, _mm512_mul_ps(_mm512_loadu_ps(at), _mm512_set1_ps(shares[row])));
      }
  }
}

constexpr Kernels kernels{"avx512-vnni", quantise, multiply, gelu, normalise, attend};

}  // namespace
}  // namespace assay::models::encoder

#pragma clang attribute pop

const assay::models::encoder::Kernels* assay::models::encoder::vnni_kernels() {
  const bool can = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("fma") &&
                   __builtin_cpu_supports("bmi2");
  return can ? &kernels : nullptr;
}

#else

const assay::models::encoder::Kernels* assay::models::encoder::vnni_kernels() { return nullptr; }

#endif
