#pragma once
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/providers/llama_model.h"

namespace assay::models {

// Token sequences that one caller wants read, and what comes of each.
struct LlamaReading {
  std::string model;                // the spec, for messages
  std::vector<LlamaTokens> inputs;  // each at least one token, and no longer than the window
  std::vector<std::vector<float>> outputs;
  std::size_t left = 0;  // of the inputs; for the reader
  bool ended = false;    // for the reader
  std::atomic<bool> cancelled{false};
  // Called once, on a thread of the reader; then the outputs are whole, in the order of the inputs.
  std::function<void(std::exception_ptr)> done;
};

// Reads texts with a model that answers each with numbers, on threads of its own, whoever the texts
// are for. What ends a reader ends what is under way with operation_aborted; not on its threads.
class LlamaReader {
 public:
  virtual ~LlamaReader() = default;

  virtual const LlamaModel& model() const = 0;  // for its vocabulary
  virtual std::size_t window() const = 0;       // tokens of one text
  virtual std::size_t numbers() const = 0;      // of one output, or of each of its tokens
  virtual const char* arithmetic() const = 0;   // what computes, for benchmarks

  // Thread-safe.
  virtual void submit(std::shared_ptr<LlamaReading> reading) = 0;
};

}  // namespace assay::models
