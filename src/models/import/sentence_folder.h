#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay::models {

// A sentence-transformers folder with a BERT in it, as its configuration describes it.
struct SentenceFolder {
  enum class Pooling { mean, cls, last };

  std::filesystem::path path;
  std::string name;
  std::int64_t hidden = 0;
  std::int64_t layers = 0;
  std::int64_t heads = 0;
  std::int64_t inner = 0;      // of the feed-forward part
  std::int64_t positions = 0;  // in the weights
  std::int64_t types = 0;      // of token types
  std::int64_t window = 0;     // tokens that it reads of a text, at most `positions`
  double epsilon = 0;
  Pooling pooling = Pooling::mean;
  bool lower_case = true;
  bool strip_accents = true;
  std::vector<std::string> vocabulary;  // one a token, in their order

  std::filesystem::path weights() const { return path / "model.safetensors"; }
};

// Reads config.json, modules.json, the pooling's and the tokenizer's configuration and the
// vocabulary. Throws InputError, whose line names the file, for what is missing, damaged, absurd,
// or of a kind that isn't imported.
SentenceFolder read_sentence_folder(const std::filesystem::path& path);

}  // namespace assay::models
