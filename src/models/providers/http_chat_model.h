#pragma once
#include <memory>

#include "models/chat_model.h"
#include "models/providers/dialect.h"
#include "models/providers/http_service.h"

namespace assay::models {

struct HttpChatModelParts {
  HttpService service;
  std::unique_ptr<const Dialect> dialect;
  ModelTraits traits;  // what is known of it
};

// A model behind HTTP: sends what the dialect writes, reads what it can read, tries again what
// failed for a passing reason, keeps to the limit of calls under way, and learns which parameters
// the server does not take.
std::unique_ptr<ChatModel> http_chat_model(HttpChatModelParts parts);

}  // namespace assay::models
