#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/settings.h"
#include "io/http_client.h"
#include "models/answer_cache.h"
#include "models/call_limit.h"
#include "models/catalogue.h"
#include "models/chat_model.h"
#include "models/llama_host.h"
#include "models/pixels.h"
#include "reasoning/session.h"

namespace assay::cli {

// Where the models of a run come from: each is made once, models on one server share its limit of
// calls, and all share the cache of answers.
class ModelDesk {
 public:
  struct Options {
    models::Catalogue catalogue;
    std::filesystem::path cache;  // of answers; empty: none
    std::function<void(std::string_view)> say;
    std::map<std::string, ModelSettings> settings;  // spec → what the configuration says of it
    models::PixelReader pixels;                     // for models inside the process
    models::RetryPolicy retry;
  };
  ModelDesk(boost::asio::any_io_executor executor, Options options);

  // What the catalogue and the model itself say of it; nothing is asked of it. Makes it: throws
  // UsageError where it can't be used (no key).
  ModelFacts facts(const std::string& spec);

  // The model, with the parameters and facts of the settings.
  reasoning::Backbone backbone(const std::string& spec, const CheckSettings& settings);

 private:
  std::shared_ptr<models::ChatModel> model(const std::string& spec);

  Options options_;
  std::shared_ptr<const models::Catalogue> catalogue_;
  std::shared_ptr<io::HttpClient> client_;
  models::LlamaHost llama_;
  std::shared_ptr<models::AnswerCache> cache_;
  std::map<std::string, std::shared_ptr<models::CallLimit>> limits_;  // by server
  std::map<std::string, std::shared_ptr<models::ChatModel>> models_;  // by spec
};

// Makes the models that the settings name, and writes down what is known of them.
void add_facts(ModelDesk& desk, CheckSettings& settings);

// Backbones for a replay: named as they were, with what was known of them; they answer nothing.
reasoning::Backbone replayed_backbone(const std::string& spec, const CheckSettings& settings);

}  // namespace assay::cli
