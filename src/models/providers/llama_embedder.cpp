#include <cmath>
#include <utility>

#include "models/make_llama.h"
#include "models/model_failure.h"
#include "models/providers/llama_read.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;

struct Shared {
  std::string name;
  std::shared_ptr<LlamaReader> encoder;
};

void normalize(Vector& vector) {
  double square = 0;
  for (const float x : vector) square += static_cast<double>(x) * x;
  if (!(square > 0) || !std::isfinite(square)) return;
  const auto by = static_cast<float>(1 / std::sqrt(square));
  for (float& x : vector) x *= by;
}

asio::awaitable<std::vector<Vector>> embed_items(std::shared_ptr<Shared> model,
                                                 std::vector<Part> items) {
  std::vector<LlamaTokens> inputs;
  inputs.reserve(items.size());
  for (const auto& item : items) {
    const auto* text = std::get_if<TextPart>(&item);
    if (!text)
      throw ModelFailure(ModelFailure::Kind::no_vision,
                         model->name + ": the model takes no images");
    inputs.push_back(text_tokens(*model->encoder, text->text));
  }
  std::vector<Vector> vectors = co_await read_with(model->encoder, model->name, std::move(inputs));
  for (auto& vector : vectors) normalize(vector);
  co_return vectors;
}

class LlamaEmbedder : public Embedder {
 public:
  explicit LlamaEmbedder(Shared shared) : shared_(std::make_shared<Shared>(std::move(shared))) {}

  asio::awaitable<std::vector<Vector>> embed(std::vector<Part> items) override {
    return embed_items(shared_, std::move(items));
  }

  const std::string& name() const override { return shared_->name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<Embedder> make_llama_embedder(const ModelSpec& spec, const LlamaHost& host) {
  return std::make_unique<LlamaEmbedder>(
      Shared{spec.to_string(), encoder_of(spec, host, LlamaEncoder::Use::vectors)});
}

}  // namespace assay::models
