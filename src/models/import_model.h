#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace assay::models {

struct ImportReport {
  std::size_t dimensions = 0;
  std::size_t window = 0;    // tokens
  std::uintmax_t bytes = 0;  // of the file
  std::string sha256;        // of the file
  std::optional<double>
      reference;  // the least cosine with stored reference vectors, where there are
};

// Turns a sentence-transformers BERT folder into the GGUF file `out`. The file is written beside
// it, loaded and tried: vectors must be numbers, of like texts nearer than of unlike ones, and for
// all-MiniLM-L6-v2 those of the original (cosine over 0.999). Only then it is put in place. Throws
// InputError, whose line says what is wrong with which file, then `out` is as it was; and
// UsageError where this build has no llama.cpp. `type` is how the large arrays of numbers are
// stored: f32, f16, bf16 or q8_0.
boost::asio::awaitable<ImportReport> import_model(std::filesystem::path folder,
                                                  std::filesystem::path out, std::string type);

}  // namespace assay::models
