#include "reasoning/prompted/read_actions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

namespace assay::reasoning::prompted {
namespace {

using core::Json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::vector<core::ToolHelp> tools{{"web_search", "", ""}, {"reverse_search", "", ""}};

std::vector<std::string> shown(const ReadActions& read) {
  std::vector<std::string> all;
  for (const auto& action : read.actions) all.push_back(action.to_string());
  return all;
}
std::vector<std::string> of_text(std::string_view text) { return shown(read_actions(text, tools)); }
std::vector<std::string> of_json(const Json& json) { return shown(read_actions(json, tools)); }

TEST(ReadActions, CallsInText) {
  for (const char* text : {
           "web_search(\"who won\")",
           "web_search('who won')",
           "web_search(`who won`)",
           "web_search(“who won”)",
           "web_search(who won)",
           "web_search( \"who won\" )",
           "web_search (\"who won\")",
           "web_search(\n  \"who won\"\n)",
           "web_search(query=\"who won\")",
           "web_search(\"who won\", limit=5)",
           "web_search(\"who won\", \"2020\")",
           "web_search(\"who won",
           "- `web_search(\"who won\")` to see it",
           "1. **Web_Search(\"who won\")**",
           "I would webSearch(\"who won\") (as always).",
       })
    EXPECT_THAT(of_text(text), ElementsAre("web_search(\"who won\")")) << text;
}

TEST(ReadActions, BracketsAndQuotesInside) {
  EXPECT_THAT(of_text("web_search(\"the (old) tower\")"),
              ElementsAre("web_search(\"the (old) tower\")"));
  EXPECT_THAT(of_text("web_search(the (old) tower) and more"),
              ElementsAre("web_search(\"the (old) tower\")"));
  EXPECT_THAT(of_text("web_search('it's late')"), ElementsAre("web_search(\"it's late\")"));
  EXPECT_THAT(of_text("web_search(\"the \\\"big\\\" one\")"),
              ElementsAre("web_search(\"the \\\"big\\\" one\")"));
  EXPECT_THAT(of_text("web_search(\"the \"big\" one\")"),
              ElementsAre("web_search(\"the \\\"big\\\" one\")"));
  const auto both = read_actions(std::string_view("web_search(\"Eiffel\" AND \"1889\")"), tools);
  ASSERT_THAT(both.actions, SizeIs(1));
  EXPECT_EQ(both.actions[0].arguments[0], "\"Eiffel\" AND \"1889\"");
}

TEST(ReadActions, SeveralOnALine) {
  EXPECT_THAT(of_text("web_search(\"a\" ), web_search(\"b\"), web_search(c); web_search(\"a\")"),
              ElementsAre("web_search(\"a\")", "web_search(\"b\")", "web_search(\"c\")"));
}

TEST(ReadActions, PicturesInEverySpelling) {
  for (const char* text :
       {"[image:12]", "image:12", "<image:12>", "Image 12", "[Image: 12]", "12", "#12",
        "`image:12`", "\"[image:12]\"", "image_12", "IMG 012", "picture 12", "image=[image:12]"})
    EXPECT_THAT(of_text("reverse_search(" + std::string(text) + ")"),
                ElementsAre("reverse_search([image:12])"))
        << text;
  for (const char* text :
       {"image:0", "image of a cat", "https://example.org/1.jpg", "image:99999999"})
    EXPECT_THAT(of_text("reverse_search(" + std::string(text) + ")"),
                ElementsAre("reverse_search(\"" + std::string(text) + "\")"))
        << text;
}

TEST(ReadActions, ObjectsOfEveryShape) {
  for (const char* text : {
           R"([{"tool": "web_search", "argument": "who won", "reason": "r"}])",
           R"([{"tool": "web_search", "argument": "\"who won\""}])",
           R"([{"tool": "Web Search", "arguments": ["who won", 3]}])",
           R"([{"name": "web_search", "arguments": {"language": "en", "query": "who won"}}])",
           R"([{"tool": "web_search", "parameters": {"q": "who won"}}])",
           R"x([{"action": "web_search(\"who won\")", "reason": "r"}])x",
           R"x([{"tool": "web_search(\"who won\")"}])x",
           R"([{"web_search": "who won"}])",
           R"([{"web_search": ["who won"], "reason": "r"}])",
           R"({"tool": "web_search", "argument": "who won"})",
           R"x(["web_search(\"who won\")"])x",
           R"x("web_search(\"who won\")")x",
       })
    EXPECT_THAT(of_json(Json::parse(text)), ElementsAre("web_search(\"who won\")")) << text;
}

TEST(ReadActions, TheReasonIsKept) {
  const auto read = read_actions(
      Json::parse(R"([{"tool": "web_search", "argument": "x", "reason": " why "}])"), tools);
  EXPECT_EQ(read.actions.at(0).reason, "why");
}

TEST(ReadActions, WhatCannotBeDoneIsLeftOutWithAWord) {
  const auto read = read_actions(Json::parse(R"x([
      {"tool": "phone_call", "argument": "x"},
      {"tool": "web_search", "argument": ""},
      {"tool": "web_search"},
      {"argument": "x"},
      {"tool": 7, "argument": {"deep": [1]}},
      "hack_it(\"x\")", 4, null, [], {}])x"),
                                 tools);
  EXPECT_THAT(read.actions, IsEmpty());
  EXPECT_THAT(read.left_out, testing::Contains(HasSubstr("phone_call`: there is no such tool")));
  EXPECT_THAT(read.left_out, testing::Contains(HasSubstr("web_search`: it has no argument")));
  EXPECT_THAT(read.left_out, testing::Contains(HasSubstr("hack_it`: there is no such tool")));
}

TEST(ReadActions, ProseIsNoCall) {
  EXPECT_THAT(of_text("The tower (the old one) was searched (see there). f(x)"), IsEmpty());
  EXPECT_THAT(of_text(""), IsEmpty());
  EXPECT_THAT(of_text("("), IsEmpty());
  EXPECT_THAT(of_json(nullptr), IsEmpty());
  EXPECT_THAT(of_json(Json::parse("[]")), IsEmpty());
}

TEST(ReadActions, NoMoreThanABound) {
  Json list = Json::array();
  for (int i = 0; i < 500; ++i)
    list.push_back({{"tool", i % 2 == 0 ? "web_search" : "none"}, {"argument", std::to_string(i)}});
  const auto read = read_actions(list, tools);
  EXPECT_LE(read.actions.size(), 20U);
  EXPECT_LE(read.left_out.size(), 20U);
  const Json huge{{{"tool", "web_search"}, {"argument", std::string(5'000, 'x')}}};
  EXPECT_THAT(read_actions(huge, tools).actions, IsEmpty());
}

TEST(ReadActions, HostileTextTakesNoLongTime) {
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string piece : {"web_search(", "web_search(\"a", "x_y(", "(", "web_search('a' ",
                                  "\"(", "web_search(\"\" \"", "[image:1]("}) {
    std::string text;
    while (text.size() < 500'000) text += piece;
    read_actions(std::string_view(text), tools);
    read_actions(Json(text), tools);
    read_actions(Json{{{"tool", "web_search"}, {"argument", text}}}, tools);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace assay::reasoning::prompted
