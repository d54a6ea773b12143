#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

#include "models/llama_host.h"
#include "models/providers/llama_call.h"
#include "models/providers/llama_sequence.h"
#include "models/providers/llama_slots.h"

namespace assay::models {

// Computes the calls to one model on a thread of its own, several together in one context: each
// step computes one token of every answer that is under way and as much of the waiting prompts as
// there is room for. What prompts share at their beginning is computed once.
class LlamaEngine {
 public:
  // Loads the model. `vision` may be empty. Throws InputError, whose line names the file.
  LlamaEngine(const LlamaOptions& options, const std::filesystem::path& file,
              const std::filesystem::path& vision, const std::string& name);
  // Ends what is under way with operation_aborted. Not on the computing thread.
  ~LlamaEngine();

  std::size_t window() const { return window_; }  // tokens of one call
  bool sees() const { return vision_ != nullptr; }

  // Thread-safe. `call->done` is called when it has ended.
  void submit(std::shared_ptr<LlamaCall> call);
  // The computing thread looks at once whether a call was cancelled.
  void wake();

 private:
  using Sequences = std::list<LlamaSequence>;

  void run();
  bool wait();
  void step();
  void drop_ended();
  void take_arrived();
  void admit();
  bool admit(LlamaSequence& sequence);
  bool should_wait_for_prefix(const LlamaSequence& sequence) const;
  bool make_room(std::size_t needed);
  void compute_pictures();
  void fill_batch();
  void add_to_batch(LlamaSequence& sequence);
  bool compute();
  bool free_cells();
  void give_back_youngest();
  void choose_tokens();
  void finish(Sequences::iterator sequence, std::exception_ptr error);
  void fail_all(const std::string& reason);
  void abort_all();

  const std::shared_ptr<const LlamaModel> model_;
  const LlamaTemplate template_;
  std::unique_ptr<const LlamaVision> vision_;
  llama_context_ptr context_;
  std::size_t window_ = 0;
  std::size_t cells_ = 0;  // tokens that all sequences together may hold
  bool shares_ = false;    // can this kind of model reuse a part of a sequence?
  LlamaSlots slots_;

  struct Batch;
  std::unique_ptr<Batch> batch_;
  Sequences waiting_;  // in the order in which they came
  Sequences running_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::shared_ptr<LlamaCall>> arrived_;
  bool looked_for_ = false;  // wake() was called
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace assay::models
