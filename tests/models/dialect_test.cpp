#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/providers/providers.h"

// What only this dialect has.
namespace assay::models {
namespace {

using core::Json;

std::string address(const std::string& url) {
  return openai_dialect("m", url, "")->request({}, {}).url;
}

Json body(const std::string& name, const std::string& url, const Adaptations& adapted = {},
          bool with_schema = false) {
  ChatRequest request;
  request.messages = {{Role::user, {TextPart{"x"}}}};
  if (with_schema) request.options.schema = AnswerSchema{"s", "{}"};
  return Json::parse(openai_dialect(name, url, "")->request(request, adapted).body);
}

ChatAnswer read(const std::string& text) {
  const auto answer = openai_dialect("m", "", "")->answer(Json::parse(text));
  EXPECT_TRUE(answer.has_value());
  return answer.value_or(ChatAnswer{});
}

TEST(OpenAi, TheAddressOfTheService) {
  EXPECT_EQ(address(""), "https://api.openai.com/v1/chat/completions");
  EXPECT_EQ(address("http://h:8000"), "http://h:8000/v1/chat/completions");
  EXPECT_EQ(address("http://h:8000/"), "http://h:8000/v1/chat/completions");
  EXPECT_EQ(address("http://h/api/v1/"), "http://h/api/v1/chat/completions");
  EXPECT_EQ(address("http://h/v1/chat/completions"), "http://h/v1/chat/completions");
  EXPECT_EQ(address("https://h/d?api-version=1"), "https://h/d/chat/completions?api-version=1");
}

TEST(OpenAi, ModelsThatThinkTakeOtherParameters) {
  for (const std::string name : {"o3-mini", "gpt-5", "gpt-5.1-mini", "o1"}) {
    const auto sent = body(name, "");
    EXPECT_FALSE(sent.contains("temperature")) << name;
    EXPECT_FALSE(sent.contains("top_p")) << name;
    EXPECT_EQ(sent.at("max_completion_tokens"), 4096) << name;
    EXPECT_FALSE(sent.contains("max_tokens")) << name;
  }
  EXPECT_TRUE(body("gpt-4o", "").contains("temperature"));
  EXPECT_TRUE(body("gpt-4o", "").contains("max_completion_tokens"));
  // On another server a name says nothing.
  EXPECT_TRUE(body("o3-mini", "http://h").contains("temperature"));
  EXPECT_TRUE(body("o3-mini", "http://h").contains("max_tokens"));
}

TEST(OpenAi, TheLimitHasTwoNamesAndNeedsNone) {
  Adaptations adapted;
  adapted.other_limit_name = true;
  EXPECT_TRUE(body("m", "http://h", adapted).contains("max_completion_tokens"));
  EXPECT_TRUE(body("m", "", adapted).contains("max_tokens"));
  adapted.no_limit = true;
  EXPECT_FALSE(body("m", "", adapted).contains("max_tokens"));
}

TEST(OpenAi, AServerWithoutSchemasMayKnowJson) {
  EXPECT_EQ(body("m", "", {}, true).at("response_format").at("type"), "json_schema");
  Adaptations adapted;
  adapted.no_schema = true;
  EXPECT_EQ(body("m", "", adapted, true).at("response_format").at("type"), "json_object");
  adapted.no_json_mode = true;
  EXPECT_FALSE(body("m", "", adapted, true).contains("response_format"));
}

TEST(OpenAi, ThinkingHasManyPlaces) {
  const auto in_text = read(
      R"({"choices":[{"message":{"content":"<think>hm</think>Yes."},"finish_reason":"stop"}]})");
  EXPECT_EQ(in_text.text, "Yes.");
  EXPECT_EQ(in_text.thinking, "hm");
  const auto beside = read(
      R"({"choices":[{"message":{"content":"Yes.","reasoning":"hm"},"finish_reason":"stop"}]})");
  EXPECT_EQ(beside.text, "Yes.");
  EXPECT_EQ(beside.thinking, "hm");
}

TEST(OpenAi, ContentMayBeParts) {
  const auto answer = read(
      R"({"choices":[{"message":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}]})");
  EXPECT_EQ(answer.text, "ab");
}

TEST(OpenAi, OddAnswersAreBorne) {
  const auto answer = read(
      R"({"choices":[{"message":{"content":null},"finish_reason":7}],"usage":{"prompt_tokens":-3,
          "completion_tokens":"x","prompt_tokens_details":[]},"model":{}})");
  EXPECT_EQ(answer.finish, Finish::empty);
  EXPECT_EQ(answer.tokens.in, 0);
  EXPECT_EQ(answer.tokens.out, 0);
  EXPECT_EQ(answer.model, "");
}

TEST(OpenAi, AFilterIsARefusal) {
  EXPECT_EQ(
      read(R"({"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]})").finish,
      Finish::refused);
}

TEST(Gemini, TheAddressOfTheService) {
  const auto url = [](const std::string& name, const std::string& base) {
    return gemini_dialect(name, base, "")->request({}, {}).url;
  };
  EXPECT_EQ(
      url("gemini-2.5-pro", ""),
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent");
  EXPECT_EQ(url("models/g", "http://h/v1/"), "http://h/v1/models/g:generateContent");
  EXPECT_EQ(url("../x?y", "http://h"), "http://h/v1beta/models/..%2Fx%3Fy:generateContent");
}

TEST(Gemini, APromptThatIsBlockedIsARefusal) {
  const auto answer = gemini_dialect("g", "", "")
                          ->answer(Json::parse(R"({"promptFeedback":{"blockReason":"SAFETY"}})"));
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->finish, Finish::refused);
}

}  // namespace
}  // namespace assay::models
