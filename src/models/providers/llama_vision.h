#pragma once
#include <mtmd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "models/pixels.h"
#include "models/providers/llama_prompt.h"

namespace assay::models {

// A picture as the model takes it.
struct LlamaPicture {
  mtmd::input_chunk_ptr chunk;
  std::size_t tokens = 0;  // that it takes of the window
};

using PixelList = std::vector<std::shared_ptr<const Pixels>>;

// The part of a model that sees (an mmproj file).
class LlamaVision {
 public:
  // Throws InputError, whose line names the file, where it can't be loaded or does not see.
  LlamaVision(const LlamaModel& model, const std::filesystem::path& file, int threads);

  // What stands for a picture in a text.
  const std::string& marker() const { return marker_; }

  // The prompt for a text with one marker for each picture, in their order. Thread-safe. Throws
  // ModelFailure (bad_request) where a picture can't be taken.
  LlamaPrompt prompt(const std::string& text, const PixelList& pictures,
                     const std::string& model_name) const;

  // Computes a picture into a sequence from position `at` on. Returns the position behind it, or a
  // negative number where that failed.
  llama_pos decode(llama_context* context, const LlamaPicture& picture, llama_pos at,
                   llama_seq_id sequence, int batch) const;

 private:
  mtmd::context_ptr context_;
  std::string marker_;
};

}  // namespace assay::models
