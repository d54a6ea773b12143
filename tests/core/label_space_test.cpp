#include "assay/core/label_space.h"

#include <gtest/gtest.h>

#include "assay/core/error.h"

namespace assay::core {
namespace {

std::vector<std::string> names(std::string_view space) {
  std::vector<std::string> all;
  const auto labels = LabelSpace::named(space);
  for (const auto& label : labels.labels()) all.push_back(label.name);
  return all;
}

using Names = std::vector<std::string>;

TEST(LabelSpace, WritesLabelsAsTheBenchmarksDo) {
  EXPECT_EQ(names("default"),
            (Names{"supported", "refuted", "not enough evidence", "conflicting"}));
  EXPECT_EQ(names("averitec"), (Names{"Supported", "Refuted", "Not Enough Evidence",
                                      "Conflicting Evidence/Cherrypicking"}));
  EXPECT_EQ(names("mocheg"), (Names{"supported", "refuted", "NEI"}));
  EXPECT_EQ(names("verite"), (Names{"true", "miscaptioned", "out-of-context"}));
  EXPECT_EQ(names("cr2024plus"),
            (Names{"supported", "refuted", "misleading", "not enough information"}));
  EXPECT_EQ(names("rwpost"), (Names{"True", "False", "Unproven"}));
  EXPECT_EQ(names("newsclippings"), (Names{"pristine", "falsified"}));
}

TEST(LabelSpace, EveryKnownSpaceHasDefinitions) {
  for (const auto name : LabelSpace::known()) {
    const auto space = LabelSpace::named(name);
    EXPECT_EQ(space.name(), name);
    for (const auto& label : space.labels()) EXPECT_GT(label.definition.size(), 20U) << label.name;
  }
}

TEST(LabelSpace, KnowsWhichCanAbstain) {
  EXPECT_TRUE(LabelSpace::named("default").can_abstain());
  EXPECT_TRUE(LabelSpace::named("rwpost").can_abstain());
  EXPECT_FALSE(LabelSpace::named("verite").can_abstain());
  EXPECT_FALSE(LabelSpace::named("newsclippings").can_abstain());
}

TEST(LabelSpace, TwoLabelsCanStandForOneVerdict) {
  const auto verite = LabelSpace::named("verite");
  EXPECT_EQ(verite.for_verdict(Verdict::refuted)->name, "miscaptioned");
  EXPECT_EQ(verite.find("out-of-context")->verdict, Verdict::refuted);
  EXPECT_EQ(verite.find("nonsense"), nullptr);
}

TEST(LabelSpace, NamesTheKnownOnes) {
  try {
    LabelSpace::named("liar");
    FAIL() << "an unknown space was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("newsclippings"), std::string::npos);
  }
}

}  // namespace
}  // namespace assay::core
