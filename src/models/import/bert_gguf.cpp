#include "models/import/bert_gguf.h"

#include <ggml-cpp.h>
#include <gguf.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/files.h"
#include "models/import/safetensors.h"

namespace assay::models {
namespace {

using core::InputError;
using Shape = std::vector<std::int64_t>;

ggml_type type_of(Precision precision) {
  switch (precision) {
    case Precision::f16:
      return GGML_TYPE_F16;
    case Precision::bf16:
      return GGML_TYPE_BF16;
    case Precision::q8_0:
      return GGML_TYPE_Q8_0;
    case Precision::f32:
      break;
  }
  return GGML_TYPE_F32;
}

// The file type as llama.cpp numbers it.
std::uint32_t file_type(Precision precision) {
  switch (precision) {
    case Precision::f16:
      return 1;
    case Precision::bf16:
      return 32;
    case Precision::q8_0:
      return 7;
    case Precision::f32:
      break;
  }
  return 0;
}

class Writer {
 public:
  Writer(const SentenceFolder& folder, Precision precision)
      : folder_(folder),
        type_(type_of(precision)),
        weights_(folder.weights()),
        gguf_(gguf_init_empty()),
        context_(ggml_init({.mem_size = ggml_tensor_overhead() * tensor_count(folder),
                            .mem_buffer = nullptr,
                            .no_alloc = true})) {
    describe(precision);
    describe_vocabulary();
    take_tensors();
  }

  void write(const std::filesystem::path& out) const {
    if (!gguf_write_to_file(gguf_.get(), out.c_str(), false))
      throw InputError("cannot write '" + io::shown(out) + "' (is the disk full?)");
  }

 private:
  static std::size_t tensor_count(const SentenceFolder& folder) {
    return static_cast<std::size_t>(folder.layers) * 16 + 16;
  }

  void number(const char* key, std::int64_t value) {
    gguf_set_val_u32(gguf_.get(), key, static_cast<std::uint32_t>(value));
  }

  void describe(Precision precision) {
    gguf_set_val_str(gguf_.get(), "general.architecture", "bert");
    gguf_set_val_str(gguf_.get(), "general.name", folder_.name.c_str());
    number("general.file_type", file_type(precision));
    number("bert.context_length", folder_.window);
    number("bert.embedding_length", folder_.hidden);
    number("bert.feed_forward_length", folder_.inner);
    number("bert.block_count", folder_.layers);
    number("bert.attention.head_count", folder_.heads);
    gguf_set_val_f32(gguf_.get(), "bert.attention.layer_norm_epsilon",
                     static_cast<float>(folder_.epsilon));
    gguf_set_val_bool(gguf_.get(), "bert.attention.causal", false);
    // As llama.cpp numbers them: 1 mean, 2 CLS, 3 last.
    number("bert.pooling_type", static_cast<std::int64_t>(folder_.pooling) + 1);
  }

  // llama.cpp marks the pieces that begin a word, where BERT marks those that go on with one.
  void describe_vocabulary() {
    static const std::vector<std::pair<std::string, const char*>> special{
        {"[CLS]", "tokenizer.ggml.cls_token_id"},
        {"[SEP]", "tokenizer.ggml.seperator_token_id"},
        {"[UNK]", "tokenizer.ggml.unknown_token_id"},
        {"[PAD]", "tokenizer.ggml.padding_token_id"},
        {"[MASK]", "tokenizer.ggml.mask_token_id"}};
    std::unordered_map<std::string, std::size_t> taken;
    std::vector<std::string> pieces;
    std::vector<std::int32_t> types;
    for (const auto& token : folder_.vocabulary) {
      const bool control =
          std::ranges::any_of(special, [&](const auto& one) { return one.first == token; });
      std::string piece = control                                       ? token
                          : token.starts_with("##") && token.size() > 2 ? token.substr(2)
                                                                        : "\xE2\x96\x81" + token;
      if (!taken.emplace(piece, pieces.size()).second)
        throw InputError("cannot import '" + io::shown(folder_.path) +
                         "': a token stands twice in the vocabulary");
      pieces.push_back(std::move(piece));
      types.push_back(control ? 3 : 1);
    }
    std::vector<const char*> pointers;
    for (const auto& piece : pieces) pointers.push_back(piece.c_str());
    auto* gguf = gguf_.get();
    gguf_set_val_str(gguf, "tokenizer.ggml.model", "bert");
    number("tokenizer.ggml.token_type_count", folder_.types);
    gguf_set_val_bool(gguf, "tokenizer.ggml.normalizer.lowercase", folder_.lower_case);
    gguf_set_val_bool(gguf, "tokenizer.ggml.normalizer.strip_accents", folder_.strip_accents);
    gguf_set_arr_str(gguf, "tokenizer.ggml.tokens", pointers.data(), pointers.size());
    gguf_set_arr_data(gguf, "tokenizer.ggml.token_type", GGUF_TYPE_INT32, types.data(),
                      types.size());
    for (const auto& [token, key] : special) {
      const auto found = taken.find(token);
      if (found == taken.end())
        throw InputError("cannot import '" + io::shown(folder_.path) + "': no token " + token);
      number(key, static_cast<std::int64_t>(found->second));
      if (token == "[CLS]")
        number("tokenizer.ggml.bos_token_id", static_cast<std::int64_t>(found->second));
    }
  }

  // Under `bert.` where the weights are those of a model with a head; `gamma` and `beta` are old
  // names.
  std::string source_name(std::string name) const {
    const std::vector<std::pair<std::string, std::string>> old{
        {"LayerNorm.weight", "LayerNorm.gamma"}, {"LayerNorm.bias", "LayerNorm.beta"}};
    std::vector<std::string> names{name};
    for (const auto& [now, before] : old)
      if (name.ends_with(now)) names.push_back(name.substr(0, name.size() - now.size()) + before);
    for (const auto& one : names)
      for (const auto* prefix : {"", "bert."})
        if (weights_.find(prefix + one)) return prefix + one;
    return name;
  }

  // `shape` as in the source: rows first. Of more rows than `rows` the first are taken.
  void take(const std::string& target, const std::string& source, const Shape& shape,
            std::int64_t rows = -1) {
    auto numbers = weights_.read(source_name(source), shape);
    const auto columns = shape.back();
    if (rows < 0) rows = shape.size() == 2 ? shape[0] : 1;
    const bool large = shape.size() == 2 && rows == shape[0] && shape[0] > 64;
    const auto type = large && columns % ggml_blck_size(type_) == 0 ? type_ : GGML_TYPE_F32;
    auto* tensor = shape.size() == 2 ? ggml_new_tensor_2d(context_.get(), type, columns, rows)
                                     : ggml_new_tensor_1d(context_.get(), type, columns);
    ggml_set_name(tensor, target.c_str());
    auto& bytes = data_.emplace_back(ggml_nbytes(tensor));
    ggml_quantize_chunk(type, numbers.data(), bytes.data(), 0, rows, columns, nullptr);
    tensor->data = bytes.data();
    gguf_add_tensor(gguf_.get(), tensor);
  }

  void take_pair(const std::string& target, const std::string& source, std::int64_t rows,
                 std::int64_t columns) {
    take(target + ".weight", source + ".weight", {rows, columns});
    take(target + ".bias", source + ".bias", {rows});
  }

  void take_norm(const std::string& target, const std::string& source) {
    take(target + ".weight", source + ".weight", {folder_.hidden});
    take(target + ".bias", source + ".bias", {folder_.hidden});
  }

  void take_tensors() {
    const auto hidden = folder_.hidden;
    const auto tokens = static_cast<std::int64_t>(folder_.vocabulary.size());
    take("token_embd.weight", "embeddings.word_embeddings.weight", {tokens, hidden});
    // What is behind the window is never read.
    take("position_embd.weight", "embeddings.position_embeddings.weight",
         {folder_.positions, hidden}, folder_.window);
    take("token_types.weight", "embeddings.token_type_embeddings.weight", {folder_.types, hidden});
    take_norm("token_embd_norm", "embeddings.LayerNorm");
    for (std::int64_t i = 0; i < folder_.layers; ++i) {
      const auto to = "blk." + std::to_string(i) + ".";
      const auto from = "encoder.layer." + std::to_string(i) + ".";
      take_pair(to + "attn_q", from + "attention.self.query", hidden, hidden);
      take_pair(to + "attn_k", from + "attention.self.key", hidden, hidden);
      take_pair(to + "attn_v", from + "attention.self.value", hidden, hidden);
      take_pair(to + "attn_output", from + "attention.output.dense", hidden, hidden);
      take_norm(to + "attn_output_norm", from + "attention.output.LayerNorm");
      take_pair(to + "ffn_up", from + "intermediate.dense", folder_.inner, hidden);
      take_pair(to + "ffn_down", from + "output.dense", hidden, folder_.inner);
      take_norm(to + "layer_output_norm", from + "output.LayerNorm");
    }
  }

  struct GgufDeleter {
    void operator()(gguf_context* context) const { gguf_free(context); }
  };

  const SentenceFolder& folder_;
  ggml_type type_;
  Safetensors weights_;
  std::unique_ptr<gguf_context, GgufDeleter> gguf_;
  ggml_context_ptr context_;
  std::deque<std::vector<std::uint8_t>> data_;  // a deque: the tensors point into it
};

}  // namespace

void write_bert_gguf(const SentenceFolder& folder, Precision precision,
                     const std::filesystem::path& out) {
  Writer(folder, precision).write(out);
}

}  // namespace assay::models
