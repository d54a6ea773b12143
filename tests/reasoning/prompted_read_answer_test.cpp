#include "reasoning/prompted/read_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "language/utf8.h"

namespace assay::reasoning::prompted {
namespace {

using core::Form;
using core::Json;
using testing::ElementsAre;
using testing::HasSubstr;

models::ChatAnswer answer_of(std::string text) {
  models::ChatAnswer answer;
  answer.text = std::move(text);
  return answer;
}

ReadObject read(const std::string& text) { return read_object(answer_of(text), {"a"}); }

TEST(ReadObject, ExactIsTheObjectAndNothingElse) {
  const auto exact = read(" {\"a\": 1}\n");
  EXPECT_EQ(exact.form, Form::exact);
  EXPECT_EQ(exact.object->at("a"), 1);
}

TEST(ReadObject, WhatModelsWriteAroundItIsRepaired) {
  for (const std::string text : {
           "```json\n{\"a\": 1}\n```",
           "Here it is:\n{\"a\": 1}\nHope that helps!",
           "{'a': 1}",
           "{\"a\": 1,}",
           "{a: 1}",
           "`{\"a\": 1}`",
           "{“a”: 1}",
           "{\"a\": 1 // one\n}",
           "{\"b\": {\"c\": 2}}\nNo, better:\n{\"a\": 1}",
       }) {
    const auto repaired = read(text);
    ASSERT_TRUE(repaired.object) << text;
    EXPECT_EQ(repaired.object->at("a"), 1) << text;
    EXPECT_EQ(repaired.form, Form::repaired) << text;
  }
}

TEST(ReadObject, WhatHoldsNoneSaysWhatIsMissing) {
  for (const std::string text :
       {"", "No.", "{", "{\"b\": 1}", "[1, 2]", "{\"a\": ", "\xFF\xFE\x80", "null", "\"a\""}) {
    const auto none = read(text);
    EXPECT_FALSE(none.object) << text;
    EXPECT_EQ(none.form, Form::unusable);
    EXPECT_THAT(none.problem, HasSubstr("\"a\"")) << text;
  }
  auto cut = answer_of("{\"a\": \"half of");
  cut.finish = models::Finish::cut;
  EXPECT_THAT(read_object(cut, {"a"}).problem, HasSubstr("cut off"));
}

TEST(ReadObject, HugeAndDeepAnswersEndSoon) {
  EXPECT_FALSE(read(std::string(2 << 20, '{')).object);
  EXPECT_FALSE(read(std::string(500'000, '[')).object);
  std::string deep = "{\"a\": ";
  for (int i = 0; i < 40; ++i) deep += "[";
  EXPECT_FALSE(read(deep + std::string(40, ']') + "}").object);
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "{\"b\":";
  EXPECT_FALSE(read(many).object);
  EXPECT_TRUE(read("{\"a\": \"" + std::string(200'000, 'x') + "\"}").object);
}

TEST(Members, TextsAreBoundedTrimmedAndUtf8) {
  const Json object{{"text", "  two words \n"},
                    {"number", 4},
                    {"flag", true},
                    {"list", {"one", 2, Json::object(), "three"}},
                    {"object", {{"x", 1}}},
                    {"null", nullptr},
                    {"long", std::string(100, 'x') + "é"},
                    {"bad", "a\xFF"}};
  EXPECT_EQ(text_member(object, "text"), "two words");
  EXPECT_EQ(text_member(object, "number"), "4");
  EXPECT_EQ(text_member(object, "flag"), "true");
  EXPECT_EQ(text_member(object, "list"), "one\n2\nthree");
  EXPECT_EQ(text_member(object, "object"), "");
  EXPECT_EQ(text_member(object, "null"), "");
  EXPECT_EQ(text_member(object, "none"), "");
  EXPECT_EQ(text_member(Json("text"), "text"), "");
  EXPECT_EQ(text_member(object, "long", 101), std::string(100, 'x') + "…");
  EXPECT_TRUE(language::is_utf8(text_member(object, "bad")));
  EXPECT_THAT(texts_member(object, "list"), ElementsAre("one", "2", "three"));
  EXPECT_THAT(texts_member(object, "list", 2), ElementsAre("one", "2"));
  EXPECT_THAT(texts_member(object, "text"), ElementsAre("two words"));
  EXPECT_TRUE(texts_member(object, "none").empty());
}

std::optional<double> share(const Json& value) { return share_member(Json{{"x", value}}, "x"); }

TEST(Members, SharesInTheWaysOfModels) {
  EXPECT_EQ(share(0.8), 0.8);
  EXPECT_EQ(share("0.8"), 0.8);
  EXPECT_EQ(share(" .8 "), 0.8);
  EXPECT_EQ(share(80), 0.8);
  EXPECT_EQ(share("80 %"), 0.8);
  EXPECT_EQ(share("80%"), 0.8);
  EXPECT_EQ(share("80 percent"), 0.8);
  EXPECT_EQ(share("1"), 1);
  EXPECT_EQ(share("1 %"), 0.01);
  EXPECT_EQ(share(0), 0);
}

TEST(Members, WhatIsNoShareIsNone) {
  for (const Json& value : {Json("high"), Json("4 out of 5"), Json("8/10"), Json("0,8"), Json(-1),
                            Json(500), Json("nan"), Json("inf"), Json(""), Json(nullptr),
                            Json::array(), Json("0.8 to 0.9"), Json("1e400")})
    EXPECT_FALSE(share(value)) << value;
  EXPECT_FALSE(share_member(Json::object(), "x"));
}

TEST(Members, Flags) {
  const Json object{{"a", true},      {"b", "No."}, {"c", "YES"},
                    {"d", "perhaps"}, {"e", 1},     {"f", nullptr}};
  EXPECT_EQ(flag_member(object, "a"), true);
  EXPECT_EQ(flag_member(object, "b"), false);
  EXPECT_EQ(flag_member(object, "c"), true);
  for (const char* name : {"d", "e", "f", "g"}) EXPECT_FALSE(flag_member(object, name)) << name;
}

TEST(SaysNone, InAnyMarksAndNotWithinASentence) {
  for (const char* text : {"NONE", "none.", "**NONE**", "`None`", " \"NONE\"\n", "[NONE]"})
    EXPECT_TRUE(says_none(text)) << text;
  for (const char* text : {"", "None of the sources says so.", "NONE of it", "nonesuch", "N"})
    EXPECT_FALSE(says_none(text)) << text;
}

TEST(Prose, AFenceAroundAllOfItIsTakenOff) {
  EXPECT_EQ(prose_of(answer_of("```markdown\nIt fell [E1].\n```\n"), 100), "It fell [E1].");
  EXPECT_EQ(prose_of(answer_of("```\na\n```\nb\n```\nc\n```"), 100), "```\na\n```\nb\n```\nc\n```");
  EXPECT_EQ(prose_of(answer_of("```"), 100), "```");
  EXPECT_EQ(prose_of(answer_of(""), 100), "");
  EXPECT_TRUE(language::is_utf8(prose_of(answer_of(std::string(30, '\xE2')), 40)));
}

}  // namespace
}  // namespace assay::reasoning::prompted
