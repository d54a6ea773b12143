#include <cmath>
#include <memory>
#include <utility>

#include "assay/core/error.h"
#include "models/make_llama.h"
#include "models/model_failure.h"
#include "models/providers/llama_bert.h"
#include "models/providers/llama_file.h"
#include "models/providers/llama_host_impl.h"
#include "models/providers/llama_read.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;

struct Shared {
  std::string name;
  std::shared_ptr<LlamaReader> reader;
};

std::shared_ptr<LlamaReader> token_reader(const ModelSpec& spec, const LlamaHost& host) {
  auto& impl = host.impl();
  const std::function<std::shared_ptr<LlamaReader>()> load = [&] {
    LlamaEncoder plain(impl.options, LlamaEncoder::Use::vectors, spec.file, spec.to_string());
    auto reader = make_token_bert(plain, impl.options, spec.file);
    if (!reader)
      throw core::UsageError(spec.to_string() +
                             ": the model gives no vectors of single tokens: name a BERT, as "
                             "`assay models import` makes it, in f32, f16 or bf16");
    return reader;
  };
  return impl.get(impl.encoders, file_identity(spec.file) + " tokens", load);
}

// The row's numbers, of length 1 where they have one.
Vector unit_row(const float* row, std::size_t size) {
  Vector vector(row, row + size);
  double square = 0;
  for (const float x : vector) square += static_cast<double>(x) * x;
  if (!(square > 0) || !std::isfinite(square)) return vector;
  const auto by = static_cast<float>(1 / std::sqrt(square));
  for (float& x : vector) x *= by;
  return vector;
}

TokenVectors split(const LlamaReader& reader, const LlamaTokens& tokens,
                   const std::vector<float>& numbers) {
  const auto* vocab = reader.model().vocab();
  TokenVectors text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto token = tokens[i];
    const bool frame = token == llama_vocab_bos(vocab) || token == llama_vocab_sep(vocab) ||
                       token == llama_vocab_eos(vocab);
    text.vectors.push_back(unit_row(numbers.data() + i * reader.numbers(), reader.numbers()));
    text.weights.push_back(frame ? 0.0F : 1.0F);
  }
  return text;
}

asio::awaitable<std::vector<TokenVectors>> embed_texts(std::shared_ptr<Shared> model,
                                                       std::vector<std::string> texts) {
  std::vector<LlamaTokens> inputs;
  inputs.reserve(texts.size());
  for (const auto& text : texts) inputs.push_back(text_tokens(*model->reader, text));
  const auto outputs = co_await read_with(model->reader, model->name, inputs);
  std::vector<TokenVectors> made;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (outputs[i].size() != inputs[i].size() * model->reader->numbers())
      throw ModelFailure(ModelFailure::Kind::malformed,
                         model->name + ": the model left tokens out");
    made.push_back(split(*model->reader, inputs[i], outputs[i]));
  }
  co_return made;
}

class LlamaTokenEmbedder : public TokenEmbedder {
 public:
  explicit LlamaTokenEmbedder(Shared shared)
      : shared_(std::make_shared<Shared>(std::move(shared))) {}

  asio::awaitable<std::vector<TokenVectors>> embed_tokens(std::vector<std::string> texts) override {
    return embed_texts(shared_, std::move(texts));
  }

  const std::string& name() const override { return shared_->name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<TokenEmbedder> make_llama_token_embedder(const ModelSpec& spec,
                                                         const LlamaHost& host) {
  return std::make_unique<LlamaTokenEmbedder>(Shared{spec.to_string(), token_reader(spec, host)});
}

}  // namespace assay::models
