// Stored embeddings and thresholds: what the baseline of CLIP similarity is made of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>
#include <set>

#include "assay/core/error.h"
#include "eval/baselines/npy.h"
#include "eval/baselines/threshold.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string npy(const std::string& header, const std::string& values, char major = 1) {
  std::string text = std::string("\x93NUMPY") + major + '\0';
  text += static_cast<char>(header.size() & 255);
  text += static_cast<char>(header.size() >> 8);
  if (major > 1) text += std::string(2, '\0');
  return text + header + values;
}

template <class T>
std::string bytes_of(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) {
    char one[sizeof(T)];
    std::memcpy(one, &value, sizeof value);
    bytes.append(one, sizeof one);
  }
  return bytes;
}

class Npy : public testing::Test {
 protected:
  Matrix read(const std::string& bytes) const {
    test::write(folder_ / "m.npy", bytes);
    return read_npy(folder_ / "m.npy");
  }
  std::string refusal(const std::string& bytes) const {
    try {
      read(bytes);
    } catch (const core::InputError& error) {
      return error.what();
    }
    return "";
  }
  test::TempDir folder_;
};

TEST_F(Npy, ReadsFloatsOfThreeWidths) {
  const auto header = [](const char* type) {
    return std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (2, 2), }\n";
  };
  const auto single = read(npy(header("<f4"), bytes_of<float>({1, 2, -3, 0.5F})));
  EXPECT_EQ(single.rows, 2U);
  EXPECT_THAT(single.values, ElementsAre(1, 2, -3, 0.5F));
  EXPECT_THAT(std::vector(single.row(1).begin(), single.row(1).end()), ElementsAre(-3, 0.5F));
  EXPECT_EQ(read(npy(header("<f8"), bytes_of<double>({1, 2, -3, 0.5}), 2)).values, single.values);
  EXPECT_EQ(
      read(npy(header("<f2"), bytes_of<std::uint16_t>({0x3C00, 0x4000, 0xC200, 0x3800}))).values,
      single.values);
}

TEST_F(Npy, RefusesWhatItCannotTrust) {
  const std::string shape = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n";
  const auto four = bytes_of<float>({1, 2, 3, 4});
  EXPECT_THAT(refusal(""), HasSubstr("is no .npy file"));
  EXPECT_THAT(refusal("something else entirely"), HasSubstr("is no .npy file"));
  EXPECT_THAT(refusal(npy(shape, four).substr(0, 30)), HasSubstr("ends within its header"));
  EXPECT_THAT(refusal(npy(shape, four, 9)), HasSubstr("unknown version"));
  EXPECT_THAT(refusal(npy(shape, four.substr(1))), HasSubstr("more or fewer values"));
  EXPECT_THAT(refusal(npy(shape, four + "x")), HasSubstr("more or fewer values"));
  EXPECT_THAT(refusal(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (2, 2)}", four)),
              HasSubstr("no little-endian floats"));
  EXPECT_THAT(refusal(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2)}", four)),
              HasSubstr("C order"));
  EXPECT_THAT(refusal(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4,)}", four)),
              HasSubstr("two dimensions"));
  EXPECT_THAT(
      refusal(
          npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}", four)),
      HasSubstr("more or fewer values"));
  EXPECT_THAT(refusal(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 0)}", "")),
              HasSubstr("more or fewer values"));
  EXPECT_THAT(
      refusal(npy(shape, bytes_of<float>({1, 2, 3, std::numeric_limits<float>::quiet_NaN()}))),
      HasSubstr("no finite number"));
}

std::vector<Similarity> items(std::initializer_list<std::pair<double, bool>> values) {
  std::vector<Similarity> list;
  for (const auto& [value, positive] : values) list.push_back({value, positive, true, ""});
  return list;
}

double accuracy_at(const std::vector<Similarity>& list, double threshold) {
  double right = 0;
  for (const auto& item : list) right += (item.value >= threshold) == item.positive ? 1 : 0;
  return right / static_cast<double>(list.size());
}

TEST(Threshold, PartsWhatCanBeParted) {
  EXPECT_DOUBLE_EQ(best_threshold(items({{0.1, false}, {0.3, true}, {0.2, false}, {0.4, true}})),
                   0.25);
  EXPECT_EQ(best_threshold({}), 0);
  const auto positive = items({{0.5, true}, {0.7, true}});
  EXPECT_EQ(accuracy_at(positive, best_threshold(positive)), 1);
  const auto negative = items({{0.5, false}, {0.7, false}});
  EXPECT_EQ(accuracy_at(negative, best_threshold(negative)), 1);
}

TEST(Threshold, IsAsGoodAsAnyOther) {
  std::uint64_t state = 1;
  for (int round = 0; round < 200; ++round) {
    std::vector<Similarity> list;
    for (int i = 0; i < 12; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      list.push_back({static_cast<double>(state >> 60), (state >> 40) % 2 == 0, true, ""});
    }
    double best = 0;
    for (double threshold = -0.5; threshold <= 16.5; threshold += 0.5)
      best = std::max(best, accuracy_at(list, threshold));
    EXPECT_DOUBLE_EQ(accuracy_at(list, best_threshold(list)), best) << round;
  }
}

TEST(Threshold, WhatDoesNotCountDoesNotMoveIt) {
  auto list = items({{0.1, false}, {0.3, true}});
  const auto before = best_threshold(list);
  list.push_back({0.9, false, false, ""});
  EXPECT_EQ(best_threshold(list), before);
}

TEST(Threshold, AGroupIsNeverInTwoFolds) {
  std::vector<Similarity> list;
  for (int i = 0; i < 30; ++i) list.push_back({i * 0.1, i % 2 == 0, true, std::to_string(i / 3)});
  const auto chosen = cross_validated(list, 5);
  ASSERT_EQ(chosen.thresholds.size(), 5U);
  for (int i = 0; i < 30; ++i) EXPECT_EQ(chosen.fold[i], chosen.fold[i / 3 * 3]);
  EXPECT_EQ(std::set<std::size_t>(chosen.fold.begin(), chosen.fold.end()).size(), 5U);
}

TEST(Cosine, OfRows) {
  const std::vector<float> a{3, 4};
  const std::vector<float> b{4, 3};
  EXPECT_NEAR(cosine(a, b), 0.96, 1e-12);
  EXPECT_EQ(cosine(a, std::vector<float>{0, 0}), 0);
}

}  // namespace
}  // namespace assay::eval
