#include "models/make_chat_model.h"

#include <utility>

#include "assay/core/error.h"
#include "models/make_llama.h"
#include "models/providers/hosted.h"
#include "models/providers/http_chat_model.h"
#include "models/providers/providers.h"

namespace assay::models {
namespace {

std::unique_ptr<const Dialect> dialect_of(const ModelSpec& spec, std::string key) {
  switch (spec.backend) {
    case Backend::openai:
      return openai_dialect(spec.name, spec.url, std::move(key));
    case Backend::anthropic:
      return anthropic_dialect(spec.name, spec.url, std::move(key));
    case Backend::gemini:
      return gemini_dialect(spec.name, spec.url, std::move(key));
    case Backend::embedded:
      throw core::UsageError("embedded is no language model: it answers no prompts");
    case Backend::llama:
      break;
  }
  throw core::UsageError(spec.to_string() + " is behind no server");
}

}  // namespace

std::unique_ptr<ChatModel> make_chat_model(const ModelSpec& spec, ChatModelOptions options) {
  if (spec.backend == Backend::llama)
    return make_llama_chat_model(spec, options.llama, std::move(options.pixels), options.window);
  HttpChatModelParts parts;
  if (options.catalogue)
    if (const auto* known = options.catalogue->find(spec)) parts.traits = known->traits();
  auto hosted =
      spec.backend == Backend::embedded ? Hosted() : hosted_service(spec, std::move(options));
  parts.dialect = dialect_of(spec, std::move(hosted.key));
  parts.service = std::move(hosted.service);
  return http_chat_model(std::move(parts));
}

}  // namespace assay::models
