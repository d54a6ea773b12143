#include "models/make_models.h"

#include <utility>

#include "assay/core/error.h"
#include "models/make_llama.h"
#include "models/providers/hosted.h"
#include "models/providers/http_models.h"

namespace assay::models {
namespace {

[[noreturn]] void refuse(const ModelSpec& spec, const std::string& what) {
  throw core::UsageError(spec.to_string() + " is no " + what +
                         ": name one as openai:NAME@URL or llama:FILE.gguf");
}

Hosted openai_service(const ModelSpec& spec, ChatModelOptions options, const std::string& what) {
  if (spec.backend != Backend::openai) refuse(spec, what);
  return hosted_service(spec, std::move(options));
}

}  // namespace

std::unique_ptr<Embedder> make_embedder(const ModelSpec& spec, ChatModelOptions options) {
  if (spec.backend == Backend::llama) return make_llama_embedder(spec, options.llama);
  auto hosted = openai_service(spec, std::move(options), "model that makes vectors");
  return http_embedder(std::move(hosted.service), {spec.name, spec.url, std::move(hosted.key)});
}

std::unique_ptr<TokenEmbedder> make_token_embedder(const ModelSpec& spec, const LlamaHost& host) {
  if (spec.backend == Backend::llama) return make_llama_token_embedder(spec, host);
  throw core::UsageError(spec.to_string() +
                         " gives no vectors of single tokens: name a BERT as llama:FILE.gguf "
                         "(`assay models import` makes one)");
}

std::unique_ptr<Reranker> make_reranker(const ModelSpec& spec, ChatModelOptions options) {
  if (spec.backend == Backend::llama) return make_llama_reranker(spec, options.llama);
  auto hosted = openai_service(spec, std::move(options), "model that ranks");
  return http_reranker(std::move(hosted.service), {spec.name, spec.url, std::move(hosted.key)});
}

std::unique_ptr<Classifier> make_classifier(const ModelSpec& spec, ChatModelOptions options) {
  if (spec.backend == Backend::llama) return make_llama_classifier(spec, options.llama);
  if (spec.backend == Backend::openai && spec.url.empty())
    throw core::UsageError(spec.to_string() +
                           ": a classifier needs the address of its server: openai:NAME@URL");
  auto hosted = openai_service(spec, std::move(options), "model that classifies");
  return http_classifier(std::move(hosted.service), {spec.name, spec.url, std::move(hosted.key)});
}

}  // namespace assay::models
