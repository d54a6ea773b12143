#pragma once
#include <string>

#include "models/make_chat_model.h"
#include "models/model_spec.h"
#include "models/providers/http_service.h"

namespace assay::models {

struct Hosted {
  HttpService service;
  std::string key;  // may be empty
};

// The service that the spec names, by the options' patience, and the key for it. Throws UsageError
// where it needs a key and none is set.
Hosted hosted_service(const ModelSpec& spec, ChatModelOptions options);

}  // namespace assay::models
