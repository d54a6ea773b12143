#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "io/when_all.h"
#include "models/minilm_fixture.h"
#include "models/model_failure.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using nlohmann::json;
using test::cosine;
using test::llama_spec;

LlamaHost host() { return LlamaHost({.threads = 1, .window = 0, .parallel = 4}); }

class LlamaEmbedTest : public test::MinilmTest {
 protected:
  static void SetUpTestSuite() { import("f16"); }
};

TEST_F(LlamaEmbedTest, TheImportSaysWhatItMade) {
  EXPECT_EQ(report_.dimensions, 384U);
  EXPECT_EQ(report_.window, 256U);
  EXPECT_EQ(report_.bytes, fs::file_size(file()));
  EXPECT_EQ(report_.sha256.size(), 64U);
  ASSERT_TRUE(report_.reference);
  EXPECT_GT(*report_.reference, 0.999);
}

TEST_F(LlamaEmbedTest, VectorsAreThoseOfTheOriginal) {
  const auto reference = json::parse(
      test::read(test::source_dir() / "src" / "models" / "import" / "minilm_reference.json"));
  std::vector<std::string> texts;
  for (const auto& item : reference) texts.push_back(item.at("text").get<std::string>());
  const auto embedder = make_llama_embedder(llama_spec(file()), host());
  const auto vectors = embed(*embedder, texts);
  ASSERT_EQ(vectors.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_GT(cosine(vectors[i], reference[i].at("vector").get<Vector>()), 0.9999) << texts[i];
    EXPECT_NEAR(cosine(vectors[i], vectors[i]), 1, 1e-4);
  }
}

TEST_F(LlamaEmbedTest, ManyTextsKeepTheirOrder) {
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i)
    texts.push_back("Text " + std::to_string(i) +
                    std::string(static_cast<std::size_t>(i % 7) * 40, 'a'));
  const auto embedder = make_llama_embedder(llama_spec(file()), host());
  const auto together = embed(*embedder, texts);
  for (const std::size_t i : {0, 13, 77, 199}) {
    const auto alone = embed(*embedder, {texts[i]});
    EXPECT_GT(cosine(together[i], alone[0]), 0.9999) << i;
  }
  EXPECT_TRUE(embed(*embedder, {}).empty());
}

TEST_F(LlamaEmbedTest, CallersAreServedTogether) {
  const auto embedder = make_llama_embedder(llama_spec(file()), host());
  std::vector<asio::awaitable<std::vector<Vector>>> calls;
  for (int i = 0; i < 20; ++i)
    calls.push_back(embedder->embed({TextPart{"caller " + std::to_string(i)}, TextPart{"all"}}));
  auto outcomes = test::await(loop_, io::when_all(std::move(calls), 20));
  const auto all = outcomes[0].get()[1];
  for (auto& outcome : outcomes) EXPECT_GT(cosine(outcome.get()[1], all), 0.9999);
}

TEST_F(LlamaEmbedTest, ACancelledCallEndsAndOthersGoOn) {
  const auto embedder = make_llama_embedder(llama_spec(file()), host());
  asio::cancellation_signal signal;
  std::exception_ptr error;
  std::vector<Part> parts(2000, TextPart{std::string(600, 'x')});
  asio::co_spawn(loop_, embedder->embed(std::move(parts)),
                 asio::bind_cancellation_slot(
                     signal.slot(), [&](std::exception_ptr e, std::vector<Vector>) { error = e; }));
  asio::post(loop_, [&] { signal.emit(asio::cancellation_type::terminal); });
  loop_.restart();
  loop_.run();
  ASSERT_TRUE(error);
  EXPECT_THROW(std::rethrow_exception(error), boost::system::system_error);
  EXPECT_EQ(embed(*embedder, {"still here"}).size(), 1U);
}

TEST_F(LlamaEmbedTest, APictureIsRefused) {
  const auto embedder = make_llama_embedder(llama_spec(file()), host());
  std::vector<Part> parts{ImagePart{"image/png", std::make_shared<const std::string>("x")}};
  try {
    test::await(loop_, embedder->embed(std::move(parts)));
    ADD_FAILURE();
  } catch (const ModelFailure& e) {
    EXPECT_EQ(e.kind, ModelFailure::Kind::no_vision);
  }
}

TEST_F(LlamaEmbedTest, AModelIsUsedForWhatItIsMade) {
  EXPECT_THROW(make_llama_chat_model(llama_spec(file()), host(), {}), core::UsageError);
  EXPECT_THROW(make_llama_reranker(llama_spec(file()), host()), core::UsageError);
  EXPECT_THROW(make_llama_classifier(llama_spec(file()), host()), core::UsageError);
}

TEST_F(LlamaEmbedTest, ALanguageModelsLastTokenIsItsVector) {
  const auto model = test::smollm2();
  if (!model) GTEST_SKIP() << test::models_missing;
  const auto embedder = make_llama_embedder(llama_spec(*model), host());
  const auto vectors =
      embed(*embedder, {"A cat sat on the mat.", "A cat sat on the mat.", "Steel prices rose."});
  EXPECT_GT(cosine(vectors[0], vectors[1]), 0.999);
  EXPECT_LT(cosine(vectors[0], vectors[2]), 0.999);
}

}  // namespace
}  // namespace assay::models
