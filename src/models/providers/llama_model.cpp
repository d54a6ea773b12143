#include "models/providers/llama_model.h"

#include <algorithm>
#include <array>
#include <exception>
#include <limits>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/http_text.h"
#include "models/providers/llama_file.h"
#include "models/providers/llama_runtime.h"

namespace assay::models {
namespace {

using core::InputError;

// llama.cpp counts in 32 bits.
constexpr std::size_t longest_text = std::numeric_limits<std::int32_t>::max() / 4;

llama_model_ptr load(const std::filesystem::path& file) {
  check_gguf(file);
  const LlamaErrors errors;
  auto parameters = llama_model_default_params();
  parameters.check_tensors = false;  // the numbers in the weights can do no harm
  std::string reason;
  llama_model_ptr model;
  try {
    model.reset(llama_model_load_from_file(file.c_str(), parameters));
  } catch (const std::exception& e) {
    reason = io::one_line(e.what(), 300);
  }
  if (!model)
    throw InputError("cannot load the model '" + io::shown(file) +
                     "': " + (reason.empty() ? errors.line() : reason));
  return model;
}

// What starts a message, ends one, or calls a tool: not for those who are quoted.
std::vector<std::string> control_names(const llama_vocab* vocab) {
  std::vector<std::string> names;
  for (llama_token token = 0; token < llama_vocab_n_tokens(vocab); ++token) {
    if (!llama_vocab_is_control(vocab, token) && !llama_vocab_is_eog(vocab, token)) continue;
    // A name of one byte would break up every text that holds it.
    if (std::string name = llama_vocab_get_text(vocab, token); name.size() > 1)
      names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

LlamaModel::LlamaModel(const std::filesystem::path& file) : model_(load(file)) {
  if (llama_vocab_type(vocab()) == LLAMA_VOCAB_TYPE_NONE)
    throw InputError("cannot use the model '" + io::shown(file) + "': it holds no vocabulary");
  control_ = control_names(vocab());
}

LlamaTokens LlamaModel::tokens(std::string_view text, bool marks, bool ends) const {
  if (text.size() > longest_text) throw InputError("a text is too long for a language model");
  const auto length = static_cast<std::int32_t>(text.size());
  LlamaTokens tokens(text.size() + 8);
  auto count = llama_tokenize(vocab(), text.data(), length, tokens.data(),
                              static_cast<std::int32_t>(tokens.size()), ends, marks);
  if (count < 0 && count != std::numeric_limits<std::int32_t>::min()) {
    tokens.resize(static_cast<std::size_t>(-static_cast<std::int64_t>(count)));
    count = llama_tokenize(vocab(), text.data(), length, tokens.data(),
                           static_cast<std::int32_t>(tokens.size()), ends, marks);
  }
  tokens.resize(static_cast<std::size_t>(std::max(count, 0)));
  return tokens;
}

std::string LlamaModel::piece(llama_token token) const {
  std::array<char, 256> buffer;
  const auto length = llama_token_to_piece(vocab(), token, buffer.data(),
                                           static_cast<std::int32_t>(buffer.size()), 0, false);
  if (length >= 0) return {buffer.data(), static_cast<std::size_t>(length)};
  std::string longer(static_cast<std::size_t>(-static_cast<std::int64_t>(length)), '\0');
  const auto again = llama_token_to_piece(vocab(), token, longer.data(),
                                          static_cast<std::int32_t>(longer.size()), 0, false);
  longer.resize(static_cast<std::size_t>(std::max(again, 0)));
  return longer;
}

std::string LlamaModel::defused(std::string_view text) const {
  std::string safe;
  safe.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    safe.push_back(text[at]);
    // All names that begin with this byte, one behind the other.
    auto name = std::ranges::lower_bound(control_, text.substr(at, 1));
    for (; name != control_.end() && (*name)[0] == text[at]; ++name)
      if (text.substr(at).starts_with(*name)) {
        safe.push_back(' ');
        break;
      }
  }
  return safe;
}

}  // namespace assay::models
