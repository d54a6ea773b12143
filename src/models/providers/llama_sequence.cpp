#include "models/providers/llama_sequence.h"

#include <algorithm>
#include <utility>

#include "language/lines.h"
#include "language/utf8.h"
#include "models/repetition.h"
#include "models/thinking.h"

namespace assay::models {
namespace {

constexpr std::size_t looked_at_every = 64;  // tokens of an answer

std::optional<std::string> grammar_of(const ChatOptions& options) {
  return options.schema ? llama_grammar(*options.schema) : std::nullopt;
}

// An answer that is cut may end inside a character.
std::string whole_characters(std::string text) {
  std::size_t at = text.size();
  for (int i = 0; i < 4 && at > 0; ++i) {
    --at;
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) break;
    if (byte < 0xC0) continue;
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    if (text.size() - at < length) text.resize(at);
    break;
  }
  return language::to_utf8(text);
}

}  // namespace

LlamaSequence::LlamaSequence(std::shared_ptr<LlamaCall> call, LlamaPrompt prompt,
                             const LlamaModel& model, std::size_t window)
    : call_(std::move(call)),
      prompt_(std::move(prompt)),
      model_(model),
      limit_(std::min<std::size_t>(
          static_cast<std::size_t>(std::max(1, call_->request.options.max_tokens)),
          window - prompt_.tokens.size())),
      sampler_(model.vocab(), call_->request.options, grammar_of(call_->request.options)) {}

void LlamaSequence::place(std::size_t slot, std::size_t shared) {
  slot_ = slot;
  shared_ = shared;
  read_ = shared;
  // What is shared lies before the first picture, where a token is a position.
  position_ = static_cast<llama_pos>(shared);
}

const LlamaPicture* LlamaSequence::picture() const {
  const auto found = prompt_.pictures.find(read_);
  return found == prompt_.pictures.end() ? nullptr : found->second.get();
}

void LlamaSequence::advance() {
  if (reading()) ++read_;
  ++position_;
}

void LlamaSequence::advance(const LlamaPicture& picture, llama_pos after) {
  read_ += picture.tokens;
  position_ = after;
}

bool LlamaSequence::choose(llama_context* context, int output) {
  return take(sampler_.next(context, output));
}

bool LlamaSequence::take(llama_token token) {
  if (token == LLAMA_TOKEN_NULL) {
    cut_ = true;
    return false;
  }
  ++written_;
  if (llama_vocab_is_eog(model_.vocab(), token)) return false;
  text_ += model_.piece(token);
  last_ = token;
  // Small models run in circles up to the limit; nobody waits for that.
  const bool in_circles = written_ % looked_at_every == 0 && is_repetitive(text_);
  cut_ = written_ >= limit_ || in_circles;
  return !cut_;
}

ChatAnswer LlamaSequence::answer() const {
  ChatAnswer answer;
  auto split = split_thinking((prompt_.thinking ? "<think>" : "") + whole_characters(text_));
  answer.text = std::move(split.text);
  answer.thinking = std::move(split.thinking);
  answer.finish = cut_                              ? Finish::cut
                  : language::is_blank(answer.text) ? Finish::empty
                                                    : Finish::complete;
  answer.tokens = {static_cast<std::int64_t>(prompt_.tokens.size()),
                   static_cast<std::int64_t>(shared_), static_cast<std::int64_t>(written_)};
  answer.model = call_->model;
  answer.schema_enforced = sampler_.enforced();
  answer.latency = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - call_->began);
  return answer;
}

}  // namespace assay::models
