#pragma once
#include <memory>

#include "io/http_client.h"
#include "models/api_key.h"
#include "models/call_limit.h"
#include "models/catalogue.h"
#include "models/chat_model.h"
#include "models/llama_host.h"
#include "models/model_spec.h"
#include "models/pixels.h"
#include "models/retry.h"

namespace assay::models {

struct ChatModelOptions {
  std::shared_ptr<io::HttpClient> client;
  RetryPolicy retry;
  std::shared_ptr<Pauses> pauses;  // empty: system_pauses()
  // Of calls under way; models on one server share one. Empty: one of its own, of 500.
  std::shared_ptr<CallLimit> limit;
  Environment environment;  // where keys come from; empty: system_environment()
  // What traits() of a hosted model answers from; empty: nothing is known.
  std::shared_ptr<const Catalogue> catalogue;
  LlamaHost llama;     // of models inside the process; those on one file share one
  PixelReader pixels;  // decodes pictures for them; empty: they take none
  int window = 0;      // tokens, of such a model; 0: what `llama` says
};

// The model that the spec names. Throws UsageError where it needs a key and none is set, and where
// the spec names no chat model (`embedded`) or one that this build may not have (`llama`), and
// InputError where a file of a `llama` model can't be used.
std::unique_ptr<ChatModel> make_chat_model(const ModelSpec& spec, ChatModelOptions options);

}  // namespace assay::models
