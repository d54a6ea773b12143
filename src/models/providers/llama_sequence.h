#pragma once
#include <memory>
#include <optional>
#include <string>

#include "models/providers/llama_call.h"
#include "models/providers/llama_prompt.h"
#include "models/providers/llama_sampler.h"

namespace assay::models {

// A call that is being computed: how far its prompt is, and its answer so far.
class LlamaSequence {
 public:
  LlamaSequence(std::shared_ptr<LlamaCall> call, LlamaPrompt prompt, const LlamaModel& model,
                std::size_t window);

  const std::shared_ptr<LlamaCall>& call() const { return call_; }
  const LlamaPrompt& prompt() const { return prompt_; }
  std::size_t limit() const { return limit_; }  // tokens of the answer, at most

  // The slot in which it is computed, and how many tokens of the prompt were there already.
  void place(std::size_t slot, std::size_t shared);
  std::size_t slot() const { return slot_; }

  bool reading() const { return read_ < prompt_.tokens.size(); }
  std::size_t read() const { return read_; }
  // The picture that is to be computed next, if one is.
  const LlamaPicture* picture() const;
  // The next token, of the prompt or of the answer, and its position.
  llama_token next_token() const { return reading() ? prompt_.tokens[read_] : last_; }
  llama_pos position() const { return position_; }
  // It was put into a batch.
  void advance();
  void advance(const LlamaPicture& picture, llama_pos after);

  // Chooses a token by output `output` of the last batch. True where the answer goes on.
  bool choose(llama_context* context, int output);

  ChatAnswer answer() const;

 private:
  bool take(llama_token token);

  std::shared_ptr<LlamaCall> call_;
  LlamaPrompt prompt_;
  const LlamaModel& model_;
  std::size_t limit_;
  LlamaSampler sampler_;
  std::size_t slot_ = 0;
  std::size_t shared_ = 0;
  std::size_t read_ = 0;
  llama_pos position_ = 0;
  llama_token last_ = LLAMA_TOKEN_NULL;
  std::size_t written_ = 0;
  std::string text_;
  bool cut_ = false;
};

}  // namespace assay::models
