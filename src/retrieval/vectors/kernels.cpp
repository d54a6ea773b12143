#include "retrieval/vectors/kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace assay::retrieval {
namespace {

// Shifting the exponent's place and scaling by the difference of the biases is right for denormals
// too, and compilers make vector code of it.
float from_half(std::uint16_t half) {
  const auto magnitude = static_cast<std::uint32_t>(half & 0x7FFFU) << 13;
  const auto sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
  const float value = std::bit_cast<float>(magnitude) * 0x1p112F;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
}

double plain_product_half(const std::uint16_t* halves, const float* query, std::size_t count) {
  float sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8)
    for (std::size_t k = 0; k < 8; ++k) sums[k] += from_half(halves[i + k]) * query[i + k];
  double sum = 0;
  for (const float one : sums) sum += static_cast<double>(one);
  for (; i < count; ++i)
    sum += static_cast<double>(from_half(halves[i])) * static_cast<double>(query[i]);
  return sum;
}

double plain_product_int8(const std::int8_t* values, const float* query, std::size_t count) {
  float sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8)
    for (std::size_t k = 0; k < 8; ++k) sums[k] += static_cast<float>(values[i + k]) * query[i + k];
  double sum = 0;
  for (const float one : sums) sum += static_cast<double>(one);
  for (; i < count; ++i) sum += static_cast<double>(values[i]) * static_cast<double>(query[i]);
  return sum;
}

#if defined(__x86_64__)

bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("f16c");
}

__attribute__((target("avx2"))) double sum_of(__m256 a, __m256 b) {
  alignas(32) float lanes[8];
  _mm256_store_ps(lanes, _mm256_add_ps(a, b));
  double sum = 0;
  for (const float lane : lanes) sum += static_cast<double>(lane);
  return sum;
}

__attribute__((target("avx2,fma,f16c"))) double fast_product_half(const std::uint16_t* halves,
                                                                  const float* query,
                                                                  std::size_t count) {
  auto a = _mm256_setzero_ps();
  auto b = _mm256_setzero_ps();
  const auto* from = reinterpret_cast<const __m128i_u*>(halves);
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16, from += 2) {
    a = _mm256_fmadd_ps(_mm256_cvtph_ps(_mm_loadu_si128(from)), _mm256_loadu_ps(query + i), a);
    b = _mm256_fmadd_ps(_mm256_cvtph_ps(_mm_loadu_si128(from + 1)), _mm256_loadu_ps(query + i + 8),
                        b);
  }
  return sum_of(a, b) + plain_product_half(halves + i, query + i, count - i);
}

__attribute__((target("avx2,fma"))) double fast_product_int8(const std::int8_t* values,
                                                             const float* query,
                                                             std::size_t count) {
  auto a = _mm256_setzero_ps();
  auto b = _mm256_setzero_ps();
  std::size_t i = 0;
  const auto eight = [&](std::size_t at) __attribute__((target("avx2,fma"))) {
    const auto bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i_u*>(values + at));
    return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes));
  };
  for (; i + 16 <= count; i += 16) {
    a = _mm256_fmadd_ps(eight(i), _mm256_loadu_ps(query + i), a);
    b = _mm256_fmadd_ps(eight(i + 8), _mm256_loadu_ps(query + i + 8), b);
  }
  return sum_of(a, b) + plain_product_int8(values + i, query + i, count - i);
}

#endif

}  // namespace

std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
  const float magnitude = std::fabs(value);
  if (magnitude < 0x1p-14F) {  // denormal: a whole number of 2^-24
    return sign | static_cast<std::uint16_t>(std::nearbyint(magnitude * 0x1p24F));
  }
  const auto scaled = (bits & 0x7FFFFFFFU) - (112U << 23);
  const auto rounded = scaled + 0xFFFU + (scaled >> 13 & 1U);  // to nearest, ties to even
  return sign | static_cast<std::uint16_t>(rounded >> 13);
}

float encode_int8(std::span<const float> values, std::int8_t* codes) {
  float most = 0;
  for (const float value : values) most = std::max(most, std::fabs(value));
  for (std::size_t i = 0; i < values.size(); ++i)
    codes[i] =
        most > 0 ? static_cast<std::int8_t>(std::lround(values[i] / most * 127)) : std::int8_t{0};
  return most;
}

void decode_half(const std::uint16_t* halves, std::size_t count, float* into) {
  for (std::size_t i = 0; i < count; ++i) into[i] = from_half(halves[i]);
}

double product_half(const std::uint16_t* halves, const float* query, std::size_t count) {
#if defined(__x86_64__)
  if (has_avx2()) return fast_product_half(halves, query, count);
#endif
  return plain_product_half(halves, query, count);
}

double product_int8(const std::int8_t* values, const float* query, std::size_t count) {
#if defined(__x86_64__)
  if (has_avx2()) return fast_product_int8(values, query, count);
#endif
  return plain_product_int8(values, query, count);
}

}  // namespace assay::retrieval
