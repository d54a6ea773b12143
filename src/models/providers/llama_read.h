#pragma once
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>
#include <vector>

#include "models/model_spec.h"
#include "models/providers/llama_encoder.h"

namespace assay::models {

// The reader of the spec's file, loaded by the host or shared with those who use it already: for
// vectors LlamaBert where it can, else LlamaEncoder. Throws as their constructors do.
std::shared_ptr<LlamaReader> encoder_of(const ModelSpec& spec, const LlamaHost& host,
                                        LlamaEncoder::Use use);

// Reads the inputs, as long as the window at most, and returns what comes of each. Throws
// ModelFailure, and operation_aborted where the caller is cancelled.
boost::asio::awaitable<std::vector<std::vector<float>>> read_with(
    std::shared_ptr<LlamaReader> encoder, std::string model, std::vector<LlamaTokens> inputs);

// The text as the model reads one, cut to its window, the token that ends it kept.
LlamaTokens text_tokens(const LlamaReader& encoder, const std::string& text);

}  // namespace assay::models
