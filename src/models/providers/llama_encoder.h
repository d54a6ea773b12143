#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "models/llama_host.h"
#include "models/providers/llama_model.h"

namespace assay::models {

// Token sequences that one caller wants read, and what comes of each.
struct LlamaReading {
  std::string model;                // the spec, for messages
  std::vector<LlamaTokens> inputs;  // each at least one token, and no longer than the window
  std::vector<std::vector<float>> outputs;
  std::size_t left = 0;  // of the inputs; for the computing thread
  bool ended = false;    // for the computing thread
  std::atomic<bool> cancelled{false};
  // Called once, on the computing thread; then the outputs are whole, in the order of the inputs.
  std::function<void(std::exception_ptr)> done;
};

// Reads texts with a model that answers each with numbers, on a thread of its own: as many in one
// batch as it takes, whoever they are for.
class LlamaEncoder {
 public:
  enum class Use { vectors, classes };

  // Loads the model. Throws InputError, whose line names the file, and UsageError where the model
  // is not made for this.
  LlamaEncoder(const LlamaOptions& options, Use use, const std::filesystem::path& file,
               const std::string& name);
  // Ends what is under way with operation_aborted. Not on the computing thread.
  ~LlamaEncoder();

  const LlamaModel& model() const { return *model_; }
  std::size_t window() const { return window_; }    // tokens of one text
  std::size_t numbers() const { return numbers_; }  // of one output

  // Thread-safe.
  void submit(std::shared_ptr<LlamaReading> reading);

 private:
  struct Part {
    std::shared_ptr<LlamaReading> reading;
    std::size_t index;
  };

  void run();
  bool wait();
  void take_arrived();
  std::vector<Part> next_batch();
  void compute(const std::vector<Part>& parts);
  void read_out(const std::vector<Part>& parts);
  void fail(const std::vector<Part>& parts, const std::exception_ptr& error);
  void abort_all();

  std::unique_ptr<const LlamaModel> model_;
  llama_context_ptr context_;
  std::size_t window_ = 0;
  std::size_t numbers_ = 0;
  std::size_t batch_size_ = 0;  // tokens
  llama_batch batch_{};
  std::deque<Part> parts_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::shared_ptr<LlamaReading>> arrived_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace assay::models
