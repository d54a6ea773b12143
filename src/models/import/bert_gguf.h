#pragma once
#include <filesystem>

#include "models/import/sentence_folder.h"

namespace assay::models {

// How the large arrays of numbers are stored.
enum class Precision { f32, f16, bf16, q8_0 };

// Writes the model as a GGUF file, which is not flushed, and half-written where this throws. Throws
// InputError where the weights are damaged or don't fit the configuration.
void write_bert_gguf(const SentenceFolder& folder, Precision precision,
                     const std::filesystem::path& out);

}  // namespace assay::models
