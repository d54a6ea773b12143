#include "reasoning/prompted/templates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/core/error.h"
#include "assay/core/label_space.h"
#include "support/support.h"

namespace assay::reasoning::prompted {
namespace {

using testing::HasSubstr;
using testing::Not;

const char* const stages[] = {"plan",   "summarize", "develop",   "judge",     "justify",
                              "direct", "cot",       "interpret", "decompose", "decontextualize"};

std::string refusal(const test::TempDir& folder) {
  try {
    const Templates templates(folder.path());
    return "none";
  } catch (const core::InputError& error) {
    return error.what();
  }
}

TEST(Templates, EveryStageHasItsPrompt) {
  const Templates templates;
  EXPECT_FALSE(templates.text("system").empty());
  for (const char* name : stages) {
    EXPECT_THAT(templates.text(name), HasSubstr("# Step: ")) << name;
    EXPECT_THAT(templates.fill(name, {}), Not(HasSubstr("{{"))) << name;
  }
  EXPECT_EQ(templates.text("none"), "");
}

TEST(Templates, ValuesAreTakenAsTheyAre) {
  const Templates templates;
  const std::string value = "{{evidence}} {{#x}} & < > \" ' {{{tools}}} $1 \\n";
  const auto text = templates.fill("develop", {{"claim", value}, {"evidence", "the items"}});
  EXPECT_THAT(text, HasSubstr(value));
  EXPECT_THAT(text, HasSubstr("the items"));
}

TEST(Templates, AnEmptySectionIsLeftOut) {
  const Templates templates;
  EXPECT_THAT(templates.fill("judge", {{"analysis", ""}}), Not(HasSubstr("What was made of it")));
  EXPECT_THAT(templates.fill("judge", {{"analysis", "a {{b}}"}}),
              HasSubstr("## What was made of it\n\na {{b}}\n"));
}

TEST(Templates, ThreeExamplesToSummarizeOneOfThemNone) {
  const auto text = Templates().text("summarize");
  std::size_t examples = 0;
  for (auto at = text.find("{\"relevant\""); at != text.npos;
       at = text.find("{\"relevant\"", at + 1))
    ++examples;
  EXPECT_EQ(examples, 3U);
  EXPECT_THAT(text, HasSubstr(R"({"relevant": false, "takeaways": "NONE", "quotations": []})"));
}

TEST(Templates, RulesAreOfSpacesThatExist) {
  const Templates templates;
  int found = 0;
  for (const auto name : core::LabelSpace::known()) {
    const auto plan = templates.text("rules_" + std::string(name) + "_plan");
    EXPECT_EQ(plan.empty(), templates.text("rules_" + std::string(name) + "_judge").empty())
        << name;
    found += plan.empty() ? 0 : 1;
  }
  EXPECT_EQ(found, 4);
}

TEST(Templates, AFolderOverridesWhatItHas) {
  const test::TempDir folder;
  test::write(folder / "judge.md", "Judge {{ claim }} by {{{options}}}.{{#last}} Now.{{/last}}");
  test::write(folder / "notes.txt", "not read {{{{");
  const Templates own(folder.path());
  const Templates built_in;
  EXPECT_EQ(own.fill("judge", {{"claim", "<c>"}, {"options", "<o>"}}), "Judge <c> by <o>.");
  EXPECT_EQ(own.text("plan"), built_in.text("plan"));
  EXPECT_NE(own.version({"judge"}), built_in.version({"judge"}));
  EXPECT_EQ(own.version({"plan", "system"}), built_in.version({"plan", "system"}));
  EXPECT_NE(own.version({"plan", "system"}), own.version({"system", "plan"}));
}

TEST(Templates, WhatIsNoPromptOrBrokenIsRefusedByName) {
  const test::TempDir unknown;
  test::write(unknown / "verdict.md", "x");
  EXPECT_THAT(refusal(unknown), HasSubstr("verdict.md' is no prompt"));

  for (const char* text :
       {"{{#last}} never ended", "{{claim", "{{/last}}", "{{#a}}{{/b}}", "{{}}"}) {
    const test::TempDir broken;
    test::write(broken / "judge.md", text);
    EXPECT_THAT(refusal(broken), HasSubstr("judge.md'")) << text;
  }
  for (const char* text :
       {"{{clam}}", "{{>partial}}", "{{=<% %>=}}", "{{#clam}}{{/clam}}", "{{&clam}}"}) {
    const test::TempDir wrong;
    test::write(wrong / "judge.md", text);
    EXPECT_THAT(refusal(wrong), HasSubstr("judge.md'")) << text;
  }
  const test::TempDir rules;
  test::write(rules / "rules_verite_judge.md", "{{claim}}");
  EXPECT_THAT(refusal(rules), HasSubstr("a placeholder that it has not: {{claim}}"));
  const test::TempDir bytes;
  test::write(bytes / "plan.md", "{{claim}} \xFF");
  EXPECT_THAT(refusal(bytes), HasSubstr("not UTF-8"));
  const test::TempDir huge;
  test::write(huge / "plan.md", std::string(1 << 20, 'x'));
  EXPECT_NE(refusal(huge), "none");
}

TEST(Templates, AFolderThatCannotBeReadIsRefused) {
  EXPECT_THROW(Templates("/nowhere/at/all"), core::InputError);
  const test::TempDir folder;
  test::write(folder / "file", "x");
  EXPECT_THROW(Templates(folder / "file"), core::InputError);
}

}  // namespace
}  // namespace assay::reasoning::prompted
