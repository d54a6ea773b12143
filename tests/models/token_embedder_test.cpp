#include "models/token_embedder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "models/make_models.h"
#include "models/minilm_fixture.h"

namespace assay::models {
namespace {

class TokenEmbedderTest : public test::MinilmTest {
 protected:
  static void SetUpTestSuite() { import("f32"); }

  std::vector<TokenVectors> embed_tokens(const std::vector<std::string>& texts) {
    const LlamaHost host({.threads = 2});
    return test::await(loop_,
                       make_token_embedder(test::llama_spec(file()), host)->embed_tokens(texts));
  }
};

double counted(const TokenVectors& text) {
  return std::accumulate(text.weights.begin(), text.weights.end(), 0.0);
}

TEST_F(TokenEmbedderTest, EachTokenHasAVectorOfLengthOne) {
  const auto texts = embed_tokens({"The bridge was opened.", "", "bridges"});
  ASSERT_EQ(texts.size(), 3U);
  for (const auto& text : texts) {
    ASSERT_EQ(text.vectors.size(), text.weights.size());
    for (const auto& vector : text.vectors) {
      ASSERT_EQ(vector.size(), 384U);
      EXPECT_NEAR(test::cosine(vector, vector), 1, 1e-4);
    }
    EXPECT_EQ(text.weights.front(), 0);
    EXPECT_EQ(text.weights.back(), 0);
  }
  EXPECT_EQ(texts[0].vectors.size(), 7U);
  EXPECT_EQ(counted(texts[0]), 5);
  EXPECT_EQ(counted(texts[1]), 0);
  EXPECT_TRUE(embed_tokens({}).empty());
}

// MiniLM's vector of a text is the mean of its tokens', before those are made of length 1.
TEST_F(TokenEmbedderTest, TheyPointWhereTheTextsVectorDoes) {
  const std::vector<std::string> all{"The bridge was opened to traffic in May 1937.",
                                     "Prices rose.", "Ein Satz auf Deutsch: Мост открыли."};
  const auto texts = embed_tokens(all);
  const auto pooled =
      embed(*make_llama_embedder(test::llama_spec(file()), LlamaHost({.threads = 1})), all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Vector mean(384);
    for (const auto& vector : texts[i].vectors)
      for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += vector[j];
    EXPECT_GT(test::cosine(mean, pooled[i]) / std::sqrt(test::cosine(mean, mean)), 0.99) << all[i];
  }
}

TEST_F(TokenEmbedderTest, ATokenMeansWhatItsPlaceMakesOfIt) {
  const auto texts = embed_tokens(
      {"The bank of the river", "A bank lends money", "A bank gives loans", "A bank lends money"});
  const auto bank = [&](std::size_t i) { return texts[i].vectors[2]; };
  EXPECT_GT(test::cosine(bank(1), bank(2)), test::cosine(bank(1), bank(0)));
  EXPECT_GT(test::cosine(bank(1), bank(3)), 0.9999);
}

TEST_F(TokenEmbedderTest, ALongTextIsCutToTheWindow) {
  const auto text = embed_tokens({std::string(5000, 'a') + " word" + std::string(2000, '.')})[0];
  EXPECT_EQ(text.vectors.size(), 256U);
  EXPECT_EQ(text.weights.back(), 0);
}

TEST_F(TokenEmbedderTest, AModelThatIsNoBertIsRefused) {
  const auto model = test::smollm2();
  if (!model) GTEST_SKIP() << test::models_missing;
  try {
    make_token_embedder(test::llama_spec(*model), LlamaHost({.threads = 1}));
    ADD_FAILURE();
  } catch (const core::UsageError& e) {
    EXPECT_NE(std::string(e.what()).find("no vectors of single tokens"), std::string::npos);
  }
}

TEST(MakeTokenEmbedder, ServersAreRefused) {
  for (const char* spec : {"openai:text-embedding-3-small", "gemini:x", "embedded"}) {
    try {
      make_token_embedder(ModelSpec::parse(spec), LlamaHost());
      ADD_FAILURE() << spec;
    } catch (const core::UsageError& e) {
      const std::string line = e.what();
      EXPECT_NE(line.find(spec), line.npos) << line;
      EXPECT_NE(line.find("llama:FILE.gguf"), line.npos) << line;
    }
  }
  EXPECT_ANY_THROW(make_token_embedder(ModelSpec::parse("llama:/nowhere.gguf"), LlamaHost()));
}

}  // namespace
}  // namespace assay::models
