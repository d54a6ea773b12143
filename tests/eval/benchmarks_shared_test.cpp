#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "eval/benchmarks/averitec_pairs.h"
#include "eval/benchmarks/benchmark.h"
#include "support/support.h"

namespace assay::eval {
namespace {

std::map<std::string, std::size_t> counts_of(const Dataset& dataset) {
  std::map<std::string, std::size_t> counts;
  for (const auto& instance : dataset.instances) ++counts[instance.label];
  return counts;
}

TEST(SharedAveritec, BothGoldFormsSayTheSame) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto folder = *shared / "data/averitec";
  const auto benchmark = benchmark_named("averitec");
  const auto older = benchmark->load({.data = folder});
  const auto newer = benchmark->load({.data = folder / "solution.csv"});
  ASSERT_EQ(older.instances.size(), 200);
  ASSERT_EQ(newer.instances.size(), 200);
  EXPECT_EQ(counts_of(older), counts_of(newer));
  EXPECT_EQ(counts_of(older)["Refuted"], 117);
  std::size_t evidence = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const auto& one = older.instances[i];
    const auto& other = newer.instances[i];
    EXPECT_EQ(one.id_json, other.id_json);
    EXPECT_EQ(one.claim.text, other.claim.text);
    EXPECT_EQ(one.label, other.label);
    EXPECT_EQ(question_strings(one), question_strings(other));
    EXPECT_EQ(pair_strings(one), pair_strings(other));
    EXPECT_TRUE(one.claim.date.has_value());
    evidence += one.evidence.size();
  }
  // 528 answers, 17 of them unanswerable, 3 from the fact-check itself.
  EXPECT_EQ(evidence, 508);
}

TEST(SharedAveritec, TheRealSubmissionIsRead) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto folder = *shared / "data/averitec";
  const auto benchmark = benchmark_named("averitec");
  const auto gold = benchmark->load({.data = folder / "solution.csv"});
  const auto predictions = benchmark->read_predictions(folder / "submission.csv");
  ASSERT_EQ(predictions.size(), 200);
  std::map<std::string, std::string> labels;
  for (const auto& instance : gold.instances) labels[instance.claim.id] = instance.label;
  EXPECT_EQ(std::ranges::count_if(predictions,
                                  [&](const auto& one) { return labels.at(one.id) == one.label; }),
            130);  // the reference's accuracy, 0.65
  for (const auto& prediction : predictions) {
    EXPECT_FALSE(prediction.malformed);
    EXPECT_FALSE(prediction.pairs.empty());
  }
  const test::TempDir out;
  const auto files = benchmark->write_predictions(out.path(), gold, predictions);
  const auto again = benchmark->read_predictions(files[1]);
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].id, predictions[i].id);
    EXPECT_EQ(again[i].label, predictions[i].label);
    EXPECT_EQ(pair_strings(again[i]), pair_strings(predictions[i]));
  }
}

TEST(SharedVerite, IsReadWhole) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto benchmark = benchmark_named("verite");
  const auto data = benchmark->load({.data = *shared / "data/verite"});
  ASSERT_EQ(data.instances.size(), 1001);
  auto counts = counts_of(data);
  EXPECT_EQ(counts["true"], 338);
  EXPECT_EQ(counts["miscaptioned"], 338);
  EXPECT_EQ(counts["out-of-context"], 325);
  std::map<std::string, std::size_t> stories;
  for (const auto& instance : data.instances) ++stories[instance.group];
  EXPECT_EQ(stories.size(), 338);
  EXPECT_EQ(
      benchmark->load({.data = *shared / "data/verite", .faults = Faults::drop}).instances.size(),
      997);
  counts = counts_of(benchmark->load({.data = *shared / "data/verite", .faults = Faults::correct}));
  EXPECT_EQ(counts["true"], 337);
  EXPECT_EQ(counts["out-of-context"], 326);
}

}  // namespace
}  // namespace assay::eval
