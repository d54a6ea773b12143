#pragma once
#include <memory>

#include "models/chat_model.h"
#include "models/classifier.h"
#include "models/embedder.h"
#include "models/llama_host.h"
#include "models/model_spec.h"
#include "models/pixels.h"
#include "models/reranker.h"
#include "models/token_embedder.h"

namespace assay::models {

// Is llama.cpp part of this build? (-DASSAY_LLAMA=OFF leaves it out.)
bool has_llama();

// The language model in a `llama:` spec's file, with what it sees where the spec names that, loaded
// by the host or shared with those who use it already. `pixels` decodes pictures; without it the
// model takes none. `window` (tokens) is this model's own; 0: what the host says. Throws InputError
// where a file is missing, damaged or no model, and UsageError where the model writes no text and
// where this build has no llama.cpp.
std::unique_ptr<ChatModel> make_llama_chat_model(const ModelSpec& spec, const LlamaHost& host,
                                                 PixelReader pixels, int window = 0);

// The embedding model in a `llama:` spec's file: by the pooling that the file names (mean, CLS or
// last token). Throws as make_llama_chat_model() does; UsageError for a reranker or a classifier.
std::unique_ptr<Embedder> make_llama_embedder(const ModelSpec& spec, const LlamaHost& host);

// The vectors of single tokens of the BERT in the file, of its last layer, by the project's own
// encoder (encoder/bert_encoder.h). Throws as above; UsageError for a model that is no plain BERT.
std::unique_ptr<TokenEmbedder> make_llama_token_embedder(const ModelSpec& spec,
                                                         const LlamaHost& host);

// The reranker in the file: its score is the model's first output, higher is better. Query and
// document together are cut to the model's window, the document first. Throws as above; UsageError
// for a model without a head that ranks.
std::unique_ptr<Reranker> make_llama_reranker(const ModelSpec& spec, const LlamaHost& host);

// The classifier in the file. Throws as above; UsageError for a model without such a head.
std::unique_ptr<Classifier> make_llama_classifier(const ModelSpec& spec, const LlamaHost& host);

}  // namespace assay::models
