#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "assay/core/error.h"
#include "retrieval/vectors/approximate.h"
#include "retrieval/vectors/kernels.h"
#include "retrieval/vectors/vector_file.h"
#include "support/support.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using Floats = std::vector<float>;

VectorShape shape_of(std::uint32_t rows, std::uint32_t dimension,
                     VectorKind kind = VectorKind::float16) {
  return {rows, dimension, kind, "model", "content"};
}

Floats random_vector(std::mt19937_64& random, std::size_t dimension) {
  std::normal_distribution<float> normal;
  Floats vector(dimension);
  for (auto& value : vector) value = normal(random);
  return vector;
}

std::vector<Floats> random_vectors(std::size_t count, std::size_t dimension,
                                   std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::vector<Floats> vectors;
  for (std::size_t i = 0; i < count; ++i) vectors.push_back(random_vector(random, dimension));
  return vectors;
}

double exact_cosine(const Floats& a, const Floats& b) {
  double product = 0;
  double as = 0;
  double bs = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    as += static_cast<double>(a[i]) * static_cast<double>(a[i]);
    bs += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return product / std::sqrt(as * bs);
}

std::vector<std::uint32_t> first_rows(std::size_t count) {
  std::vector<std::uint32_t> rows(count);
  for (std::uint32_t i = 0; i < count; ++i) rows[i] = i;
  return rows;
}

void put_all(VectorFile& file, const std::vector<Floats>& vectors) {
  file.put(first_rows(vectors.size()), vectors);
}

TEST(Halves, RoundAsTheStandardSays) {
  const auto back = [](float value) {
    const auto half = to_half(value);
    float decoded = 0;
    decode_half(&half, 1, &decoded);
    return decoded;
  };
  for (const float value : {0.0F, 1.0F, -1.0F, 0.5F, 0.25F, -0.125F, 0x1p-14F, 0x1p-24F, -0x1p-20F})
    EXPECT_EQ(back(value), value);
  EXPECT_EQ(to_half(1.0F), 0x3C00);
  EXPECT_EQ(to_half(-0.5F), 0xB800);
  EXPECT_EQ(to_half(0x1p-25F), 0x0000);             // half way: to the even one
  EXPECT_EQ(to_half(0x1p-24F * 1.5F), 0x0002);      // likewise
  EXPECT_EQ(to_half(1.0F + 0x1p-11F), 0x3C00);      // likewise
  EXPECT_EQ(to_half(1.0F + 3 * 0x1p-11F), 0x3C02);  // likewise
  std::mt19937_64 random(3);
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (int i = 0; i < 100'000; ++i) {
    const float value = uniform(random);
    EXPECT_NEAR(back(value), value, std::fabs(value) * 0x1p-11F + 0x1p-25F);
  }
}

TEST(Vectors, CosinesAreThoseOfTheFloats) {
  for (const auto& [kind, most] : {std::pair{VectorKind::float16, 0.001}, {VectorKind::int8, 0.01}})
    for (const std::uint32_t dimension : {1U, 7U, 16U, 384U, 1024U, 4096U}) {
      const auto vectors = random_vectors(50, dimension);
      auto file = VectorFile::in_memory(shape_of(50, dimension, kind));
      put_all(file, vectors);
      std::mt19937_64 random(9);
      const auto query = random_vector(random, dimension);
      const auto found = cosines(file, query, first_rows(50));
      for (std::size_t i = 0; i < 50; ++i)
        EXPECT_NEAR(found[i], exact_cosine(vectors[i], query), most) << dimension;
    }
}

TEST(Vectors, NearestAreTheBestOfAll) {
  const auto vectors = random_vectors(500, 64);
  auto file = VectorFile::in_memory(shape_of(600, 64));
  put_all(file, vectors);
  const auto query = random_vectors(1, 64, 5).front();
  const auto all = cosines(file, query, first_rows(500));
  auto order = first_rows(500);
  std::ranges::sort(order,
                    [&](auto a, auto b) { return all[a] != all[b] ? all[a] > all[b] : a < b; });
  const auto found = nearest(file, query, 20);
  ASSERT_EQ(found.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(found[i].row, order[i]);
    EXPECT_EQ(found[i].cosine, all[order[i]]);
  }
  const auto even = nearest(file, query, 1000, [](std::uint32_t row) { return row % 2 == 0; });
  EXPECT_EQ(even.size(), 250U);
  for (const auto& one : even) EXPECT_EQ(one.row % 2, 0U);
  EXPECT_TRUE(nearest(file, query, 0).empty());
  EXPECT_TRUE(nearest(VectorFile::in_memory(shape_of(5, 64)), query, 3).empty());
  EXPECT_THROW(nearest(file, Floats(63), 3), InputError);
  EXPECT_THROW(nearest(file, Floats(64, std::numeric_limits<float>::quiet_NaN()), 3), InputError);
}

TEST(Vectors, OfEqualsTheLowerRowIsFirst) {
  auto file = VectorFile::in_memory(shape_of(6, 2));
  put_all(file, {{1, 0}, {0, 1}, {2, 0}, {1, 1}, {3, 0}, {0, 0}});
  const auto found = nearest(file, Floats{1, 0}, 4);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].row, 0U);
  EXPECT_EQ(found[1].row, 2U);
  EXPECT_EQ(found[2].row, 4U);
  EXPECT_EQ(found[3].row, 3U);
}

TEST(Vectors, StayInTheirFile) {
  const test::TempDir folder;
  const auto vectors = random_vectors(10, 32);
  {
    auto file = VectorFile::open_or_make(folder / "v", shape_of(1000, 32));
    const std::vector<std::uint32_t> rows{7, 999, 0, 3, 4, 5, 500, 501, 20, 21};
    file.put(rows, vectors);
    EXPECT_EQ(file.present(), 10U);
  }
  const auto file = VectorFile::open_or_make(folder / "v", shape_of(1000, 32));
  EXPECT_EQ(file.present(), 10U);
  EXPECT_TRUE(file.has(999));
  EXPECT_FALSE(file.has(1));
  EXPECT_NEAR(exact_cosine(file.read(999), vectors[1]), 1, 1e-5);
  EXPECT_THROW(file.read(1), std::out_of_range);
  EXPECT_THROW(file.has(1000), std::out_of_range);
}

TEST(Vectors, OfAnotherShapeAreMadeAnew) {
  const test::TempDir folder;
  const auto make = [&](const VectorShape& shape) {
    return VectorFile::open_or_make(folder / "v", shape);
  };
  const auto filled = [&] {
    auto file = make(shape_of(10, 8));
    if (!file.has(2)) file.put(std::vector<std::uint32_t>{2}, random_vectors(1, 8));
    return make(shape_of(10, 8)).present();
  };
  EXPECT_EQ(filled(), 1U);
  auto other = shape_of(10, 8);
  other.model = "other";
  EXPECT_EQ(make(other).present(), 0U);
  EXPECT_EQ(filled(), 1U);
  other = shape_of(10, 8);
  other.content = "other";
  EXPECT_EQ(make(other).present(), 0U);
  EXPECT_EQ(make(shape_of(11, 8)).present(), 0U);
  EXPECT_EQ(make(shape_of(10, 9)).present(), 0U);
  EXPECT_EQ(make(shape_of(10, 8, VectorKind::int8)).present(), 0U);
  EXPECT_THROW(make(shape_of(10, 0)), InputError);
  EXPECT_THROW(make(shape_of(10, 70'000)), InputError);
  // A damaged or cut one too, wherever the damage is.
  for (std::size_t at = 0; at < 160; ++at) {
    EXPECT_EQ(filled(), 1U);
    auto bytes = test::read(folder / "v");
    bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
    test::write(folder / "v", bytes);
    EXPECT_EQ(make(shape_of(10, 8)).present(), 0U) << at;
  }
  for (const std::size_t size : {0U, 1U, 159U, 160U, 4096U, 8192U}) {
    EXPECT_EQ(filled(), 1U);
    fs::resize_file(folder / "v", size);
    EXPECT_EQ(make(shape_of(10, 8)).present(), 0U) << size;
  }
}

TEST(Vectors, ThatCantBeAreRefused) {
  auto file = VectorFile::in_memory(shape_of(4, 3));
  const auto put = [&](Floats vector) {
    file.put(std::vector<std::uint32_t>{1}, std::vector<Floats>{vector});
  };
  EXPECT_THROW(put({1, 2}), InputError);
  EXPECT_THROW(put({1, 2, std::numeric_limits<float>::infinity()}), InputError);
  EXPECT_THROW(put({1, 2, std::numeric_limits<float>::quiet_NaN()}), InputError);
  EXPECT_THROW(file.put(std::vector<std::uint32_t>{1, 2}, random_vectors(1, 3)), InputError);
  EXPECT_THROW(file.put(std::vector<std::uint32_t>{4}, random_vectors(1, 3)), std::out_of_range);
  // One bad one: none of them is there.
  auto two = random_vectors(2, 3);
  two[1] = {1};
  EXPECT_THROW(file.put(std::vector<std::uint32_t>{0, 1}, two), InputError);
  EXPECT_EQ(file.present(), 0U);
  put({0, 0, 0});
  EXPECT_EQ(file.read(1), (Floats{0, 0, 0}));
}

TEST(Vectors, TakeNoSpaceBeforeTheyAreMade) {
  const test::TempDir folder;
  auto file = VectorFile::open_or_make(folder / "v", shape_of(1'000'000, 384));
  file.put(std::vector<std::uint32_t>{0, 999'999}, random_vectors(2, 384));
  struct stat info{};
  ASSERT_EQ(::stat((folder / "v").c_str(), &info), 0);
  EXPECT_GT(info.st_size, 700'000'000);
  EXPECT_LT(info.st_blocks * 512, 1'000'000);
  EXPECT_EQ(file.present(), 2U);
}

TEST(Vectors, ThatMayOnlyBeReadAreRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  const test::TempDir folder;
  {
    put_all(*std::make_unique<VectorFile>(VectorFile::open_or_make(folder / "v", shape_of(3, 4))),
            random_vectors(3, 4));
  }
  fs::permissions(folder / "v", fs::perms::owner_read);
  auto file = VectorFile::open_or_make(folder / "v", shape_of(3, 4));
  EXPECT_FALSE(file.writable());
  EXPECT_EQ(file.present(), 3U);
  EXPECT_THROW(put_all(file, random_vectors(3, 4)), InputError);
}

TEST(Vectors, ManyProcessesFillOneFile) {
  const test::TempDir folder;
  constexpr std::uint32_t rows = 400;
  const auto vectors = random_vectors(rows, 48);
  std::vector<pid_t> writers;
  for (std::uint32_t writer = 0; writer < 3; ++writer) {
    const auto child = ::fork();
    if (child != 0) {
      writers.push_back(child);
      continue;
    }
    auto file = VectorFile::open_or_make(folder / "v", shape_of(rows, 48));
    for (std::uint32_t row = writer; row < rows; row += 3)
      file.put(std::vector{row}, std::vector<Floats>{vectors[row]});
    ::_exit(0);
  }
  // What is there while they write is right.
  const auto file = VectorFile::open_or_make(folder / "v", shape_of(rows, 48));
  while (file.present() < rows) {
    for (std::uint32_t row = 0; row < rows; ++row)
      if (file.has(row)) ASSERT_NEAR(exact_cosine(file.read(row), vectors[row]), 1, 1e-4);
    int status = 0;
    if (std::ranges::all_of(writers, [&](pid_t w) { return ::waitpid(w, &status, WNOHANG) != 0; }))
      break;
  }
  for (const auto writer : writers) ::waitpid(writer, nullptr, 0);
  EXPECT_EQ(file.present(), rows);
}

TEST(Vectors, AKillLosesOnlyWhatWasBeingAdded) {
  const test::TempDir folder;
  constexpr std::uint32_t rows = 2000;
  const auto vectors = random_vectors(rows, 96);
  std::uint32_t before = 0;
  for (int round = 0; round < 5; ++round) {
    const auto child = ::fork();
    if (child == 0) {
      auto file = VectorFile::open_or_make(folder / "v", shape_of(rows, 96));
      for (std::uint32_t row = 0; row < rows; ++row)
        if (!file.has(row)) file.put(std::vector{row}, std::vector<Floats>{vectors[row]});
      ::_exit(0);
    }
    ::usleep(20'000);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const auto file = VectorFile::open_or_make(folder / "v", shape_of(rows, 96));
    EXPECT_GE(file.present(), before);
    before = file.present();
    for (std::uint32_t row = 0; row < rows; ++row)
      if (file.has(row)) ASSERT_NEAR(exact_cosine(file.read(row), vectors[row]), 1, 1e-4);
  }
  EXPECT_GT(before, 0U);
}

// Around some points, as embeddings are.
std::vector<Floats> clustered(std::size_t count, std::size_t dimension) {
  const auto topics = random_vectors(200, dimension, 11);
  std::mt19937_64 random(12);
  std::vector<Floats> vectors;
  for (std::size_t i = 0; i < count; ++i) {
    auto vector = random_vector(random, dimension);
    const auto& topic = topics[random() % topics.size()];
    for (std::size_t k = 0; k < dimension; ++k) vector[k] = topic[k] + 0.3F * vector[k];
    vectors.push_back(std::move(vector));
  }
  return vectors;
}

class Approximate : public testing::Test {
 protected:
  static constexpr std::uint32_t rows = 20'000;
  void SetUp() override {
    const auto vectors = clustered(rows - 1, 32);
    file_.put(first_rows(rows - 1), vectors);
  }
  ApproximateStats build() {
    ApproximateOptions options;
    options.lists = 100;
    return ApproximateIndex::build(file_, path_, options);
  }

  test::TempDir folder_;
  fs::path path_ = folder_ / "lists";
  VectorFile file_ = VectorFile::open_or_make(folder_ / "v", shape_of(rows, 32));
};

TEST_F(Approximate, FindsNearlyWhatExactSearchFinds) {
  const auto stats = build();
  EXPECT_EQ(stats.lists, 100U);
  EXPECT_GE(stats.recall, 0.985);
  const auto index = ApproximateIndex::open(path_, file_);
  ASSERT_TRUE(index);
  EXPECT_EQ(index->stats().probes, stats.probes);
  const auto queries = clustered(100, 32);
  double found = 0;
  for (const auto& query : queries) {
    std::set<std::uint32_t> right;
    for (const auto& one : nearest(file_, query, 100)) right.insert(one.row);
    const auto near = index->nearest(file_, query, 100);
    ASSERT_EQ(near.size(), 100U);
    for (const auto& one : near) found += static_cast<double>(right.count(one.row));
  }
  EXPECT_GE(found / 10'000, 0.98);
  // With every list it is exact, up to what the codes blur.
  const auto all = index->nearest(file_, queries[0], 10, {}, 100);
  EXPECT_EQ(all, nearest(file_, queries[0], 10));
  const auto odd =
      index->nearest(file_, queries[0], 50, [](std::uint32_t r) { return r % 2 == 1; });
  EXPECT_EQ(odd.size(), 50U);
  for (const auto& one : odd) EXPECT_EQ(one.row % 2, 1U);
}

TEST_F(Approximate, IsOfTheseVectorsAlone) {
  EXPECT_FALSE(ApproximateIndex::open(path_, file_));
  build();
  EXPECT_TRUE(ApproximateIndex::open(path_, file_));
  auto other = shape_of(rows, 32);
  other.content = "other";
  EXPECT_FALSE(ApproximateIndex::open(path_, VectorFile::in_memory(other)));
  file_.put(std::vector<std::uint32_t>{rows - 1}, random_vectors(1, 32));
  EXPECT_FALSE(ApproximateIndex::open(path_, file_));
  EXPECT_THROW(ApproximateIndex::build(VectorFile::in_memory(shape_of(5, 4)), folder_ / "none"),
               InputError);
}

TEST_F(Approximate, DamagedIsNotOpenedOrDoesNoHarm) {
  build();
  const auto bytes = test::read(path_);
  const auto query = clustered(1, 32).front();
  std::mt19937_64 random(4);
  for (int i = 0; i < 300; ++i) {
    auto damaged = bytes;
    // The header often, the rest anywhere.
    const auto at = i < 176 ? static_cast<std::size_t>(i) : random() % bytes.size();
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
    test::write(path_, damaged);
    if (const auto index = ApproximateIndex::open(path_, file_))
      for (const auto& one : index->nearest(file_, query, 10)) EXPECT_LT(one.row, rows);
  }
  for (std::size_t size = 0; size < bytes.size(); size += bytes.size() / 50) {
    test::write(path_, bytes.substr(0, size));
    EXPECT_FALSE(ApproximateIndex::open(path_, file_)) << size;
  }
}

}  // namespace
}  // namespace assay::retrieval
