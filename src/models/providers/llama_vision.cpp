#include "models/providers/llama_vision.h"

#include <mtmd-helper.h>

#include <algorithm>
#include <array>
#include <exception>
#include <random>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/http_text.h"
#include "models/model_failure.h"
#include "models/providers/llama_file.h"
#include "models/providers/llama_runtime.h"

namespace assay::models {
namespace {

using core::InputError;

// Nobody who is quoted can know it.
std::string new_marker() {
  std::random_device chance;
  return "<picture-" + std::to_string(chance()) + std::to_string(chance()) + ">";
}

mtmd::context_ptr load(const LlamaModel& model, const std::filesystem::path& file,
                       const std::string& marker, int threads) {
  check_gguf(file);
  const LlamaErrors errors;
  auto parameters = mtmd_context_params_default();
  parameters.print_timings = false;
  parameters.warmup = false;
  parameters.n_threads = threads;
  parameters.media_marker = marker.c_str();
  std::string reason;
  mtmd::context_ptr context;
  try {
    context.reset(mtmd_init_from_file(file.c_str(), model.get(), parameters));
  } catch (const std::exception& e) {
    reason = io::one_line(e.what(), 300);
  }
  if (!context)
    throw InputError("cannot load the model's vision part '" + io::shown(file) +
                     "': " + (reason.empty() ? errors.line() : reason));
  if (!mtmd_support_vision(context.get()))
    throw InputError("'" + io::shown(file) + "' has no part that sees");
  return context;
}

mtmd::input_chunks_ptr chunks_of(const mtmd_context* context, const std::string& text,
                                 const PixelList& pictures, const std::string& model_name) {
  mtmd::bitmaps bitmaps;
  for (const auto& picture : pictures)
    bitmaps.entries.emplace_back(static_cast<std::uint32_t>(picture->width),
                                 static_cast<std::uint32_t>(picture->height),
                                 reinterpret_cast<const unsigned char*>(picture->rgb.data()));
  const auto pointers = bitmaps.c_ptr();
  const mtmd_input_text input{text.data(), text.size(), true, true};
  mtmd::input_chunks_ptr chunks(mtmd_input_chunks_init());
  if (mtmd_tokenize(context, chunks.get(), &input, pointers.data(), pointers.size()) != 0)
    throw ModelFailure(ModelFailure::Kind::bad_request,
                       model_name + ": the model can't take one of the pictures");
  return chunks;
}

}  // namespace

LlamaVision::LlamaVision(const LlamaModel& model, const std::filesystem::path& file, int threads)
    : marker_(new_marker()) {
  context_ = load(model, file, marker_, threads);
}

LlamaPrompt LlamaVision::prompt(const std::string& text, const PixelList& pictures,
                                const std::string& model_name) const {
  const auto chunks = chunks_of(context_.get(), text, pictures, model_name);
  LlamaPrompt prompt;
  for (std::size_t i = 0; i < mtmd_input_chunks_size(chunks.get()); ++i) {
    const auto* chunk = mtmd_input_chunks_get(chunks.get(), i);
    if (mtmd_input_chunk_get_type(chunk) == MTMD_INPUT_CHUNK_TYPE_TEXT) {
      std::size_t count = 0;
      const auto* tokens = mtmd_input_chunk_get_tokens_text(chunk, &count);
      if (std::ranges::find(tokens, tokens + count, LLAMA_TOKEN_NULL) != tokens + count)
        throw ModelFailure(ModelFailure::Kind::bad_request,
                           model_name +
                               ": the vision part is that of another model, which knows "
                               "tokens around pictures that this one does not");
      prompt.tokens.insert(prompt.tokens.end(), tokens, tokens + count);
      continue;
    }
    auto picture = std::make_shared<LlamaPicture>();
    picture->chunk.reset(mtmd_input_chunk_copy(chunk));
    picture->tokens = mtmd_input_chunk_get_n_tokens(chunk);
    const auto tokens = picture->tokens;
    if (tokens == 0) continue;
    prompt.pictures.emplace(prompt.tokens.size(), std::move(picture));
    prompt.tokens.insert(prompt.tokens.end(), tokens, LLAMA_TOKEN_NULL);
  }
  return prompt;
}

llama_pos LlamaVision::decode(llama_context* context, const LlamaPicture& picture, llama_pos at,
                              llama_seq_id sequence, int batch) const {
  if (mtmd_encode_chunk(context_.get(), picture.chunk.get()) != 0) return -1;
  llama_pos after = -1;
  const auto failed = mtmd_helper_decode_image_chunk(context_.get(), context, picture.chunk.get(),
                                                     mtmd_get_output_embd(context_.get()), at,
                                                     sequence, batch, &after, nullptr, nullptr);
  return failed == 0 ? after : -1;
}

}  // namespace assay::models
