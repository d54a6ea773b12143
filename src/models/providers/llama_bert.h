#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "models/encoder/bert_encoder.h"
#include "models/llama_host.h"
#include "models/providers/llama_encoder.h"
#include "models/providers/llama_reader.h"

namespace assay::models {

// A BERT computed by our own encoder; llama.cpp gives the tokens alone. Each thread takes some
// texts at a time and never waits for another.
class LlamaBert : public LlamaReader {
 public:
  // `window` is not above the model's positions; `threads` at least 1.
  LlamaBert(std::shared_ptr<const LlamaModel> model, encoder::BertWeights weights,
            const encoder::Kernels& kernels, std::size_t window, int threads);
  ~LlamaBert() override;

  const LlamaModel& model() const override { return *model_; }
  std::size_t window() const override { return window_; }
  std::size_t numbers() const override { return weights_.hidden; }
  const char* arithmetic() const override { return kernels_.name; }
  void submit(std::shared_ptr<LlamaReading> reading) override;

 private:
  struct Part {
    std::shared_ptr<LlamaReading> reading;
    std::size_t index;
    encoder::TokenSpan tokens() const { return reading->inputs[index]; }
  };

  void run();
  std::vector<Part> next_batch();
  void take(std::vector<Part>& parts, std::vector<std::shared_ptr<LlamaReading>>& cancelled);
  void compute(encoder::BertEncoder& encoder, const std::vector<Part>& parts);
  void finish(const std::vector<Part>& parts, std::vector<std::vector<float>> vectors);
  void fail(const std::vector<Part>& parts, const std::exception_ptr& error);
  void stop();

  const std::shared_ptr<const LlamaModel> model_;
  const encoder::BertWeights weights_;
  const encoder::Kernels& kernels_;
  const std::size_t window_;
  const std::size_t shares_;  // into which what waits is divided: threads

  std::mutex mutex_;  // guards what follows, and `left` and `ended` of readings
  std::condition_variable changed_;
  std::deque<Part> parts_;
  std::size_t waiting_ = 0;  // tokens of the parts
  std::atomic<bool> stopping_{false};
  std::vector<std::thread> threads_;
};

// How near vectors must be to llama.cpp's for LlamaBert to be used, as a cosine.
constexpr double near_enough = 0.9993;

// The same model as `plain` computed by LlamaBert, where it can: a plain BERT, a processor on which
// that is fast, no graphics card; and where on texts of each kind its vectors are near enough to
// those of `plain`. Else null. Throws InputError where the file is damaged.
std::shared_ptr<LlamaReader> make_llama_bert(LlamaEncoder& plain, const LlamaOptions& options,
                                             const std::filesystem::path& file);

// The same model with a vector for each token in place of a text's one, behind each other, on any
// processor; not where it is no plain BERT, or comes out otherwise than `plain`: null.
std::shared_ptr<LlamaReader> make_token_bert(LlamaEncoder& plain, const LlamaOptions& options,
                                             const std::filesystem::path& file);

}  // namespace assay::models
