#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "models/encoder/integer_matrix.h"
#include "models/encoder/kernels.h"

namespace assay::models::encoder {
namespace {

std::vector<float> random_numbers(std::size_t count, unsigned seed, float spread = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, spread);
  std::vector<float> numbers(count);
  for (float& x : numbers) x = normal(random);
  return numbers;
}

double dot(const float* a, const float* b, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

// What each kind of processor computes with, as far as this one can.
std::vector<const Kernels*> all_kernels() {
  std::vector<const Kernels*> all{&portable_kernels()};
  if (const auto* fast = vnni_kernels()) all.push_back(fast);
  return all;
}

TEST(IntegerMatrixTest, NoSumCanOverflow) {
  for (const std::size_t inputs : {32, 384, 1536, 4096}) {
    auto weights = random_numbers(inputs * 32, 1);
    std::fill_n(weights.begin(), inputs, 1.0F);  // the largest sum there is
    std::fill_n(weights.begin() + std::ptrdiff_t(inputs), inputs, 0.0F);
    const std::vector<float> bias(32);
    const auto matrix = make_integer_matrix(weights, bias, inputs);
    for (std::size_t output = 0; output < 32; ++output) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < inputs; ++i)
        sum += std::abs(matrix.weights[i / 2 * 64 + output * 2 + i % 2]);
      EXPECT_LE(sum * matrix.peak, std::numeric_limits<std::int32_t>::max()) << inputs;
      if (output != 1) {
        EXPECT_GT(sum * matrix.peak, std::numeric_limits<std::int32_t>::max() / 8);
      }
    }
  }
}

TEST(IntegerMatrixTest, SizesThatDoNotFitAreRefused) {
  const std::vector<float> weights(64 * 32);
  const std::vector<float> bias(32);
  EXPECT_THROW(make_integer_matrix(weights, bias, 0), std::invalid_argument);
  EXPECT_THROW(make_integer_matrix(weights, bias, 63), std::invalid_argument);
  EXPECT_THROW(make_integer_matrix(weights, bias, 32), std::invalid_argument);
  EXPECT_THROW(make_integer_matrix(weights, {}, 64), std::invalid_argument);
  EXPECT_EQ(make_integer_matrix(weights, bias, 64).outputs, 32U);
}

TEST(KernelsTest, ProductsAreThoseOfTheNumbers) {
  constexpr std::size_t inputs = 384;
  constexpr std::size_t outputs = 96;
  const auto weights = random_numbers(inputs * outputs, 2, 0.05F);
  const auto bias = random_numbers(outputs, 3);
  const auto matrix = make_integer_matrix(weights, bias, inputs);
  for (const auto* kernels : all_kernels())
    for (const std::size_t rows : {1, 2, 3, 5, 11, 12, 13, 24, 31}) {
      const auto from = random_numbers(inputs * rows, 4);
      Aligned<std::int16_t> integers(inputs * rows);
      std::vector<float> steps(rows);
      for (std::size_t row = 0; row < rows; ++row)
        steps[row] = kernels->quantise(from.data() + row * inputs, inputs, matrix.peak,
                                       integers.data() + row * inputs);
      // Wider than it must be: what is between the rows stays as it was.
      std::vector<float> to(rows * (outputs + 7), -1);
      kernels->multiply(matrix, integers.data(), steps.data(), rows, to.data(), outputs + 7);
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t output = 0; output < outputs; ++output)
          ASSERT_NEAR(to[row * (outputs + 7) + output],
                      dot(from.data() + row * inputs, weights.data() + output * inputs, inputs) +
                          bias[output],
                      2e-3)
              << kernels->name << " " << rows;
        EXPECT_EQ(to[row * (outputs + 7) + outputs], -1) << kernels->name;
      }
    }
}

TEST(KernelsTest, IntegersStayInTheirRange) {
  const float infinite = std::numeric_limits<float>::infinity();
  const float none = std::numeric_limits<float>::quiet_NaN();
  for (const auto* kernels : all_kernels())
    for (const float odd : {0.0F, 1e-42F, 3e38F, infinite, -infinite, none}) {
      auto row = random_numbers(64, 5);
      if (odd == 0 || odd == 1e-42F) std::ranges::fill(row, odd);
      row[17] = odd;
      std::vector<std::int16_t> to(64);
      kernels->quantise(row.data(), 64, 8191, to.data());
      for (const int x : to) EXPECT_LE(std::abs(x), 8191) << kernels->name << " " << odd;
      if (odd == 0) {
        EXPECT_TRUE(std::ranges::all_of(to, [](int x) { return x == 0; }));
      }
    }
}

TEST(KernelsTest, GeluIsExactToSixDigits) {
  for (const auto* kernels : all_kernels()) {
    std::vector<float> row;
    for (int i = -16'000; i < 16'000; ++i) row.push_back(static_cast<float>(i) / 1000);
    const auto before = row;
    kernels->gelu(row.data(), row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const double x = before[i];
      // Two units in the last place more where x is large.
      ASSERT_NEAR(row[i], x * 0.5 * (1 + std::erf(x / std::sqrt(2.0))), 1e-6 + std::abs(x) * 2.4e-7)
          << kernels->name << " " << x;
    }
  }
}

TEST(KernelsTest, NormalisedRowsHaveTheMeanAndSpreadThatWereAskedFor) {
  for (const auto* kernels : all_kernels()) {
    auto row = random_numbers(384, 6, 30);
    const auto before = row;
    const auto added = random_numbers(384, 7, 5);
    const auto gain = random_numbers(384, 8);
    const auto bias = random_numbers(384, 9);
    kernels->normalise(row.data(), added.data(), gain.data(), bias.data(), 384, 1e-12F);
    double mean = 0;
    double square = 0;
    for (std::size_t i = 0; i < 384; ++i) mean += (before[i] + added[i]) / 384;
    for (std::size_t i = 0; i < 384; ++i) square += std::pow(before[i] + added[i] - mean, 2) / 384;
    for (std::size_t i = 0; i < 384; ++i)
      ASSERT_NEAR(row[i], (before[i] + added[i] - mean) / std::sqrt(square) * gain[i] + bias[i],
                  2e-5)
          << kernels->name;
  }
}

// Attention as its definition says, for one token.
std::vector<double> attention(const Head& head, std::size_t token) {
  std::vector<double> weights;
  double sum = 0;
  for (std::size_t other = 0; other < head.tokens; ++other) {
    const double score =
        dot(head.queries + token * head.stride, head.keys + other * head.stride, head.width) /
        std::sqrt(static_cast<double>(head.width));
    sum += weights.emplace_back(std::exp(score));
  }
  std::vector<double> taken(head.width);
  for (std::size_t other = 0; other < head.tokens; ++other)
    for (std::size_t i = 0; i < head.width; ++i)
      taken[i] += weights[other] / sum * head.values[other * head.stride + i];
  return taken;
}

TEST(KernelsTest, AttentionIsWhatItsDefinitionSays) {
  for (const auto* kernels : all_kernels())
    for (const std::size_t width : {32, 64})
      for (const std::size_t tokens : {1, 2, 11, 12, 13, 31, 32, 33, 100}) {
        const auto stride = 3 * width + 5;
        const auto numbers = random_numbers(tokens * stride, 10, 2);
        const Head head{
            numbers.data(), numbers.data() + width, numbers.data() + 2 * width, stride, tokens,
            width};
        // Rubbish from before must not matter.
        std::vector<float> scratch(attend_scratch(tokens, width),
                                   std::numeric_limits<float>::quiet_NaN());
        std::vector<float> to(tokens * width);
        kernels->attend(head, scratch.data(), to.data(), width);
        for (std::size_t token = 0; token < tokens; ++token) {
          const auto expected = attention(head, token);
          for (std::size_t i = 0; i < width; ++i)
            ASSERT_NEAR(to[token * width + i], expected[i], 3e-5)
                << kernels->name << " " << tokens << " " << token;
        }
      }
}

}  // namespace
}  // namespace assay::models::encoder
