#pragma once
#include <map>
#include <memory>
#include <string>

#include "models/chat_model.h"
#include "models/providers/llama_model.h"

struct common_chat_templates;

namespace assay::models {

class LlamaVision;
struct LlamaPicture;
struct Pixels;

// A conversation as the model reads it.
struct LlamaPrompt {
  LlamaTokens tokens;
  // Pictures by the place of their first token; the places that they take hold LLAMA_TOKEN_NULL.
  std::map<std::size_t, std::shared_ptr<const LlamaPicture>> pictures;
  bool thinking = false;  // does it end where the model is to think?

  // Tokens before the first picture: what another prompt may share.
  std::size_t shareable() const {
    return pictures.empty() ? tokens.size() : pictures.begin()->first;
  }
};

// Writes conversations by the model's own chat template.
class LlamaTemplate {
 public:
  // Throws InputError where the model's template can't be read.
  LlamaTemplate(std::shared_ptr<const LlamaModel> model, std::string model_name);
  ~LlamaTemplate();

  // `vision` may be null, then the request holds no pictures; `pictures` are those of the request,
  // in their order. Throws ModelFailure (bad_request) where the template refuses the conversation.
  LlamaPrompt prompt(const ChatRequest& request, const LlamaVision* vision,
                     const std::vector<std::shared_ptr<const Pixels>>& pictures) const;

 private:
  std::string text(const ChatRequest& request, const LlamaVision* vision) const;

  std::shared_ptr<const LlamaModel> model_;
  std::string name_;
  struct Deleter {
    void operator()(common_chat_templates* templates) const;
  };
  std::unique_ptr<common_chat_templates, Deleter> templates_;
};

}  // namespace assay::models
