#include "models/providers/llama_prompt.h"

#include <chat.h>

#include <exception>
#include <utility>

#include "assay/core/error.h"
#include "io/http_text.h"
#include "models/model_failure.h"
#include "models/providers/llama_vision.h"

namespace assay::models {
namespace {

// A template is a program that comes with the model.
constexpr std::size_t longest_template = 1 << 20;

std::string role_name(Role role) {
  switch (role) {
    case Role::system:
      return "system";
    case Role::assistant:
      return "assistant";
    case Role::user:
      break;
  }
  return "user";
}

// What is quoted must not pass for a picture either.
std::string without(std::string text, const std::string& marker) {
  for (auto at = text.find(marker); at != std::string::npos; at = text.find(marker, at))
    text.insert(at + 1, 1, ' ');
  return text;
}

bool ends_with_mark(std::string_view text, std::string_view mark) {
  const auto end = text.find_last_not_of(" \n");
  return end != std::string_view::npos && text.substr(0, end + 1).ends_with(mark);
}

}  // namespace

void LlamaTemplate::Deleter::operator()(common_chat_templates* templates) const {
  common_chat_templates_free(templates);
}

LlamaTemplate::LlamaTemplate(std::shared_ptr<const LlamaModel> model, std::string model_name)
    : model_(std::move(model)), name_(std::move(model_name)) {
  const char* source = llama_model_chat_template(model_->get(), nullptr);
  if (source && std::string_view(source).size() > longest_template)
    throw core::InputError(name_ + ": the model's chat template is too long");
  try {
    templates_.reset(common_chat_templates_init(model_->get(), "").release());
  } catch (const std::exception& e) {
    throw core::InputError(
        name_ + ": the model's chat template can't be read: " + io::one_line(e.what(), 200));
  }
}

LlamaTemplate::~LlamaTemplate() = default;

std::string LlamaTemplate::text(const ChatRequest& request, const LlamaVision* vision) const {
  common_chat_templates_inputs inputs;
  inputs.force_pure_content = true;  // answers are read by us
  // The grammar begins with the answer.
  inputs.enable_thinking = !request.options.schema.has_value();
  for (const auto& message : request.messages) {
    common_chat_msg one;
    one.role = role_name(message.role);
    for (const auto& part : message.parts) {
      if (const auto* text = std::get_if<TextPart>(&part)) {
        const auto safe = model_->defused(text->text);
        one.content += vision ? without(safe, vision->marker()) : safe;
      } else if (vision) {
        one.content += vision->marker();
      }
    }
    inputs.messages.push_back(std::move(one));
  }
  try {
    return common_chat_templates_apply(templates_.get(), inputs).prompt;
  } catch (const std::exception& e) {
    throw ModelFailure(ModelFailure::Kind::bad_request,
                       name_ + ": the model's chat template refuses the conversation: " +
                           io::one_line(e.what(), 200));
  }
}

LlamaPrompt LlamaTemplate::prompt(const ChatRequest& request, const LlamaVision* vision,
                                  const PixelList& pictures) const {
  const auto written = text(request, vision);
  LlamaPrompt prompt;
  if (vision && !pictures.empty())
    prompt = vision->prompt(written, pictures, name_);
  else
    prompt.tokens = model_->tokens(written, true, true);
  prompt.thinking = ends_with_mark(written, "<think>");
  return prompt;
}

}  // namespace assay::models
