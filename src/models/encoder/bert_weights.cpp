#include "models/encoder/bert_weights.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "models/encoder/gguf_tensors.h"

namespace assay::models::encoder {
namespace {

using Shape = GgufTensors::Shape;

constexpr std::size_t most_layers = 256;
constexpr std::size_t most_numbers = 16'384;  // of a token, in a layer
constexpr std::size_t most_tokens = 8192;     // of a text
// As llama.cpp numbers them.
constexpr std::uint32_t mean_pooling = 1;
constexpr std::uint32_t cls_pooling = 2;

bool fits(std::size_t size, std::size_t most) {
  return size > 0 && size <= most && size % IntegerMatrix::panel == 0;
}

// Reads what has the shape that it should have, and remembers whether all had.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file) {}

  std::optional<BertWeights> read() {
    if (!describe() || !check_tensors()) return std::nullopt;
    take_embeddings();
    for (std::size_t i = 0; i < layers_; ++i) take_layer("blk." + std::to_string(i) + ".");
    return std::move(weights_);
  }

 private:
  std::size_t size_of(const char* key) {
    return file_.number(std::string("bert.") + key).value_or(0);
  }

  bool describe() {
    auto& w = weights_;
    if (file_.text("general.architecture") != "bert") return false;
    w.hidden = size_of("embedding_length");
    w.inner = size_of("feed_forward_length");
    w.heads = size_of("attention.head_count");
    w.positions = size_of("context_length");
    w.tokens = file_.shape("token_embd.weight").rows;
    w.epsilon = file_.real("bert.attention.layer_norm_epsilon").value_or(0);
    layers_ = size_of("block_count");
    const auto pooling = size_of("pooling_type");
    w.pooling = pooling == cls_pooling ? BertWeights::Pooling::cls : BertWeights::Pooling::mean;
    return fits(w.hidden, most_numbers) && fits(w.inner, most_numbers) && w.heads > 0 &&
           w.hidden % w.heads == 0 && fits(w.hidden / w.heads, most_numbers) && w.positions > 0 &&
           w.positions <= most_tokens && layers_ > 0 && layers_ <= most_layers && w.epsilon > 0 &&
           std::isfinite(w.epsilon) && (pooling == mean_pooling || pooling == cls_pooling);
  }

  bool expect(const std::string& name, Shape shape) {
    ++expected_;
    return file_.shape(name) == shape && file_.readable(name);
  }

  bool expect_norm(const std::string& name) {
    const Shape row{weights_.hidden, 1};
    return expect(name + ".weight", row) && expect(name + ".bias", row);
  }

  bool expect_matrix(const std::string& name, std::size_t inputs, std::size_t outputs) {
    return expect(name + ".weight", {inputs, outputs}) && expect(name + ".bias", {outputs, 1});
  }

  bool expect_layer(const std::string& name) {
    const auto hidden = weights_.hidden;
    const auto inner = weights_.inner;
    return expect_matrix(name + "attn_q", hidden, hidden) &&
           expect_matrix(name + "attn_k", hidden, hidden) &&
           expect_matrix(name + "attn_v", hidden, hidden) &&
           expect_matrix(name + "attn_output", hidden, hidden) &&
           expect_norm(name + "attn_output_norm") &&
           expect_matrix(name + "ffn_up", hidden, inner) &&
           expect_matrix(name + "ffn_down", inner, hidden) &&
           expect_norm(name + "layer_output_norm");
  }

  // All that belongs to the model is there, and nothing else that would have a say.
  bool check_tensors() {
    const auto hidden = weights_.hidden;
    bool good = expect("token_embd.weight", {hidden, weights_.tokens}) && weights_.tokens > 0 &&
                expect("position_embd.weight", {hidden, weights_.positions}) &&
                expect_norm("token_embd_norm");
    if (file_.has("token_types.weight"))
      good = good && expect("token_types.weight", {hidden, file_.shape("token_types.weight").rows});
    for (std::size_t i = 0; good && i < layers_; ++i)
      good = expect_layer("blk." + std::to_string(i) + ".");
    return good && expected_ == file_.count();
  }

  Norm take_norm(const std::string& name) {
    return {file_.read(name + ".weight"), file_.read(name + ".bias")};
  }

  // Several matrices of the same inputs as one.
  IntegerMatrix take_matrix(const std::vector<std::string>& names, std::size_t inputs) {
    std::vector<float> weights;
    std::vector<float> bias;
    for (const auto& name : names) {
      const auto part = file_.read(name + ".weight");
      weights.insert(weights.end(), part.begin(), part.end());
      const auto part_bias = file_.read(name + ".bias");
      bias.insert(bias.end(), part_bias.begin(), part_bias.end());
    }
    return make_integer_matrix(weights, bias, inputs);
  }

  void take_embeddings() {
    auto& w = weights_;
    w.words = file_.read("token_embd.weight");
    w.places = file_.read("position_embd.weight");
    w.norm = take_norm("token_embd_norm");
    if (!file_.has("token_types.weight")) return;
    const auto types = file_.read("token_types.weight");
    for (std::size_t i = 0; i < w.places.size(); ++i) w.places[i] += types[i % w.hidden];
  }

  void take_layer(const std::string& name) {
    const auto hidden = weights_.hidden;
    weights_.layers.push_back(
        {.attention = take_matrix({name + "attn_q", name + "attn_k", name + "attn_v"}, hidden),
         .output = take_matrix({name + "attn_output"}, hidden),
         .attention_norm = take_norm(name + "attn_output_norm"),
         .up = take_matrix({name + "ffn_up"}, hidden),
         .down = take_matrix({name + "ffn_down"}, weights_.inner),
         .norm = take_norm(name + "layer_output_norm")});
  }

  GgufTensors file_;
  BertWeights weights_;
  std::size_t layers_ = 0;
  std::size_t expected_ = 0;  // tensors
};

}  // namespace

std::optional<BertWeights> read_bert(const std::filesystem::path& file) {
  return Reader(file).read();
}

}  // namespace assay::models::encoder
