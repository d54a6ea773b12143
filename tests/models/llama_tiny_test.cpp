// What llama.cpp does with models of kinds that no package has: tiny ones that the test makes.
#ifdef ASSAY_WITH_LLAMA
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <cmath>
#ifdef ASSAY_SANITIZED
#include <sanitizer/lsan_interface.h>
#endif

#include "assay/core/error.h"
#include "models/make_chat_model.h"
#include "models/make_llama.h"
#include "models/model_failure.h"
#include "models/test_models.h"
#include "models/tiny_gguf.h"
#include "support/await.h"
#include "support/support.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;

constexpr std::int64_t smollm2_width = 576;

LlamaHost host() { return LlamaHost({.threads = 1, .window = 1024, .parallel = 2}); }

// Reads "R" as a red picture, "T" as a tall half-green one, and so on: what decodes real ones is
// tested where it is.
PixelReader pixels() {
  return [](ImagePart part) -> asio::awaitable<Pixels> {
    Pixels pixels{96, 64, {}};
    for (int i = 0; i < pixels.width * pixels.height; ++i)
      for (const char channel : {'R', 'G', 'B'})
        pixels.rgb += part.bytes->front() == channel ? '\xE0' : static_cast<char>(i % 7);
    co_return pixels;
  };
}

class LlamaVisionTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto model = test::smollm2();
    if (!model) GTEST_SKIP() << test::models_missing;
    test::write_tiny_eye(folder_.path() / "eye.gguf", smollm2_width);
    model_ = load(*model, folder_.path() / "eye.gguf");
  }

  std::unique_ptr<ChatModel> load(const std::filesystem::path& model,
                                  const std::filesystem::path& eye) {
    ChatModelOptions options;
    options.llama = host();
    options.pixels = pixels();
    return make_chat_model(ModelSpec::parse("llama:" + model.string() + "+" + eye.string()),
                           std::move(options));
  }

  ChatAnswer look(const std::vector<std::string>& pictures) {
    ChatRequest request;
    std::vector<Part> parts{TextPart{"Before."}};
    for (const auto& picture : pictures) {
      parts.emplace_back(ImagePart{"image/png", std::make_shared<const std::string>(picture)});
      parts.emplace_back(TextPart{"Behind."});
    }
    request.messages = {{Role::user, std::move(parts)}};
    request.options.max_tokens = 12;
    request.options.temperature = 0;
    return test::await(loop_, model_->chat(std::move(request)));
  }

  test::TempDir folder_;
  asio::io_context loop_;
  std::unique_ptr<ChatModel> model_;
};

TEST_F(LlamaVisionTest, APictureReachesTheModel) {
  EXPECT_TRUE(model_->traits().vision);
  const auto none = look({});
  const auto red = look({"R"});
  const auto blue = look({"B"});
  // 64 × 64 pixels in patches of 16: 16 tokens, and the words behind.
  EXPECT_GT(red.tokens.in, none.tokens.in + 16);
  EXPECT_EQ(red.tokens.in, blue.tokens.in);
  EXPECT_NE(red.text, none.text);
  EXPECT_NE(red.text, blue.text);
  EXPECT_EQ(look({"R"}).text, red.text);
}

TEST_F(LlamaVisionTest, TheOrderOfPicturesIsKept) {
  const auto two = look({"R", "B"});
  EXPECT_NE(two.text, look({"B", "R"}).text);
  EXPECT_GE(two.tokens.in, look({"R"}).tokens.in + 16);
  EXPECT_EQ(look({"R", "B"}).text, two.text);
}

TEST_F(LlamaVisionTest, AnEyeOfAnotherModelIsRefused) {
#ifdef ASSAY_SANITIZED
  // Of a vision part that llama.cpp refuses it keeps what it had loaded until then.
  const __lsan::ScopedDisabler leaks_of_llama;
#endif
  test::write_tiny_eye(folder_.path() / "other.gguf", 64);
  try {
    load(*test::smollm2(), folder_.path() / "other.gguf");
    ADD_FAILURE();
  } catch (const core::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("other.gguf"), std::string::npos) << error.what();
  }
  EXPECT_THROW(load(*test::smollm2(), *test::smollm2()), core::InputError);
}

TEST_F(LlamaVisionTest, AnEyeWhoseMarksTheModelDoesNotKnowIsRefused) {
  const auto eye = folder_.path() / "marks.gguf";
  test::write_tiny_eye(eye, smollm2_width, test::Eye::marks);
  model_ = load(*test::smollm2(), eye);
  try {
    look({"R"});
    ADD_FAILURE();
  } catch (const ModelFailure& failure) {
    EXPECT_EQ(failure.kind, ModelFailure::Kind::bad_request);
    EXPECT_NE(std::string(failure.what()).find("another model"), std::string::npos);
  }
  EXPECT_FALSE(look({}).text.empty());
}

class LlamaJudgeTest : public testing::Test {
 protected:
  ModelSpec judge(const std::vector<std::string>& labels) {
    const auto file = folder_.path() / "judge.gguf";
    test::write_tiny_judge(file, labels);
    return ModelSpec::parse("llama:" + file.string());
  }

  test::TempDir folder_;
  asio::io_context loop_;
};

TEST_F(LlamaJudgeTest, RanksDocumentsByTheirScores) {
  const auto reranker = make_llama_reranker(judge({}), host());
  const std::vector<std::string> documents{"bad bad day", "good day", "day", "good good good", ""};
  const auto scores = test::await(loop_, reranker->rerank("a day", documents));
  ASSERT_EQ(scores.size(), documents.size());
  for (const auto score : scores) EXPECT_TRUE(std::isfinite(score));
  EXPECT_GT(scores[3], scores[1]);
  EXPECT_GT(scores[1], scores[2]);
  EXPECT_GT(scores[2], scores[0]);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto alone = test::await(loop_, reranker->rerank("a day", {documents[i]}));
    EXPECT_NEAR(alone.at(0), scores[i], 1e-4) << documents[i];
  }
  // The query is read with each document.
  const auto better = test::await(loop_, reranker->rerank("good good", {"day"}));
  EXPECT_GT(better.at(0), scores[2]);
  EXPECT_TRUE(test::await(loop_, reranker->rerank("a day", {})).empty());
}

TEST_F(LlamaJudgeTest, WhatIsTooLongForTheWindowIsCut) {
  const auto reranker = make_llama_reranker(judge({}), host());
  std::string far = "good";
  for (int i = 0; i < 200; ++i) far += " day";
  std::string words = far;
  words += " bad bad bad";
  const auto scores = test::await(loop_, reranker->rerank("a", {far, words}));
  EXPECT_TRUE(std::isfinite(scores.at(0)));
  EXPECT_NEAR(scores.at(0), scores.at(1), 1e-6);  // what is behind the window is not read
}

TEST_F(LlamaJudgeTest, NamesTheClassesAndHowLikelyTheyAre) {
  const auto classifier = make_llama_classifier(judge({"refuted", "open", "supported"}), host());
  const auto good = test::await(loop_, classifier->classify("good good day"));
  ASSERT_EQ(good.size(), 3U);
  EXPECT_EQ(good[0].label, "refuted");
  EXPECT_EQ(good[2].label, "supported");
  EXPECT_NEAR(good[0].probability + good[1].probability + good[2].probability, 1, 1e-6);
  EXPECT_GT(good[2].probability, 0.5);
  const auto bad = test::await(loop_, classifier->classify("bad bad day"));
  EXPECT_GT(bad[0].probability, 0.5);
}

TEST_F(LlamaJudgeTest, IsNoEmbedder) {
  EXPECT_THROW(make_llama_embedder(judge({}), host()), core::UsageError);
  EXPECT_THROW(make_llama_chat_model(judge({}), host(), {}), core::UsageError);
}

}  // namespace
}  // namespace assay::models
#endif
