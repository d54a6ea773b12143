#include "models/providers/hosted.h"

#include <utility>

namespace assay::models {

Hosted hosted_service(const ModelSpec& spec, ChatModelOptions options) {
  const auto environment =
      options.environment ? std::move(options.environment) : system_environment();
  Hosted hosted;
  hosted.key = api_key(spec, environment);
  auto& service = hosted.service;
  service.name = spec.to_string();
  service.key_variable = key_variable(spec.backend);
  service.client = std::move(options.client);
  service.policy = options.retry;
  service.pauses = options.pauses ? std::move(options.pauses) : system_pauses();
  service.limit = options.limit ? std::move(options.limit) : std::make_shared<CallLimit>();
  return hosted;
}

}  // namespace assay::models
