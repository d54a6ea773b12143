#pragma once
#include <memory>
#include <string>

#include "io/http_client.h"
#include "models/call_limit.h"
#include "models/chat_model.h"
#include "models/providers/dialect.h"
#include "models/retry.h"

namespace assay::models {

struct HttpChatModelParts {
  std::string name;          // the spec, for messages
  std::string key_variable;  // of the environment, for messages
  std::unique_ptr<const Dialect> dialect;
  std::shared_ptr<io::HttpClient> client;
  RetryPolicy policy;
  std::shared_ptr<Pauses> pauses;
  std::shared_ptr<CallLimit> limit;
  ModelTraits traits;  // what is known of it
};

// A model behind HTTP: sends what the dialect writes, reads what it can read, tries again what
// failed for a passing reason, keeps to the limit of calls under way, and learns which parameters
// the server does not take.
std::unique_ptr<ChatModel> http_chat_model(HttpChatModelParts parts);

}  // namespace assay::models
