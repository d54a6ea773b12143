#include <algorithm>
#include <cmath>
#include <utility>

#include "models/make_llama.h"
#include "models/providers/llama_read.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;

struct Shared {
  std::string name;
  std::shared_ptr<LlamaReader> encoder;
};

// One output is the second of two classes against the first.
std::vector<double> probabilities(const std::vector<float>& outputs) {
  std::vector<double> weights(outputs.begin(), outputs.end());
  if (weights.size() == 1) weights.insert(weights.begin(), 0.0);
  const auto largest = *std::ranges::max_element(weights);
  double sum = 0;
  for (double& weight : weights) sum += weight = std::exp(weight - largest);
  for (double& weight : weights) weight /= sum;
  return weights;
}

std::string label_of(const llama_model* model, std::size_t index) {
  const char* label = index < llama_model_n_cls_out(model)
                          ? llama_model_cls_label(model, static_cast<std::uint32_t>(index))
                          : nullptr;
  return label && *label ? label : std::to_string(index);
}

asio::awaitable<std::vector<ClassScore>> classify_text(std::shared_ptr<Shared> model,
                                                       std::string text) {
  std::vector<LlamaTokens> inputs{text_tokens(*model->encoder, text)};
  std::vector<std::vector<float>> outputs =
      co_await read_with(model->encoder, model->name, std::move(inputs));
  std::vector<ClassScore> scores;
  for (const double probability : probabilities(outputs.front()))
    scores.push_back({label_of(model->encoder->model().get(), scores.size()), probability});
  co_return scores;
}

class LlamaClassifier : public Classifier {
 public:
  explicit LlamaClassifier(Shared shared) : shared_(std::make_shared<Shared>(std::move(shared))) {}

  asio::awaitable<std::vector<ClassScore>> classify(std::string text) override {
    return classify_text(shared_, std::move(text));
  }

  const std::string& name() const override { return shared_->name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<Classifier> make_llama_classifier(const ModelSpec& spec, const LlamaHost& host) {
  return std::make_unique<LlamaClassifier>(
      Shared{spec.to_string(), encoder_of(spec, host, LlamaEncoder::Use::classes)});
}

}  // namespace assay::models
