#pragma once
#include <string>

namespace assay::models {

// Makes llama.cpp ready: silences it, and chooses the variant of its processor part that is the
// best for this machine. Any number of times, from any thread. Throws InputError where the
// processor lacks what even the plainest variant needs.
void start_llama();

// The variant that was chosen (`haswell`, `zen4`, …), for benchmarks. Calls start_llama().
const std::string& llama_cpu_variant();

// Threads where the user names no number: one a core.
int llama_threads(int wanted);

// Collects what llama.cpp reports as errors on this thread while it lives, for messages.
class LlamaErrors {
 public:
  LlamaErrors();
  ~LlamaErrors();
  LlamaErrors(const LlamaErrors&) = delete;
  LlamaErrors& operator=(const LlamaErrors&) = delete;

  // The last lines, as one line; empty where there was none.
  std::string line() const;
  void add(const std::string& text);

 private:
  std::string text_;
  LlamaErrors* outer_;
};

}  // namespace assay::models
