#include "models/encoder/bert_encoder.h"

#include <algorithm>
#include <stdexcept>

namespace assay::models::encoder {
namespace {

// Rows that go through the feed-forward part together: what is between its matrices stays in a
// core's cache.
constexpr std::size_t block = 96;

template <class T>
void grow(T& memory, std::size_t size) {
  if (memory.size() < size) memory.resize(size);
}

}  // namespace

BertEncoder::BertEncoder(const BertWeights& weights, const Kernels& kernels)
    : weights_(weights), kernels_(kernels) {}

void BertEncoder::lay_out(std::span<const TokenSpan> texts) {
  texts_.clear();
  rows_ = 0;
  std::size_t longest = 0;
  for (const auto text : texts) {
    const auto known = [&](std::int32_t token) {
      return token >= 0 && static_cast<std::size_t>(token) < weights_.tokens;
    };
    if (text.empty() || text.size() > weights_.positions || !std::ranges::all_of(text, known))
      throw std::invalid_argument("tokens that the model does not know");
    texts_.push_back({rows_, text.size()});
    rows_ += text.size();
    longest = std::max(longest, text.size());
  }
  const auto hidden = weights_.hidden;
  const auto inner = weights_.inner;
  grow(states_, rows_ * hidden);
  grow(change_, rows_ * hidden);
  grow(wide_, std::max(rows_ * 3 * hidden, std::min(rows_, block) * inner));
  grow(integers_, std::max(rows_ * hidden, std::min(rows_, block) * inner));
  grow(scratch_, attend_scratch(longest, hidden / weights_.heads));
  grow(steps_, rows_);
}

std::vector<std::vector<float>> BertEncoder::encode(std::span<const TokenSpan> texts,
                                                    const std::atomic<bool>& stop) {
  lay_out(texts);
  embed(texts);
  for (const auto& layer : weights_.layers) {
    if (stop) return {};
    attend(layer);
    feed_forward(layer);
  }
  std::vector<std::vector<float>> vectors;
  vectors.reserve(texts_.size());
  for (const auto text : texts_) vectors.push_back(pool(text));
  return vectors;
}

void BertEncoder::embed(std::span<const TokenSpan> texts) {
  const auto hidden = weights_.hidden;
  float* state = states_.data();
  for (const auto text : texts)
    for (std::size_t i = 0; i < text.size(); ++i, state += hidden) {
      const auto word = static_cast<std::size_t>(text[i]);
      std::copy_n(weights_.words.data() + word * hidden, hidden, state);
      kernels_.normalise(state, weights_.places.data() + i * hidden, weights_.norm.gain.data(),
                         weights_.norm.bias.data(), hidden, weights_.epsilon);
    }
}

void BertEncoder::attend(const BertLayer& layer) {
  const auto hidden = weights_.hidden;
  const auto stride = 3 * hidden;
  const auto width = hidden / weights_.heads;
  for (std::size_t row = 0; row < rows_; ++row)
    steps_[row] = kernels_.quantise(states_.data() + row * hidden, hidden, layer.attention.peak,
                                    integers_.data() + row * hidden);
  kernels_.multiply(layer.attention, integers_.data(), steps_.data(), rows_, wide_.data(), stride);
  for (const auto text : texts_)
    for (std::size_t at = 0; at < hidden; at += width) {
      const float* first = wide_.data() + text.first * stride + at;
      kernels_.attend({first, first + hidden, first + 2 * hidden, stride, text.count, width},
                      scratch_.data(), change_.data() + text.first * hidden + at, hidden);
    }
  for (std::size_t row = 0; row < rows_; ++row)
    steps_[row] = kernels_.quantise(change_.data() + row * hidden, hidden, layer.output.peak,
                                    integers_.data() + row * hidden);
  kernels_.multiply(layer.output, integers_.data(), steps_.data(), rows_, change_.data(), hidden);
  add_and_normalise(layer.attention_norm, 0, rows_);
}

void BertEncoder::feed_forward(const BertLayer& layer) {
  const auto hidden = weights_.hidden;
  const auto inner = weights_.inner;
  for (std::size_t first = 0; first < rows_; first += block) {
    const auto count = std::min(block, rows_ - first);
    const float* states = states_.data() + first * hidden;
    float* change = change_.data() + first * hidden;
    for (std::size_t row = 0; row < count; ++row)
      steps_[row] = kernels_.quantise(states + row * hidden, hidden, layer.up.peak,
                                      integers_.data() + row * hidden);
    kernels_.multiply(layer.up, integers_.data(), steps_.data(), count, wide_.data(), inner);
    for (std::size_t row = 0; row < count; ++row) {
      kernels_.gelu(wide_.data() + row * inner, inner);
      steps_[row] = kernels_.quantise(wide_.data() + row * inner, inner, layer.down.peak,
                                      integers_.data() + row * inner);
    }
    kernels_.multiply(layer.down, integers_.data(), steps_.data(), count, change, hidden);
    add_and_normalise(layer.norm, first, count);
  }
}

void BertEncoder::add_and_normalise(const Norm& norm, std::size_t first, std::size_t count) {
  const auto hidden = weights_.hidden;
  for (std::size_t row = first; row < first + count; ++row)
    kernels_.normalise(states_.data() + row * hidden, change_.data() + row * hidden,
                       norm.gain.data(), norm.bias.data(), hidden, weights_.epsilon);
}

std::vector<float> BertEncoder::pool(Range text) const {
  const auto hidden = weights_.hidden;
  const float* states = states_.data() + text.first * hidden;
  if (weights_.pooling == BertWeights::Pooling::none) return {states, states + text.count * hidden};
  if (weights_.pooling == BertWeights::Pooling::cls) return {states, states + hidden};
  std::vector<float> mean(hidden);
  for (std::size_t row = 0; row < text.count; ++row)
    for (std::size_t i = 0; i < hidden; ++i) mean[i] += states[row * hidden + i];
  for (float& x : mean) x /= static_cast<float>(text.count);
  return mean;
}

}  // namespace assay::models::encoder
