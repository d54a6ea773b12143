#pragma once
#include <memory>

#include "models/chat_model.h"
#include "models/llama_host.h"
#include "models/model_spec.h"
#include "models/pixels.h"

namespace assay::models {

// Is llama.cpp part of this build? (-DASSAY_LLAMA=OFF leaves it out.)
bool has_llama();

// The language model in a `llama:` spec's file, with what it sees where the spec names that, loaded
// by the host or shared with those who use it already. `pixels` decodes pictures; without it the
// model takes none. Throws InputError where a file is missing, damaged or no model, and UsageError
// where the model writes no text and where this build has no llama.cpp.
std::unique_ptr<ChatModel> make_llama_chat_model(const ModelSpec& spec, const LlamaHost& host,
                                                 PixelReader pixels);

}  // namespace assay::models
