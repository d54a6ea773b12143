#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "models/llama_host.h"
#include "models/providers/llama_reader.h"

namespace assay::models {

// Reads with llama.cpp, on a thread of its own: as many texts in one batch as it takes.
class LlamaEncoder : public LlamaReader {
 public:
  enum class Use { vectors, classes };

  // Loads the model. Throws InputError, whose line names the file, and UsageError where the model
  // is not made for this.
  LlamaEncoder(const LlamaOptions& options, Use use, const std::filesystem::path& file,
               const std::string& name);
  ~LlamaEncoder() override;

  const LlamaModel& model() const override { return *model_; }
  std::shared_ptr<const LlamaModel> shared_model() const { return model_; }
  std::size_t window() const override { return window_; }
  std::size_t numbers() const override { return numbers_; }
  const char* arithmetic() const override { return "llama.cpp"; }
  void submit(std::shared_ptr<LlamaReading> reading) override;

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

  std::shared_ptr<const LlamaModel> model_;
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
