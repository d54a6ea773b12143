#include "models/providers/llama_bert.h"

#include <ggml-backend.h>

#include <algorithm>
#include <array>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <cmath>
#include <future>
#include <optional>
#include <system_error>
#include <utility>

#include "models/providers/llama_read.h"
#include "models/providers/llama_runtime.h"

namespace assay::models {
namespace {

using encoder::BertEncoder;
using encoder::TokenSpan;
using Vectors = std::vector<std::vector<float>>;

// Tokens of a batch: enough to use weights often once they were fetched, few enough for a core's
// cache.
constexpr std::size_t good_batch = 256;

std::exception_ptr aborted() {
  return std::make_exception_ptr(
      boost::system::system_error(boost::asio::error::operation_aborted));
}

// Of different lengths and scripts.
constexpr std::array<const char*, 3> trials{
    "a", "Мост открыли для движения весной; 橋は一九三七年に開通した。",
    "The bridge was opened to traffic in May 1937, after four years of work, and not in 1936 as "
    "the "
    "photo's caption says. Its two towers (227 metres) were the highest of their kind; prices for "
    "crossing it rose by 3.5% a year, which the ministry called \"less than feared\". Nobody has "
    "ever shown that it moves by more than a metre in a storm, though papers claim it each "
    "autumn."};

double cosine(std::span<const float> a, std::span<const float> b) {
  double product = 0;
  double square_a = 0;
  double square_b = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    product += static_cast<double>(a[i]) * b[i];
    square_a += static_cast<double>(a[i]) * a[i];
    square_b += static_cast<double>(b[i]) * b[i];
  }
  return product / std::sqrt(square_a * square_b);
}

Vectors read_and_wait(LlamaReader& reader, std::vector<LlamaTokens> inputs) {
  // Shared: it may still be at work when its future already is ready.
  const auto promise = std::make_shared<std::promise<void>>();
  auto reading = std::make_shared<LlamaReading>();
  reading->inputs = std::move(inputs);
  reading->done = [promise](const std::exception_ptr& error) {
    error ? promise->set_exception(error) : promise->set_value();
  };
  reader.submit(reading);
  promise->get_future().get();
  return std::move(reading->outputs);
}

bool proves_itself(LlamaEncoder& plain, const encoder::BertWeights& weights,
                   const encoder::Kernels& kernels) {
  std::vector<LlamaTokens> inputs;
  inputs.reserve(trials.size());
  for (const char* text : trials) inputs.push_back(text_tokens(plain, text));
  const std::vector<TokenSpan> spans(inputs.begin(), inputs.end());
  const auto ours = BertEncoder(weights, kernels).encode(spans, false);
  const auto theirs = read_and_wait(plain, inputs);
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (theirs[i].size() != ours[i].size() || !(cosine(ours[i], theirs[i]) >= near_enough))
      return false;
  return true;
}

// The weights in the file, where they are a BERT's and give what llama.cpp gives.
std::optional<encoder::BertWeights> proven_weights(LlamaEncoder& plain,
                                                   const encoder::Kernels& kernels,
                                                   const std::filesystem::path& file) {
  auto weights = encoder::read_bert(file);
  if (!weights || weights->positions < plain.window() || !proves_itself(plain, *weights, kernels))
    return std::nullopt;
  return weights;
}

bool has_graphics_card() {
  return ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_GPU) ||
         ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_IGPU);
}

}  // namespace

LlamaBert::LlamaBert(std::shared_ptr<const LlamaModel> model, encoder::BertWeights weights,
                     const encoder::Kernels& kernels, std::size_t window, int threads)
    : model_(std::move(model)),
      weights_(std::move(weights)),
      kernels_(kernels),
      window_(window),
      shares_(static_cast<std::size_t>(std::max(threads, 1))) {
  try {
    while (threads_.size() < shares_) threads_.emplace_back([this] { run(); });
  } catch (const std::system_error&) {
    if (!threads_.empty()) return;  // fewer do too
    throw;
  }
}

LlamaBert::~LlamaBert() {
  stop();
  fail({parts_.begin(), parts_.end()}, aborted());
}

void LlamaBert::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void LlamaBert::submit(std::shared_ptr<LlamaReading> reading) {
  reading->outputs.resize(reading->inputs.size());
  reading->left = reading->inputs.size();
  if (reading->inputs.empty()) {
    reading->ended = true;
    return reading->done(nullptr);
  }
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < reading->inputs.size(); ++i) {
      waiting_ += reading->inputs[i].size();
      parts_.push_back({reading, i});
    }
  }
  changed_.notify_all();
}

void LlamaBert::run() {
  BertEncoder encoder(weights_, kernels_);
  while (true) {
    const auto parts = next_batch();  // let go before the next is waited for: its callers wait too
    if (parts.empty()) return;
    try {
      compute(encoder, parts);
    } catch (...) {
      fail(parts, std::current_exception());
    }
  }
}

// Nothing where it is to stop.
std::vector<LlamaBert::Part> LlamaBert::next_batch() {
  std::vector<Part> parts;
  while (parts.empty()) {
    std::vector<std::shared_ptr<LlamaReading>> cancelled;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopping_ || !parts_.empty(); });
      if (stopping_) return {};
      take(parts, cancelled);
    }
    for (const auto& reading : cancelled) reading->done(aborted());
  }
  return parts;
}

// As many as are good together, but no more than this thread's share of what waits.
void LlamaBert::take(std::vector<Part>& parts,
                     std::vector<std::shared_ptr<LlamaReading>>& cancelled) {
  const auto share = std::min(good_batch, waiting_ / shares_);
  std::size_t tokens = 0;
  while (!parts_.empty()) {
    auto& part = parts_.front();
    auto& reading = *part.reading;
    const auto length = part.tokens().size();
    if (reading.cancelled && !std::exchange(reading.ended, true)) cancelled.push_back(part.reading);
    if (!reading.ended) {
      if (!parts.empty() && tokens + length > share) return;
      tokens += length;
      parts.push_back(std::move(part));
    }
    waiting_ -= length;
    parts_.pop_front();
  }
}

void LlamaBert::compute(BertEncoder& encoder, const std::vector<Part>& parts) {
  std::vector<TokenSpan> texts;
  texts.reserve(parts.size());
  for (const auto& part : parts) texts.push_back(part.tokens());
  auto vectors = encoder.encode(texts, stopping_);
  if (vectors.empty()) return fail(parts, aborted());
  finish(parts, std::move(vectors));
}

void LlamaBert::finish(const std::vector<Part>& parts, Vectors vectors) {
  std::vector<std::shared_ptr<LlamaReading>> ended;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      auto& reading = *parts[i].reading;
      if (reading.ended) continue;
      reading.outputs[parts[i].index] = std::move(vectors[i]);
      if (--reading.left > 0) continue;
      reading.ended = true;
      ended.push_back(parts[i].reading);
    }
  }
  for (const auto& reading : ended) reading->done(nullptr);
}

// The other parts of the same readings are let go when their turn comes.
void LlamaBert::fail(const std::vector<Part>& parts, const std::exception_ptr& error) {
  std::vector<std::shared_ptr<LlamaReading>> ended;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& part : parts)
      if (!std::exchange(part.reading->ended, true)) ended.push_back(part.reading);
  }
  for (const auto& reading : ended) reading->done(error);
}

std::shared_ptr<LlamaReader> make_llama_bert(LlamaEncoder& plain, const LlamaOptions& options,
                                             const std::filesystem::path& file) {
  const auto* kernels = encoder::vnni_kernels();
  if (!kernels || has_graphics_card()) return nullptr;
  auto weights = proven_weights(plain, *kernels, file);
  if (!weights) return nullptr;
  return std::make_shared<LlamaBert>(plain.shared_model(), std::move(*weights), *kernels,
                                     plain.window(), llama_threads(options.threads));
}

std::shared_ptr<LlamaReader> make_token_bert(LlamaEncoder& plain, const LlamaOptions& options,
                                             const std::filesystem::path& file) {
  const auto* fast = encoder::vnni_kernels();
  const auto& kernels = fast ? *fast : encoder::portable_kernels();
  auto weights = proven_weights(plain, kernels, file);
  if (!weights) return nullptr;
  weights->pooling = encoder::BertWeights::Pooling::none;
  return std::make_shared<LlamaBert>(plain.shared_model(), std::move(*weights), kernels,
                                     plain.window(), llama_threads(options.threads));
}

}  // namespace assay::models
