#include "cli/model_desk.h"

#include <algorithm>
#include <utility>

#include "models/make_chat_model.h"

namespace assay::cli {
namespace {

constexpr int longest_local_answer = 1024;  // tokens

// Every call of a replay is answered from the record, before this is asked.
class ReplayedModel : public models::ChatModel {
 public:
  ReplayedModel(std::string name, models::ModelTraits traits)
      : name_(std::move(name)), traits_(traits) {}

  boost::asio::awaitable<models::ChatAnswer> chat(models::ChatRequest) override {
    throw models::ModelFailure(models::ModelFailure::Kind::unavailable,
                               "a replay asks no model: " + name_);
    co_return models::ChatAnswer{};
  }
  models::ModelTraits traits() const override { return traits_; }
  const std::string& name() const override { return name_; }

 private:
  std::string name_;
  models::ModelTraits traits_;
};

reasoning::Backbone backbone_of(std::shared_ptr<models::ChatModel> model, const std::string& spec,
                                const CheckSettings& settings) {
  reasoning::Backbone backbone;
  backbone.model = std::move(model);
  const auto own = settings.own_chat.find(models::ModelSpec::parse(spec).to_string());
  backbone.options = own == settings.own_chat.end() ? settings.chat : own->second;
  if (const auto facts = settings.facts.find(spec); facts != settings.facts.end()) {
    backbone.traits = facts->second.traits;
    if (facts->second.prices)
      backbone.cost = [prices = *facts->second.prices](const models::TokenCount& tokens) {
        return models::cost(prices, tokens);
      };
  }
  return backbone;
}

}  // namespace

ModelDesk::ModelDesk(boost::asio::any_io_executor executor, Options options)
    : options_(std::move(options)),
      catalogue_(std::make_shared<const models::Catalogue>(options_.catalogue)),
      client_(std::make_shared<io::HttpClient>(std::move(executor))) {
  if (!options_.cache.empty())
    cache_ = std::make_shared<models::AnswerCache>(options_.cache, options_.say);
}

ModelFacts ModelDesk::facts(const std::string& spec) {
  ModelFacts facts;
  facts.traits = model(spec)->traits();
  const auto* known = catalogue_->find(models::ModelSpec::parse(spec));
  if (known != nullptr) facts.prices = known->prices;
  return facts;
}

std::shared_ptr<models::ChatModel> ModelDesk::model(const std::string& text) {
  auto& made = models_[text];
  if (made) return made;
  const auto spec = models::ModelSpec::parse(text);
  const auto server = models::to_string(spec.backend) + " " + spec.url;
  const auto configured = options_.settings.find(spec.to_string());
  const auto own = configured == options_.settings.end() ? ModelSettings{} : configured->second;
  auto& limit = limits_[server];
  if (!limit)
    limit = own.calls ? std::make_shared<models::CallLimit>(*own.calls)
                      : std::make_shared<models::CallLimit>();
  models::ChatModelOptions options;
  options.client = client_;
  options.limit = limit;
  options.retry = options_.retry;
  options.catalogue = catalogue_;
  options.llama = llama_;
  options.window = llama_window(own);
  options.pixels = options_.pixels;
  auto model = models::make_chat_model(spec, std::move(options));
  if (cache_) model = models::cached(std::move(model), cache_, models::model_identity(spec));
  made = std::move(model);
  return made;
}

reasoning::Backbone ModelDesk::backbone(const std::string& spec, const CheckSettings& settings) {
  return backbone_of(model(spec), spec, settings);
}

void add_facts(ModelDesk& desk, CheckSettings& settings) {
  for (const auto& stage : stage_names()) {
    const auto& spec = settings.model_of(stage);
    if (spec == "embedded") continue;
    settings.facts[spec] = desk.facts(spec);
    // A model inside the process is a small one on a slow machine, and mostly doesn't think aloud:
    // an answer that has lost its way is to end soon.
    const auto name = models::ModelSpec::parse(spec).to_string();
    if (!spec.starts_with("llama:") || settings.own_chat.contains(name)) continue;
    settings.own_chat[name] = settings.chat;
    settings.own_chat[name].max_tokens = std::min(settings.chat.max_tokens, longest_local_answer);
  }
}

reasoning::Backbone replayed_backbone(const std::string& text, const CheckSettings& settings) {
  const auto spec = models::ModelSpec::parse(text);
  const auto facts = settings.facts.find(text);
  auto model = std::make_shared<ReplayedModel>(spec.to_string(), facts == settings.facts.end()
                                                                     ? models::ModelTraits{}
                                                                     : facts->second.traits);
  return backbone_of(std::move(model), text, settings);
}

}  // namespace assay::cli
