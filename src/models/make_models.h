#pragma once
#include <memory>

#include "models/classifier.h"
#include "models/embedder.h"
#include "models/make_chat_model.h"
#include "models/model_spec.h"
#include "models/reranker.h"
#include "models/token_embedder.h"

namespace assay::models {

// The models that are none to talk to, named like those: openai:NAME[@URL], llama:FILE.gguf. All
// throw UsageError where the spec names no model of the kind, where one needs a key and none is
// set, and for llama where this build has it not.

// `/embeddings` as OpenAI, vLLM, llama.cpp, Ollama and Jina take it. Pictures go as
// {"image": "data:…"} beside {"text": …}, as Jina's models take them.
std::unique_ptr<Embedder> make_embedder(const ModelSpec& spec, ChatModelOptions options);

// A BERT in a `llama:` spec's file. UsageError for every other model: servers give no vectors of
// single tokens.
std::unique_ptr<TokenEmbedder> make_token_embedder(const ModelSpec& spec, const LlamaHost& host);

// `/rerank` as Jina, Cohere, vLLM and llama.cpp take it.
std::unique_ptr<Reranker> make_reranker(const ModelSpec& spec, ChatModelOptions options);

// `/predict` as text-embeddings-inference takes it. The URL is the server's (`http://host:8000`).
std::unique_ptr<Classifier> make_classifier(const ModelSpec& spec, ChatModelOptions options);

}  // namespace assay::models
