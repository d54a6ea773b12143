#ifdef ASSAY_WITH_LLAMA
#include "models/tiny_gguf.h"

#include <ggml-cpp.h>
#include <gguf.h>

#include <array>
#include <deque>
#include <random>
#include <stdexcept>

namespace assay::test {

struct TinyGguf::Parts {
  gguf_context* gguf = gguf_init_empty();
  ggml_context_ptr context{ggml_init(
      {.mem_size = ggml_tensor_overhead() * 64, .mem_buffer = nullptr, .no_alloc = true})};
  std::deque<std::vector<float>> data;
  ~Parts() { gguf_free(gguf); }
};

TinyGguf::TinyGguf() : parts_(std::make_unique<Parts>()) {}
TinyGguf::~TinyGguf() = default;

void TinyGguf::text(const char* key, const std::string& value) {
  gguf_set_val_str(parts_->gguf, key, value.c_str());
}

void TinyGguf::texts(const char* key, const std::vector<std::string>& values) {
  std::vector<const char*> pointers;
  for (const auto& value : values) pointers.push_back(value.c_str());
  gguf_set_arr_str(parts_->gguf, key, pointers.data(), pointers.size());
}

void TinyGguf::number(const char* key, std::uint32_t value) {
  gguf_set_val_u32(parts_->gguf, key, value);
}

void TinyGguf::real(const char* key, float value) { gguf_set_val_f32(parts_->gguf, key, value); }

void TinyGguf::reals(const char* key, const std::vector<float>& values) {
  gguf_set_arr_data(parts_->gguf, key, GGUF_TYPE_FLOAT32, values.data(), values.size());
}

void TinyGguf::kinds(const char* key, const std::vector<std::int32_t>& values) {
  gguf_set_arr_data(parts_->gguf, key, GGUF_TYPE_INT32, values.data(), values.size());
}

void TinyGguf::flag(const char* key, bool value) { gguf_set_val_bool(parts_->gguf, key, value); }

void TinyGguf::tensor(const std::string& name, std::initializer_list<std::int64_t> shape,
                      const std::function<float(std::size_t)>& value) {
  std::array<std::int64_t, 4> sizes{1, 1, 1, 1};
  std::copy(shape.begin(), shape.end(), sizes.begin());
  auto* tensor = ggml_new_tensor(parts_->context.get(), GGML_TYPE_F32,
                                 static_cast<int>(shape.size()), sizes.data());
  ggml_set_name(tensor, name.c_str());
  auto& numbers = parts_->data.emplace_back(static_cast<std::size_t>(ggml_nelements(tensor)));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = value(i);
  tensor->data = numbers.data();
  gguf_add_tensor(parts_->gguf, tensor);
}

void TinyGguf::write(const std::filesystem::path& file) const {
  if (!gguf_write_to_file(parts_->gguf, file.c_str(), false))
    throw std::runtime_error("cannot write " + file.string());
}

namespace {

float one(std::size_t) { return 1; }
float zero(std::size_t) { return 0; }

void pair(TinyGguf& model, const std::string& name, std::int64_t in, std::int64_t out,
          const std::function<float(std::size_t)>& weight) {
  model.tensor(name + ".weight", {in, out}, weight);
  model.tensor(name + ".bias", {out}, zero);
}

void norm(TinyGguf& model, const std::string& name, std::int64_t width) {
  model.tensor(name + ".weight", {width}, one);
  model.tensor(name + ".bias", {width}, zero);
}

}  // namespace

void write_tiny_eye(const std::filesystem::path& file, std::int64_t width, Eye eye) {
  constexpr std::int64_t inner = 32;
  constexpr std::int64_t side = 64;
  constexpr std::int64_t patch = 16;
  constexpr std::uint32_t layers = 2;  // LLaVA leaves out the last
  constexpr std::int64_t patches = (side / patch) * (side / patch);
  std::mt19937 chance(7);
  std::normal_distribution<float> normal(0, 0.3F);
  const auto any = [&](std::size_t) { return normal(chance); };
  TinyGguf model;
  model.text("general.architecture", "clip");
  model.flag("clip.has_vision_encoder", true);
  model.text("clip.projector_type", eye == Eye::plain ? "mlp" : "idefics3");
  model.flag("clip.use_gelu", true);
  model.number("clip.vision.image_size", side);
  model.number("clip.vision.preproc_image_size", side);
  model.number("clip.vision.patch_size", patch);
  model.number("clip.vision.embedding_length", inner);
  model.number("clip.vision.feed_forward_length", 2 * inner);
  model.number("clip.vision.block_count", layers);
  model.number("clip.vision.attention.head_count", 2);
  model.number("clip.vision.projection_dim", static_cast<std::uint32_t>(width));
  model.number("clip.vision.projector.scale_factor", 2);
  model.real("clip.vision.attention.layer_norm_epsilon", 1e-6F);
  model.reals("clip.vision.image_mean", {0.5F, 0.5F, 0.5F});
  model.reals("clip.vision.image_std", {0.5F, 0.5F, 0.5F});
  model.tensor("v.patch_embd.weight", {patch, patch, 3, inner}, any);
  model.tensor("v.patch_embd.bias", {inner}, zero);
  model.tensor("v.position_embd.weight", {inner, patches}, any);
  for (std::uint32_t i = 0; i < layers; ++i) {
    const auto layer = "v.blk." + std::to_string(i) + ".";
    for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_out"})
      pair(model, layer + name, inner, inner, any);
    pair(model, layer + "ffn_up", inner, 2 * inner, any);
    pair(model, layer + "ffn_down", 2 * inner, inner, any);
    norm(model, layer + "ln1", inner);
    norm(model, layer + "ln2", inner);
  }
  norm(model, "v.post_ln", inner);
  if (eye == Eye::plain) {
    pair(model, "mm.0", inner, width, any);
    pair(model, "mm.2", width, width, any);
  } else {
    model.tensor("mm.model.fc.weight", {4 * inner, width}, any);
  }
  model.write(file);
}

void write_tiny_judge(const std::filesystem::path& file, const std::vector<std::string>& labels) {
  constexpr std::int64_t width = 8;
  std::vector<std::string> pieces{"[PAD]",  "[UNK]", "[CLS]", "[SEP]",
                                  "[MASK]", "▁good", "▁bad",  "▁day"};
  constexpr std::size_t good = 5;
  constexpr std::size_t bad = 6;
  std::vector<std::int32_t> kinds(5, 3);
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    pieces.push_back(std::string("▁") + letter);
    pieces.emplace_back(1, letter);
  }
  kinds.resize(pieces.size(), 1);
  const auto outputs = static_cast<std::int64_t>(std::max<std::size_t>(1, labels.size()));
  TinyGguf model;
  model.text("general.architecture", "bert");
  model.number("bert.context_length", 64);
  model.number("bert.embedding_length", width);
  model.number("bert.feed_forward_length", width);
  model.number("bert.block_count", 1);
  model.number("bert.attention.head_count", 1);
  model.real("bert.attention.layer_norm_epsilon", 1e-12F);
  model.flag("bert.attention.causal", false);
  model.number("bert.pooling_type", 4);  // rank
  if (!labels.empty()) model.texts("bert.classifier.output_labels", labels);
  model.text("tokenizer.ggml.model", "bert");
  model.number("tokenizer.ggml.token_type_count", 2);
  model.texts("tokenizer.ggml.tokens", pieces);
  model.kinds("tokenizer.ggml.token_type", kinds);
  for (const auto& [key, token] : {std::pair{"padding", 0},
                                   {"unknown", 1},
                                   {"cls", 2},
                                   {"bos", 2},
                                   {"seperator", 3},
                                   {"mask", 4}})
    model.number(("tokenizer.ggml." + std::string(key) + "_token_id").c_str(),
                 static_cast<std::uint32_t>(token));
  // Number 0 of a vector says how good the word is; the others are alike but not equal, so that
  // there is something to be normed.
  model.tensor("token_embd.weight", {width, static_cast<std::int64_t>(pieces.size())},
               [&](std::size_t i) {
                 const auto token = i / width;
                 if (i % width != 0) return i % 2 == 0 ? 1.F : -1.F;
                 return token == good ? 2.F : token == bad ? -2.F : 0.F;
               });
  model.tensor("position_embd.weight", {width, 64}, zero);
  model.tensor("token_types.weight", {width, 2}, zero);
  norm(model, "token_embd_norm", width);
  // Attention that looks at all tokens alike and adds their average.
  const auto same = [](std::size_t i) { return i / width == i % width ? 1.F : 0.F; };
  pair(model, "blk.0.attn_q", width, width, zero);
  pair(model, "blk.0.attn_k", width, width, zero);
  pair(model, "blk.0.attn_v", width, width, same);
  pair(model, "blk.0.attn_output", width, width, same);
  norm(model, "blk.0.attn_output_norm", width);
  pair(model, "blk.0.ffn_up", width, width, zero);
  pair(model, "blk.0.ffn_down", width, width, zero);
  norm(model, "blk.0.layer_output_norm", width);
  // The last output is number 0, the first (of several) its opposite.
  pair(model, "cls.output", width, outputs, [&](std::size_t i) {
    if (i % width != 0) return 0.F;
    return static_cast<std::int64_t>(i / width) == outputs - 1 ? 3.F : i == 0 ? -3.F : 0.F;
  });
  model.write(file);
}

}  // namespace assay::test
#endif
