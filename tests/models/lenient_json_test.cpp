#include "models/lenient_json.h"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <random>

namespace assay::models {
namespace {

using core::Json;

// The value as JSON text; `none` where there is none.
std::string read(std::string_view answer, const std::vector<std::string>& wanted = {}) {
  const auto value = parse_lenient(answer, wanted);
  return value ? value->dump() : "none";
}

TEST(LenientJson, ReadsJsonAsItIs) {
  const std::string text =
      R"({"a":[1,-2.5,1e3,true,false,null],"b":{"c":"x\n\"y\" \\ \u00e4 \ud83d\ude00"},"d":""})";
  const auto value = parse_lenient(text);
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(*value, Json::parse(text));
}

TEST(LenientJson, LooksThroughFencesAndProse) {
  EXPECT_EQ(read("```json\n{\"a\": 1}\n```"), R"({"a":1})");
  EXPECT_EQ(read("```\n[1, 2]\n```"), "[1,2]");
  EXPECT_EQ(read("Sure! Here it is:\n\n{\"a\": 1}\n\nAnything else?"), R"({"a":1})");
  EXPECT_EQ(read("As [image:1] shows [2], {so}: {\"a\": 1} (see [3])"), R"({"a":1})");
  EXPECT_EQ(read("`{\"a\": 1}`"), R"({"a":1})");
}

TEST(LenientJson, ReadsOtherQuotes) {
  EXPECT_EQ(read("{'a': 'it's so', 'b': 'x'}"), R"({"a":"it's so","b":"x"})");
  EXPECT_EQ(read("{`a`: `x`}"), R"({"a":"x"})");
  EXPECT_EQ(read("{“a”: “x”, ‘b’: ‘y’}"), R"({"a":"x","b":"y"})");
  EXPECT_EQ(read(R"({"a": "he said "no" to it", "b": 1})"),
            R"({"a":"he said \"no\" to it","b":1})");
  EXPECT_EQ(read(R"({'a': 'it\'s', "b": "a\_b"})"), R"({"a":"it's","b":"a_b"})");
}

TEST(LenientJson, ReadsWhatIsNearlyJson) {
  EXPECT_EQ(read("{\"a\": [1, 2,], \"b\": 3,}"), R"({"a":[1,2],"b":3})");
  EXPECT_EQ(read("{a: True, b: False, c: None}"), R"({"a":true,"b":false,"c":null})");
  EXPECT_EQ(read("{\"a\": 1, // the first\n /* then */ \"b\": 2}"), R"({"a":1,"b":2})");
  EXPECT_EQ(read("{\"a\": \"two\nlines\"}"), R"({"a":"two\nlines"})");
  EXPECT_EQ(read("{\"a\": +1, \"b\": .5, \"c\": 2.}"), R"({"a":1,"b":0.5,"c":2.0})");
  EXPECT_EQ(read("{verdict: not supported, sure: 0.9}"),
            R"({"verdict":"not supported","sure":0.9})");
  EXPECT_EQ(read("{\"a\": \"x\"\n \"b\": \"y\"}"), R"({"a":"x","b":"y"})");
}

TEST(LenientJson, TheLastObjectThatHasWhatIsWantedCounts) {
  const std::string answer =
      R"(For example {"verdict": "x"}. My answer: {"verdict": "y", "why": "z"}. {"note": 1} [7])";
  EXPECT_EQ(read(answer, {"verdict"}), R"({"verdict":"y","why":"z"})");
  EXPECT_EQ(read(answer), R"({"note":1})");
  EXPECT_EQ(read("[1] and {}"), "[1]");
  EXPECT_EQ(read("as [1] says", {"verdict"}), "none");
}

TEST(LenientJson, WhatIsCutOffIsNotCompleted) {
  for (const std::string text :
       {R"({"verdict": "suppo)", R"({"verdict": "x", "why": {"a": 1}, "b)", R"({"a": 12)",
        R"({"a": tr)", R"({"a": 1,)", R"([{"a": 1}, {"b")", R"({"a")", "{", R"({"a": "x\)",
        R"({"a": "\u00)", R"(For example {"a": 1}. Now: {"a": 2, "b)"})
    EXPECT_EQ(read(text), "none") << text;
  // But what was whole before the end counts where it is what was wanted.
  EXPECT_EQ(read(R"({"a": 1} {"a": 1} {"a)", {"a"}), R"({"a":1})");
  EXPECT_EQ(read(R"({"b": 1} {"a)", {"a"}), "none");
}

TEST(LenientJson, NothingWhereThereIsNone) {
  for (const std::string text : {"", "no", "42", "\"x\"", "} ]", "{so}", "<html>"})
    EXPECT_EQ(read(text), "none") << text;
}

TEST(LenientJson, KeepsItsLimits) {
  EXPECT_EQ(read(std::string(64, '[') + std::string(64, ']')).size(), 128U);
  EXPECT_EQ(read(std::string(65, '[') + std::string(65, ']')), "none");
  EXPECT_EQ(read(std::string(900'000, '[')), "none");
  EXPECT_EQ(read("{\"a\": 1}" + std::string(1 << 20, ' ')), "none");
  std::string many = "{";
  for (int i = 0; i < 1001; ++i) many += "\"k" + std::to_string(i) + "\":1,";
  EXPECT_EQ(read(many + "}"), "none");
  std::string values = "[";
  for (int i = 0; i < 50'001; ++i) values += "1,";
  EXPECT_EQ(read(values + "]"), "none");
}

TEST(LenientJson, HostileTextTakesLittleTime) {
  const auto start = std::chrono::steady_clock::now();
  for (const std::string piece : {"{/*", "{\"a\":", "[\"", "{'a", "{a:[", "{\"a\" ", "[1 ", "{“",
                                  "[/", "{a:b ", "['x' ", "{}", "[]"}) {
    std::string text;
    while (text.size() + piece.size() < 1'000'000) text += piece;
    parse_lenient(text, {"verdict"});
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

// What is read is JSON again, whatever was done to the text.
TEST(LenientJson, MutilatedTextIsBorne) {
  const std::string whole =
      "Say:\n```json\n{\"a\": [1, -2.5e3, 'x', `y`, “z”, {b: True, \"c\": "
      "\"\\u00e4\\ud83d\\ude00\"}],"
      " // so\n 'd': None, /* e */ \"e\": word word,}\n```\n";
  std::mt19937 chance(7);
  const auto pick = [&](std::size_t below) { return chance() % below; };
  std::size_t read_anyway = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = whole;
    for (std::size_t change = 0; change <= pick(4); ++change) {
      const auto at = pick(text.size());
      if (pick(2) == 0)
        text.erase(at, 1 + pick(5));
      else
        text.insert(at, 1, whole[pick(whole.size())]);
    }
    const auto value = parse_lenient(text);
    if (!value) continue;
    ++read_anyway;
    EXPECT_EQ(Json::parse(value->dump(-1, ' ', false, Json::error_handler_t::replace)).type(),
              value->type());
  }
  EXPECT_GT(read_anyway, 1000U);
}

}  // namespace
}  // namespace assay::models
