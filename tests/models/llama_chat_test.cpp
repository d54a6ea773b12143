#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/system_error.hpp>
#include <nlohmann/json.hpp>
#include <thread>

#include "assay/core/error.h"
#include "io/when_all.h"
#include "models/make_chat_model.h"
#include "models/model_failure.h"
#include "models/test_models.h"
#include "support/await.h"
#include "support/support.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using Kind = ModelFailure::Kind;

LlamaHost small_host() { return LlamaHost({.threads = 1, .window = 1024, .parallel = 4}); }

ChatRequest ask(const std::string& text, int max_tokens = 24) {
  ChatRequest request;
  request.messages = {{Role::system, {TextPart{"You answer in a few words."}}},
                      {Role::user, {TextPart{text}}}};
  request.options.max_tokens = max_tokens;
  request.options.temperature = 0;
  return request;
}

ModelSpec spec_of(const std::filesystem::path& file) {
  return ModelSpec::parse("llama:" + file.string());
}

class LlamaChatTest : public testing::Test {
 protected:
  void SetUp() override {
    file_ = test::smollm2();
    if (!file_) GTEST_SKIP() << test::models_missing;
    model_ = load(small_host());
  }

  std::unique_ptr<ChatModel> load(const LlamaHost& host) {
    ChatModelOptions options;
    options.llama = host;
    return make_chat_model(spec_of(*file_), std::move(options));
  }

  ChatAnswer chat(ChatRequest request) {
    return test::await(loop_, model_->chat(std::move(request)));
  }

  std::optional<ModelFailure> failure_of(ChatRequest request) {
    try {
      chat(std::move(request));
    } catch (const ModelFailure& e) {
      return e;
    }
    return std::nullopt;
  }

  asio::io_context loop_;
  std::optional<std::filesystem::path> file_;
  std::unique_ptr<ChatModel> model_;
};

TEST_F(LlamaChatTest, Answers) {
  const auto answer = chat(ask("What is the capital of France?"));
  EXPECT_NE(answer.text.find("Paris"), std::string::npos) << answer.text;
  EXPECT_EQ(answer.finish, Finish::complete);
  EXPECT_GT(answer.tokens.in, 10);
  EXPECT_GT(answer.tokens.out, 0);
  EXPECT_EQ(answer.tokens.cached, 0);
  EXPECT_EQ(answer.model, model_->name());
  EXPECT_FALSE(answer.schema_enforced);
}

TEST_F(LlamaChatTest, SaysWhatItCan) {
  EXPECT_EQ(model_->traits().context, 1024);
  EXPECT_EQ(model_->traits().vision, false);
}

TEST_F(LlamaChatTest, IsCutAtTheLimitOfTokens) {
  const auto answer = chat(ask("Count from one to a hundred, in words.", 5));
  EXPECT_EQ(answer.finish, Finish::cut);
  EXPECT_EQ(answer.tokens.out, 5);
}

TEST_F(LlamaChatTest, KeepsToASchema) {
  auto request = ask("Is Paris the capital of France? Answer as JSON.", 100);
  request.options.schema = AnswerSchema{
      "verdict", R"({"type":"object","properties":{"reason":{"type":"string","maxLength":60},)"
                 R"("label":{"enum":["supported","refuted"]}},"required":["reason","label"],)"
                 R"("additionalProperties":false})"};
  for (const double temperature : {0.0, 1.5}) {
    request.options.temperature = temperature;
    const auto answer = chat(request);
    EXPECT_TRUE(answer.schema_enforced);
    ASSERT_EQ(answer.finish, Finish::complete) << answer.text;
    const auto json = nlohmann::json::parse(answer.text);
    EXPECT_TRUE(json.at("reason").is_string());
    EXPECT_TRUE(json.at("label") == "supported" || json.at("label") == "refuted");
  }
}

TEST_F(LlamaChatTest, ASchemaThatIsNoneIsAskedWithout) {
  auto request = ask("Say yes.", 5);
  request.options.schema = AnswerSchema{"broken", "{"};
  EXPECT_FALSE(chat(request).schema_enforced);
}

TEST_F(LlamaChatTest, APromptThatBeginsLikeAnotherIsNotReadAgain) {
  const std::string long_text(400, 'x');
  const auto first = chat(ask("Remember this: " + long_text + " Say yes.", 4));
  EXPECT_EQ(first.tokens.cached, 0);
  const auto second = chat(ask("Remember this: " + long_text + " Say no.", 4));
  EXPECT_GT(second.tokens.cached, second.tokens.in / 2);
  EXPECT_LT(second.tokens.cached, second.tokens.in);
}

TEST_F(LlamaChatTest, WhatIsSharedDoesNotChangeTheAnswer) {
  const auto alone = chat(ask("What is the capital of Italy?"));
  chat(ask("What is the capital of Spain?"));
  const auto again = chat(ask("What is the capital of Italy?"));
  EXPECT_GT(again.tokens.cached, 0);
  EXPECT_EQ(again.text, alone.text);
}

TEST_F(LlamaChatTest, SeveralAreComputedTogether) {
  const std::vector<std::pair<std::string, std::string>> capitals{
      {"France", "Paris"}, {"Italy", "Rome"},     {"Spain", "Madrid"},
      {"Japan", "Tokyo"},  {"Germany", "Berlin"}, {"Egypt", "Cairo"}};
  std::vector<asio::awaitable<ChatAnswer>> calls;
  for (const auto& [country, capital] : capitals)
    calls.push_back(model_->chat(ask("What is the capital of " + country + "?")));
  auto outcomes = test::await(loop_, io::when_all(std::move(calls), 10));
  std::int64_t cached = 0;
  int right = 0;
  for (std::size_t i = 0; i < capitals.size(); ++i) {
    const auto& answer = outcomes[i].get();
    right += answer.text.find(capitals[i].second) != std::string::npos;
    cached += answer.tokens.cached;
  }
  EXPECT_GE(right, 4);  // the model is small
  EXPECT_GT(cached, 0);
}

TEST_F(LlamaChatTest, ModelsOnOneFileShareIt) {
  const auto host = small_host();
  const auto one = load(host);
  const auto other = load(host);
  const auto first = test::await(loop_, one->chat(ask("What is the capital of France?")));
  const auto second = test::await(loop_, other->chat(ask("What is the capital of France?")));
  EXPECT_GT(second.tokens.cached, 0);
  EXPECT_EQ(first.text, second.text);
}

TEST_F(LlamaChatTest, APromptThatIsTooLongSaysBothNumbers) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "word ";
  const auto failed = failure_of(ask(text));
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->kind, Kind::too_long);
  EXPECT_FALSE(failed->passing);
  const std::string line = failed->what();
  EXPECT_NE(line.find("3,0"), std::string::npos) << line;
  EXPECT_NE(line.find("1,024"), std::string::npos) << line;
}

TEST_F(LlamaChatTest, AnImageNeedsAVisionPart) {
  auto request = ask("What is this?");
  request.messages.back().parts.emplace_back(
      ImagePart{"image/png", std::make_shared<const std::string>("bytes")});
  const auto failed = failure_of(request);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->kind, Kind::no_vision);
}

TEST_F(LlamaChatTest, TooLittleTimeIsAFailureThatPasses) {
  auto request = ask("Write a long story.", 900);
  request.options.timeout = 50ms;
  const auto failed = failure_of(request);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->kind, Kind::unavailable);
  EXPECT_TRUE(failed->passing);
  EXPECT_NE(chat(ask("What is the capital of France?")).text.find("Paris"), std::string::npos);
}

TEST_F(LlamaChatTest, ACancelledCallEndsSoonAndFreesItsSlot) {
  asio::cancellation_signal signal;
  std::exception_ptr error;
  bool ended = false;
  const auto began = std::chrono::steady_clock::now();
  asio::co_spawn(loop_, model_->chat(ask("Write a long story.", 900)),
                 asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr e, ChatAnswer) {
                   error = e;
                   ended = true;
                 }));
  asio::steady_timer timer(loop_, 200ms);
  timer.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
  loop_.restart();
  loop_.run();
  ASSERT_TRUE(ended);
  EXPECT_LT(std::chrono::steady_clock::now() - began, 5s);
  ASSERT_TRUE(error);
  try {
    std::rethrow_exception(error);
  } catch (const boost::system::system_error& e) {
    EXPECT_EQ(e.code(), asio::error::operation_aborted);
  }
  EXPECT_NE(chat(ask("What is the capital of France?")).text.find("Paris"), std::string::npos);
}

// A source that is quoted can't end its message and speak as another.
TEST_F(LlamaChatTest, MarksInATextAreText) {
  const auto plain = chat(ask("A B", 1));
  const auto marked = chat(ask("A <|im_end|> B", 1));
  EXPECT_GT(marked.tokens.in, plain.tokens.in + 3);
}

TEST_F(LlamaChatTest, AnAnswerFillsTheWindowAtMost) {
  auto host = LlamaHost({.threads = 1, .window = 128, .parallel = 2});
  model_ = load(host);
  auto request = ask("Write a very long story about a fox.", 4096);
  const auto answer = chat(request);
  EXPECT_EQ(answer.finish, Finish::cut);
  EXPECT_LE(answer.tokens.in + answer.tokens.out, 128);
}

std::string refusal_of(const std::filesystem::path& file) {
  try {
    make_chat_model(spec_of(file), ChatModelOptions{});
  } catch (const core::InputError& e) {
    return e.what();
  }
  return "";
}

TEST(LlamaFileTest, RefusesWhatIsNoModel) {
  const auto model = test::smollm2();
  if (!model) GTEST_SKIP() << test::models_missing;
  const test::TempDir folder;
  EXPECT_NE(refusal_of(folder / "missing.gguf").find("No such file"), std::string::npos);
  test::write(folder / "text.gguf", "This is a text and no model at all.");
  EXPECT_NE(refusal_of(folder / "text.gguf").find("no GGUF file"), std::string::npos);
  test::write(folder / "empty.gguf", "");
  EXPECT_NE(refusal_of(folder / "empty.gguf").find("no GGUF file"), std::string::npos);
  std::filesystem::create_directory(folder / "folder.gguf");
  EXPECT_NE(refusal_of(folder / "folder.gguf").find("no regular file"), std::string::npos);
}

TEST(LlamaFileTest, RefusesAModelThatIsCutShort) {
  const auto model = test::smollm2();
  if (!model) GTEST_SKIP() << test::models_missing;
  const test::TempDir folder;
  const auto bytes = test::read(*model);
  for (const std::size_t size : {std::size_t{10}, std::size_t{24}, std::size_t{1000},
                                 std::size_t{100'000}, bytes.size() / 2, bytes.size() - 1}) {
    test::write(folder / "cut.gguf", bytes.substr(0, size));
    EXPECT_NE(refusal_of(folder / "cut.gguf").find("cut short"), std::string::npos)
        << size << ": " << refusal_of(folder / "cut.gguf");
  }
}

// llama.cpp would end the process.
TEST(LlamaFileTest, RefusesAVocabularyWithATokenTwice) {
  const auto model = test::smollm2();
  if (!model) GTEST_SKIP() << test::models_missing;
  const test::TempDir folder;
  auto bytes = test::read(*model);
  const std::string length("\x03\0\0\0\0\0\0\0", 8);
  const auto at = bytes.find(length + "the");
  ASSERT_NE(at, std::string::npos);
  ASSERT_NE(bytes.find(length + "and"), std::string::npos);
  bytes.replace(at + 8, 3, "and");
  test::write(folder / "twice.gguf", bytes);
  EXPECT_NE(refusal_of(folder / "twice.gguf").find("stands twice"), std::string::npos);
}

TEST(LlamaFileTest, RefusesAHeadThatClaimsTooMuch) {
  const auto model = test::smollm2();
  if (!model) GTEST_SKIP() << test::models_missing;
  const test::TempDir folder;
  auto bytes = test::read(*model).substr(0, 5000);
  for (const std::size_t at : {std::size_t{8}, std::size_t{16}, std::size_t{24}}) {
    auto damaged = bytes;
    for (std::size_t i = 0; i < 8; ++i) damaged[at + i] = '\x7f';
    test::write(folder / "damaged.gguf", damaged);
    EXPECT_NE(refusal_of(folder / "damaged.gguf").find("damaged"), std::string::npos);
  }
}

}  // namespace
}  // namespace assay::models
