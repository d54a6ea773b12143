#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>

namespace assay::models {

// How models inside the process compute. Zeros are chosen by the machine and the model.
struct LlamaOptions {
  int threads = 0;  // 0: one a core
  int window = 0;  // tokens of one call, prompt and answer together; 0: the model's, at most 32,768
  int parallel = 4;  // calls that are computed together, 1 to 64
  // Vectors by llama.cpp alone, also where Assay's own encoder is faster.
  bool exact = false;
};

class LlamaEngine;
class LlamaReader;

// Keeps the models that run inside the process, so that all who use a file in the same way share
// its weights and compute together: the stages of a check, and the checks of a batch. A model is
// let go when the last who uses it is. Thread-safe; copies share.
class LlamaHost {
 public:
  LlamaHost();
  explicit LlamaHost(LlamaOptions options);

  const LlamaOptions& options() const;

  struct Impl;
  Impl& impl() const { return *impl_; }  // for the providers alone

 private:
  std::shared_ptr<Impl> impl_;
};

}  // namespace assay::models
