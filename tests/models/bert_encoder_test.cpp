#include "models/encoder/bert_encoder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <stdexcept>

#include "assay/core/error.h"
#include "models/encoder/bert_weights.h"
#include "models/encoder/gguf_tensors.h"
#include "support/support.h"

namespace assay::models::encoder {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t hidden = 64;
constexpr std::int64_t inner = 96;
constexpr std::int64_t tokens = 50;
constexpr std::int64_t positions = 40;

// A small BERT of random numbers, written as GGUF; tests change what it holds before.
struct SmallBert {
  struct Tensor {
    std::int64_t columns;
    std::int64_t rows;
    float spread;
    float middle;
  };

  SmallBert() {
    for (const auto& [key, value] :
         std::map<std::string, std::uint32_t>{{"bert.embedding_length", hidden},
                                              {"bert.feed_forward_length", inner},
                                              {"bert.attention.head_count", 2},
                                              {"bert.context_length", positions},
                                              {"bert.block_count", 2},
                                              {"bert.pooling_type", 1}})
      numbers[key] = value;
    matrix("token_embd", hidden, tokens);
    matrix("position_embd", hidden, positions);
    matrix("token_types", hidden, 2);
    norm("token_embd_norm");
    for (const std::string layer : {"blk.0.", "blk.1."}) {
      for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_output"})
        linear(layer + name, hidden, hidden);
      norm(layer + "attn_output_norm");
      linear(layer + "ffn_up", hidden, inner);
      linear(layer + "ffn_down", inner, hidden);
      norm(layer + "layer_output_norm");
    }
  }

  void matrix(const std::string& name, std::int64_t columns, std::int64_t rows) {
    tensors[name + ".weight"] = {columns, rows, 0.2F, 0};
  }
  void linear(const std::string& name, std::int64_t columns, std::int64_t rows) {
    matrix(name, columns, rows);
    tensors[name + ".bias"] = {rows, 1, 0.1F, 0};
  }
  void norm(const std::string& name) {
    tensors[name + ".weight"] = {hidden, 1, 0.1F, 1};
    tensors[name + ".bias"] = {hidden, 1, 0.1F, 0};
  }

  void write(const fs::path& file) const {
    const gguf_context_ptr gguf(gguf_init_empty());
    const ggml_context_ptr context(
        ggml_init({.mem_size = 4 << 20, .mem_buffer = nullptr, .no_alloc = false}));
    gguf_set_val_str(gguf.get(), "general.architecture", architecture.c_str());
    for (const auto& [key, value] : numbers) gguf_set_val_u32(gguf.get(), key.c_str(), value);
    gguf_set_val_f32(gguf.get(), "bert.attention.layer_norm_epsilon", epsilon);
    std::mt19937 random(7);
    for (const auto& [name, one] : tensors) {
      auto* tensor = one.rows == 1 ? ggml_new_tensor_1d(context.get(), type, one.columns)
                                   : ggml_new_tensor_2d(context.get(), type, one.columns, one.rows);
      ggml_set_name(tensor, name.c_str());
      std::normal_distribution<float> normal(one.middle, one.spread);
      std::vector<float> values(static_cast<std::size_t>(one.columns * one.rows));
      for (float& x : values) x = normal(random);
      if (name == spoilt) values[3] = std::numeric_limits<float>::quiet_NaN();
      ggml_quantize_chunk(type, values.data(), tensor->data, 0, one.rows, one.columns, nullptr);
      gguf_add_tensor(gguf.get(), tensor);
    }
    ASSERT_TRUE(gguf_write_to_file(gguf.get(), file.c_str(), false));
  }

  std::string architecture = "bert";
  std::string spoilt;
  float epsilon = 1e-12F;
  ggml_type type = GGML_TYPE_F32;
  std::map<std::string, std::uint32_t> numbers;
  std::map<std::string, Tensor> tensors;
};

class BertEncoderTest : public testing::Test {
 protected:
  fs::path file() const { return folder_ / "small.gguf"; }

  std::optional<BertWeights> read(const std::function<void(SmallBert&)>& change = {}) const {
    SmallBert bert;
    if (change) change(bert);
    bert.write(file());
    return read_bert(file());
  }

  test::TempDir folder_;
};

using Texts = std::vector<std::vector<std::int32_t>>;
const std::atomic<bool> go_on{false};

std::vector<std::vector<float>> encode(BertEncoder& encoder, const Texts& texts) {
  return encoder.encode(std::vector<TokenSpan>(texts.begin(), texts.end()), go_on);
}

Texts random_texts(std::size_t count) {
  std::mt19937 random(11);
  Texts texts(count);
  for (auto& text : texts) {
    text.resize(1 + random() % positions);
    for (auto& token : text) token = static_cast<std::int32_t>(random() % tokens);
  }
  return texts;
}

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  double product = 0;
  double square_a = 0;
  double square_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += static_cast<double>(a[i]) * b[i];
    square_a += static_cast<double>(a[i]) * a[i];
    square_b += static_cast<double>(b[i]) * b[i];
  }
  return product / std::sqrt(square_a * square_b);
}

TEST_F(BertEncoderTest, ATextsVectorNeverDependsOnThoseBesideIt) {
  const auto weights = read();
  ASSERT_TRUE(weights);
  const auto texts = random_texts(40);
  for (const auto* kernels : {&portable_kernels(), vnni_kernels()}) {
    if (!kernels) continue;
    BertEncoder encoder(*weights, *kernels);
    const auto together = encode(encoder, texts);
    ASSERT_EQ(together.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
      EXPECT_EQ(encode(encoder, {texts[i]})[0], together[i]) << kernels->name << " " << i;
  }
}

TEST_F(BertEncoderTest, ProcessorsAgree) {
  if (!vnni_kernels()) GTEST_SKIP() << "this processor has no AVX-512 VNNI";
  for (const std::uint32_t pooling : {1, 2}) {
    const auto weights = read([&](SmallBert& b) { b.numbers["bert.pooling_type"] = pooling; });
    ASSERT_TRUE(weights);
    BertEncoder portable(*weights, portable_kernels());
    BertEncoder fast(*weights, *vnni_kernels());
    const auto texts = random_texts(20);
    const auto expected = encode(portable, texts);
    const auto vectors = encode(fast, texts);
    for (std::size_t i = 0; i < texts.size(); ++i)
      EXPECT_GT(cosine(vectors[i], expected[i]), 0.99999) << i;
  }
}

TEST_F(BertEncoderTest, PoolingIsTheFiles) {
  const auto mean = read();
  const auto first = read([](SmallBert& b) { b.numbers["bert.pooling_type"] = 2; });
  ASSERT_TRUE(mean && first);
  const Texts texts{{1, 2, 3, 4}};
  BertEncoder by_mean(*mean, portable_kernels());
  BertEncoder by_first(*first, portable_kernels());
  EXPECT_LT(cosine(encode(by_mean, texts)[0], encode(by_first, texts)[0]), 0.999);
  // Of one token they are the same.
  EXPECT_EQ(encode(by_mean, {{5}}), encode(by_first, {{5}}));
}

TEST_F(BertEncoderTest, TokensThatTheModelDoesNotKnowAreRefused) {
  const auto weights = read();
  BertEncoder encoder(*weights, portable_kernels());
  EXPECT_THROW(encode(encoder, {{1}, {}}), std::invalid_argument);
  EXPECT_THROW(encode(encoder, {{-1}}), std::invalid_argument);
  EXPECT_THROW(encode(encoder, {{tokens}}), std::invalid_argument);
  EXPECT_THROW(encode(encoder, {std::vector<std::int32_t>(positions + 1, 1)}),
               std::invalid_argument);
  EXPECT_EQ(encode(encoder, {std::vector<std::int32_t>(positions, 1)})[0].size(), 64U);
  EXPECT_TRUE(encode(encoder, {}).empty());
}

TEST_F(BertEncoderTest, StopsWhereItIsToldTo) {
  const auto weights = read();
  BertEncoder encoder(*weights, portable_kernels());
  const std::vector<std::int32_t> text{1, 2, 3};
  EXPECT_TRUE(encoder.encode(std::vector<TokenSpan>{text}, true).empty());
}

TEST_F(BertEncoderTest, HalfAsManyBitsAreReadToo) {
  const auto whole = read();
  const auto half = read([](SmallBert& b) { b.type = GGML_TYPE_F16; });
  const auto brain = read([](SmallBert& b) { b.type = GGML_TYPE_BF16; });
  ASSERT_TRUE(whole && half && brain);
  const Texts texts{{1, 2, 3, 4}};
  BertEncoder one(*whole, portable_kernels());
  BertEncoder two(*half, portable_kernels());
  BertEncoder three(*brain, portable_kernels());
  EXPECT_GT(cosine(encode(one, texts)[0], encode(two, texts)[0]), 0.99999);
  EXPECT_GT(cosine(encode(one, texts)[0], encode(three, texts)[0]), 0.999);
}

TEST_F(BertEncoderTest, OtherModelsAreLeftToOthers) {
  EXPECT_FALSE(read([](SmallBert& b) { b.architecture = "nomic-bert"; }));
  EXPECT_FALSE(read([](SmallBert& b) { b.type = GGML_TYPE_Q8_0; }));
  EXPECT_FALSE(read([](SmallBert& b) { b.numbers["bert.pooling_type"] = 4; }));
  EXPECT_FALSE(read([](SmallBert& b) { b.numbers.erase("bert.pooling_type"); }));
  EXPECT_FALSE(read([](SmallBert& b) { b.matrix("cls", hidden, 2); }));
  EXPECT_FALSE(read([](SmallBert& b) { b.tensors.erase("blk.1.attn_k.bias"); }));
  EXPECT_TRUE(read([](SmallBert& b) { b.tensors.erase("token_types.weight"); }));
}

TEST_F(BertEncoderTest, SizesThatAreAbsurdOrLieAreLeftToOthers) {
  for (const char* key : {"bert.embedding_length", "bert.feed_forward_length",
                          "bert.attention.head_count", "bert.context_length", "bert.block_count"})
    for (const std::uint32_t value : {0U, 1U, 31U, 33U, 65'536U, 4'294'967'295U})
      if (std::string(key) != "bert.attention.head_count" || value != 1)
        EXPECT_FALSE(read([&](SmallBert& b) { b.numbers[key] = value; })) << key << value;
  for (const float epsilon : {0.0F, -1.0F, std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN()})
    EXPECT_FALSE(read([&](SmallBert& b) { b.epsilon = epsilon; }));
}

TEST_F(BertEncoderTest, DamagedFilesAreRefusedInOneLine) {
  const auto refusal = [&](const std::string& reason) {
    try {
      read_bert(file());
      ADD_FAILURE() << reason;
    } catch (const core::InputError& e) {
      const std::string line = e.what();
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
      EXPECT_NE(line.find("small.gguf"), std::string::npos) << line;
      EXPECT_NE(line.find(reason), std::string::npos) << line;
    }
  };
  SmallBert spoilt;
  spoilt.spoilt = "blk.1.ffn_up.weight";
  spoilt.write(file());
  refusal("holds what is no number");
  SmallBert().write(file());
  const auto whole = test::read(file());
  test::write(file(), whole.substr(0, whole.size() - 1000));
  refusal("cut short");
  test::write(file(), "GGUF");
  refusal("cut short");
  fs::remove(file());
  refusal("cannot read");
}

// Whatever stands in the head, reading ends with weights, with nothing, or with a refusal.
TEST_F(BertEncoderTest, AnyHeadIsSurvived) {
  SmallBert().write(file());
  const auto whole = test::read(file());
  const auto data = whole.size() / 4;
  std::mt19937 random(3);
  for (int i = 0; i < 400; ++i) {
    auto bytes = whole;
    const auto head = std::min<std::size_t>(data, 3000);
    for (int change = 0; change < 2; ++change)
      bytes[24 + random() % head] = static_cast<char>(random());
    test::write(file(), bytes);
    try {
      const auto weights = read_bert(file());
      if (!weights) continue;
      BertEncoder encoder(*weights, portable_kernels());
      encode(encoder, {{0}});
    } catch (const core::InputError&) {
    }
  }
}

}  // namespace
}  // namespace assay::models::encoder
