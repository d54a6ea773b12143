#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/encoder/aligned.h"
#include "models/encoder/bert_weights.h"
#include "models/encoder/kernels.h"

namespace assay::models::encoder {

using TokenSpan = std::span<const std::int32_t>;

// Turns token sequences into vectors, on the thread that calls it. The texts of a call stand behind
// each other in one matrix, without padding; each one's vector is, bit for bit, what it would be
// alone. Owns what it computes in: one for each thread, and the weights outlive it.
class BertEncoder {
 public:
  BertEncoder(const BertWeights& weights, const Kernels& kernels);

  // One vector for each text, not normalised; without pooling those of its tokens behind each
  // other. Each text has 1 to `positions` tokens of the vocabulary; throws std::invalid_argument
  // otherwise. Between layers looks at `stop`, and where it is set returns nothing.
  std::vector<std::vector<float>> encode(std::span<const TokenSpan> texts,
                                         const std::atomic<bool>& stop);

 private:
  struct Range {  // of the rows: one text
    std::size_t first;
    std::size_t count;
  };

  void lay_out(std::span<const TokenSpan> texts);
  void embed(std::span<const TokenSpan> texts);
  void attend(const BertLayer& layer);
  void feed_forward(const BertLayer& layer);
  void add_and_normalise(const Norm& norm, std::size_t first, std::size_t count);
  std::vector<float> pool(Range text) const;

  const BertWeights& weights_;
  const Kernels& kernels_;
  std::vector<Range> texts_;
  std::size_t rows_ = 0;
  Aligned<float> states_;   // rows x hidden
  Aligned<float> change_;   // rows x hidden: what a part of a layer adds
  Aligned<float> wide_;     // rows x 3 hidden, or some rows x inner
  Aligned<float> scratch_;  // of attention
  Aligned<std::int16_t> integers_;
  std::vector<float> steps_;  // what an integer of the row stands for
};

}  // namespace assay::models::encoder
