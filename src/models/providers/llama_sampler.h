#pragma once
#include <llama-cpp.h>

#include <optional>
#include <string>
#include <vector>

#include "models/chat_model.h"

namespace assay::models {

// The schema as a grammar of llama.cpp; nothing where it can't be one.
std::optional<std::string> llama_grammar(const AnswerSchema& schema);

// Chooses the tokens of one answer. Not thread-safe.
class LlamaSampler {
 public:
  // `grammar` may be nothing; one that llama.cpp can't read is left out.
  LlamaSampler(const llama_vocab* vocab, const ChatOptions& options,
               const std::optional<std::string>& grammar);

  // The next token, by what the model computed for output `output` of the last batch.
  llama_token next(llama_context* context, int output);

  // Is the answer held to the grammar?
  bool enforced() const { return grammar_ != nullptr; }

 private:
  llama_token choose(std::vector<llama_token_data>& candidates);
  bool allowed(llama_token token);

  llama_sampler_ptr grammar_;
  llama_sampler_ptr chance_;
  std::vector<llama_token_data> candidates_;
};

}  // namespace assay::models
