#pragma once
#include <llama-cpp.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay::models {

using LlamaTokens = std::vector<llama_token>;

// The weights and the vocabulary of one GGUF file. Reading is thread-safe.
class LlamaModel {
 public:
  // Throws InputError, whose line names the file, where it can't be loaded.
  explicit LlamaModel(const std::filesystem::path& file);

  llama_model* get() const { return model_.get(); }
  const llama_vocab* vocab() const { return llama_model_get_vocab(model_.get()); }

  // The tokens of a text. Where `marks` is set, the names of control tokens in it become these
  // tokens; `ends` adds what the model wants at the beginning and the end of a text.
  LlamaTokens tokens(std::string_view text, bool marks, bool ends) const;

  // The token's bytes; they may be a part of a character. Of a control token nothing.
  std::string piece(llama_token token) const;

  // The text with the names of control tokens broken up, so that what is quoted to the model can't
  // end its own message and begin another.
  std::string defused(std::string_view text) const;

 private:
  llama_model_ptr model_;
  std::vector<std::string> control_;  // names of control tokens, sorted
};

}  // namespace assay::models
