#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "models/encoder/integer_matrix.h"

namespace assay::models::encoder {

// What follows a part of a layer: norm(x) * gain + bias.
struct Norm {
  std::vector<float> gain;
  std::vector<float> bias;
};

struct BertLayer {
  IntegerMatrix attention;  // queries, keys and values beside each other
  IntegerMatrix output;
  Norm attention_norm;
  IntegerMatrix up;
  IntegerMatrix down;
  Norm norm;
};

struct BertWeights {
  enum class Pooling { mean, cls, none };  // none: each token has a vector of its own

  std::size_t hidden = 0;     // numbers of a token, a multiple of 32
  std::size_t inner = 0;      // of the feed-forward part, a multiple of 32
  std::size_t heads = 0;      // hidden / heads is a multiple of 32
  std::size_t tokens = 0;     // of the vocabulary
  std::size_t positions = 0;  // the longest text, in tokens
  float epsilon = 0;
  Pooling pooling = Pooling::mean;
  std::vector<float> words;   // a row for each token
  std::vector<float> places;  // a row for each position, with what the first token type adds
  Norm norm;
  std::vector<BertLayer> layers;
};

// The weights of a GGUF file. Nothing where the file holds anything but a plain BERT that gives
// vectors by mean or CLS pooling, with the sizes above and stored as f32, f16 or bf16. Throws
// InputError, whose line names the file, where it is damaged.
std::optional<BertWeights> read_bert(const std::filesystem::path& file);

}  // namespace assay::models::encoder
