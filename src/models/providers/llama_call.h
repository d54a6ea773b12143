#pragma once
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>

#include "models/chat_model.h"
#include "models/providers/llama_vision.h"

namespace assay::models {

// One call to a model in the process, between the event loop that waits for it and the thread that
// computes it.
struct LlamaCall {
  std::string model;  // the spec, for messages
  ChatRequest request;
  PixelList pictures;  // of the request, in their order
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  std::atomic<bool> cancelled{false};
  // Called once, on the computing thread, with an exception or with the answer.
  std::function<void(std::exception_ptr, ChatAnswer)> done;
};

}  // namespace assay::models
