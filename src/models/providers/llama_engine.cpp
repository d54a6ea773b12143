#include "models/providers/llama_engine.h"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <utility>

#include "assay/core/error.h"
#include "models/model_failure.h"
#include "models/providers/llama_runtime.h"

namespace assay::models {
namespace {

using core::InputError;
using Kind = ModelFailure::Kind;

constexpr int batch_tokens = 512;
constexpr std::size_t longest_window = 32'768;
constexpr std::size_t fewest_cells = 16'384;
constexpr std::size_t most_parallel = 64;
// Of an answer's tokens so many are sure to find room when it begins; few answers are longer, and
// where several are, the youngest begins again later.
constexpr std::size_t reserved_answer = 1024;
// A prompt waits for another one that is being read where it can share more than this.
constexpr std::size_t worth_waiting = 64;

std::size_t parallel_of(const LlamaOptions& options) {
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, options.parallel)), 1,
                                 most_parallel);
}

std::size_t window_of(const LlamaOptions& options, const LlamaModel& model) {
  const auto trained = static_cast<std::size_t>(std::max(1, llama_model_n_ctx_train(model.get())));
  if (options.window > 0) return std::min(trained, static_cast<std::size_t>(options.window));
  return std::min(trained, longest_window);
}

bool stop_requested(void* flag) { return static_cast<std::atomic<bool>*>(flag)->load(); }

llama_context_ptr make_context(const LlamaOptions& options, const LlamaModel& model,
                               std::size_t cells, const std::string& name,
                               std::atomic<bool>& stopping) {
  const LlamaErrors errors;
  auto parameters = llama_context_default_params();
  parameters.n_ctx = static_cast<std::uint32_t>(cells);
  parameters.n_batch = batch_tokens;
  parameters.n_ubatch = batch_tokens;
  parameters.n_seq_max = static_cast<std::uint32_t>(parallel_of(options));
  parameters.n_threads = llama_threads(options.threads);
  parameters.n_threads_batch = parameters.n_threads;
  parameters.kv_unified = true;  // what sequences share is stored once
  parameters.no_perf = true;
  parameters.abort_callback = stop_requested;
  parameters.abort_callback_data = &stopping;
  llama_context_ptr context(llama_init_from_model(model.get(), parameters));
  if (!context)
    throw InputError(name + ": no memory for a context of " + std::to_string(cells) +
                     " tokens, or the model is none: " + errors.line());
  if (!llama_get_memory(context.get()) || !llama_model_has_decoder(model.get()))
    throw core::UsageError(name + ": the model writes no text (an embedding model?)");
  return context;
}

LlamaSlots::Tokens const& numbers(const LlamaPrompt& prompt) { return prompt.tokens; }

std::exception_ptr aborted() {
  return std::make_exception_ptr(
      boost::system::system_error(boost::asio::error::operation_aborted));
}

std::exception_ptr too_slow(const LlamaCall& call) {
  const auto seconds = std::chrono::duration<double>(call.request.options.timeout).count();
  ModelFailure failure(Kind::unavailable, call.model + ": no answer within " +
                                              std::to_string(static_cast<long>(seconds)) + " s");
  failure.passing = true;
  return std::make_exception_ptr(failure);
}

bool timed_out(const LlamaCall& call) {
  return std::chrono::steady_clock::now() - call.began > call.request.options.timeout;
}

std::string with_commas(std::size_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), 1, ',');
  return text;
}

}  // namespace

// One step's tokens, with the sequence that each output is for.
struct LlamaEngine::Batch {
  Batch() : tokens(llama_batch_init(batch_tokens, 0, 1)) {}
  ~Batch() { llama_batch_free(tokens); }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  bool full() const { return tokens.n_tokens >= batch_tokens; }
  void clear() {
    tokens.n_tokens = 0;
    outputs.clear();
  }
  void add(llama_token token, llama_pos position, std::size_t slot, bool output) {
    const auto i = tokens.n_tokens++;
    tokens.token[i] = token;
    tokens.pos[i] = position;
    tokens.n_seq_id[i] = 1;
    tokens.seq_id[i][0] = static_cast<llama_seq_id>(slot);
    tokens.logits[i] = output ? 1 : 0;
  }

  // Takes out what belongs to a slot.
  void remove(std::size_t slot) {
    const auto before = std::exchange(tokens.n_tokens, 0);
    outputs.clear();
    for (int i = 0; i < before; ++i) {
      const auto owner = static_cast<std::size_t>(tokens.seq_id[i][0]);
      if (owner == slot) continue;
      if (tokens.logits[i]) outputs.emplace_back(owner, tokens.n_tokens);
      add(tokens.token[i], tokens.pos[i], owner, tokens.logits[i] != 0);
    }
  }

  llama_batch tokens;
  std::vector<std::pair<std::size_t, int>> outputs;  // slot, index in the batch
};

LlamaEngine::LlamaEngine(const LlamaOptions& options, const std::filesystem::path& file,
                         const std::filesystem::path& vision, const std::string& name)
    : model_(std::make_shared<const LlamaModel>(file)),
      template_(model_, name),
      slots_(parallel_of(options)),
      batch_(std::make_unique<Batch>()) {
  window_ = window_of(options, *model_);
  cells_ = std::max(window_, std::min(fewest_cells, window_ * parallel_of(options)));
  if (!vision.empty())
    vision_ = std::make_unique<const LlamaVision>(*model_, vision, llama_threads(options.threads));
  context_ = make_context(options, *model_, cells_, name, stopping_);
  // The state of a recurrent model is one for all its tokens: no part of it can be taken.
  shares_ = !llama_model_is_recurrent(model_->get()) && !llama_model_is_hybrid(model_->get());
  thread_ = std::thread([this] { run(); });
}

LlamaEngine::~LlamaEngine() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void LlamaEngine::submit(std::shared_ptr<LlamaCall> call) {
  {
    const std::lock_guard lock(mutex_);
    arrived_.push_back(std::move(call));
  }
  changed_.notify_one();
}

void LlamaEngine::wake() {
  {
    const std::lock_guard lock(mutex_);
    looked_for_ = true;
  }
  changed_.notify_one();
}

void LlamaEngine::run() {
  while (wait()) {
    take_arrived();
    drop_ended();
    admit();
    try {
      step();
    } catch (const std::exception& e) {
      fail_all(e.what());
    }
  }
  take_arrived();
  abort_all();
}

// False where the engine is to stop.
bool LlamaEngine::wait() {
  std::unique_lock lock(mutex_);
  const auto something = [&] { return stopping_ || looked_for_ || !arrived_.empty(); };
  if (running_.empty() && waiting_.empty()) changed_.wait(lock, something);
  looked_for_ = false;
  return !stopping_;
}

void LlamaEngine::take_arrived() {
  std::deque<std::shared_ptr<LlamaCall>> arrived;
  {
    const std::lock_guard lock(mutex_);
    arrived.swap(arrived_);
  }
  for (auto& call : arrived) {
    try {
      auto prompt = template_.prompt(call->request, vision_.get(), call->pictures);
      if (prompt.tokens.empty())
        throw ModelFailure(Kind::bad_request, call->model + ": the prompt is empty");
      if (prompt.tokens.size() >= window_)
        throw ModelFailure(
            Kind::too_long,
            call->model +
                ": the prompt is too long for the model: " + with_commas(prompt.tokens.size()) +
                " tokens, and the window holds " + with_commas(window_) + ", the answer included");
      waiting_.emplace_back(call, std::move(prompt), *model_, window_);
    } catch (...) {
      call->done(std::current_exception(), {});
    }
  }
}

void LlamaEngine::drop_ended() {
  for (auto* list : {&waiting_, &running_}) {
    for (auto it = list->begin(); it != list->end();) {
      const auto& call = *it->call();
      std::exception_ptr error;
      if (call.cancelled)
        error = aborted();
      else if (timed_out(call))
        error = too_slow(call);
      const auto current = it++;
      if (!error) continue;
      if (list == &running_) {
        finish(current, error);
      } else {
        const auto ended = current->call();
        list->erase(current);
        ended->done(error, {});
      }
    }
  }
}

void LlamaEngine::admit() {
  while (!waiting_.empty() && admit(waiting_.front()))
    running_.splice(running_.end(), waiting_, waiting_.begin());
}

bool LlamaEngine::admit(LlamaSequence& sequence) {
  if (slots_.free_slots() == 0 || should_wait_for_prefix(sequence)) return false;
  const auto& prompt = sequence.prompt();
  if (!make_room(prompt.tokens.size() + std::min(sequence.limit(), reserved_answer))) return false;
  const auto place = slots_.take(numbers(prompt), shares_ ? prompt.shareable() : 0);
  if (!place) return false;
  auto* memory = llama_get_memory(context_.get());
  const auto slot = static_cast<llama_seq_id>(place->slot);
  const auto shared = static_cast<llama_pos>(place->shared);
  if (place->from == place->slot) {
    if (!llama_memory_seq_rm(memory, slot, shared, -1)) {
      // Some kinds of memory give back all or nothing.
      llama_memory_seq_rm(memory, slot, -1, -1);
      slots_.clear(place->slot);
      sequence.place(place->slot, 0);
      return true;
    }
  } else {
    llama_memory_seq_rm(memory, slot, -1, -1);
    if (shared > 0)
      llama_memory_seq_cp(memory, static_cast<llama_seq_id>(place->from), slot, 0, shared);
  }
  sequence.place(place->slot, place->shared);
  return true;
}

// Prompts that arrive together often begin alike: the second waits until the first has read what
// they share.
bool LlamaEngine::should_wait_for_prefix(const LlamaSequence& sequence) const {
  if (!shares_) return false;
  const auto& mine = sequence.prompt();
  return std::ranges::any_of(running_, [&](const LlamaSequence& other) {
    if (!other.reading()) return false;
    const auto& theirs = other.prompt();
    const auto most = std::min(mine.shareable(), theirs.shareable());
    const auto [a, b] = std::mismatch(
        mine.tokens.begin(), mine.tokens.begin() + static_cast<std::ptrdiff_t>(most),
        theirs.tokens.begin(), theirs.tokens.begin() + static_cast<std::ptrdiff_t>(most));
    const auto common = static_cast<std::size_t>(a - mine.tokens.begin());
    return common > other.read() + worth_waiting;
  });
}

// Lets go what free slots hold until `needed` tokens have room.
bool LlamaEngine::make_room(std::size_t needed) {
  for (;;) {
    std::size_t held = 0;
    for (std::size_t i = 0; i < slots_.count(); ++i)
      if (!slots_.busy(i)) held += slots_.held(i);
    for (const auto& one : running_)
      held += one.prompt().tokens.size() + std::min(one.limit(), reserved_answer);
    if (held + needed <= cells_) return true;
    const auto stale = slots_.stalest();
    if (!stale) return running_.empty();
    llama_memory_seq_rm(llama_get_memory(context_.get()), static_cast<llama_seq_id>(*stale), -1,
                        -1);
    slots_.clear(*stale);
  }
}

void LlamaEngine::step() {
  if (running_.empty()) return;
  compute_pictures();
  fill_batch();
  if (batch_->tokens.n_tokens == 0 || !compute()) return;
  choose_tokens();
}

void LlamaEngine::compute_pictures() {
  for (auto it = running_.begin(); it != running_.end();) {
    const auto current = it++;
    while (const auto* picture = current->picture()) {
      const auto after = vision_->decode(context_.get(), *picture, current->position(),
                                         static_cast<llama_seq_id>(current->slot()), batch_tokens);
      if (after < 0) {
        finish(current,
               std::make_exception_ptr(ModelFailure(
                   Kind::unavailable, current->call()->model + ": computing a picture failed")));
        break;
      }
      current->advance(*picture, after);
    }
  }
}

void LlamaEngine::fill_batch() {
  batch_->clear();
  // Answers first: nobody who is being answered waits for a prompt.
  for (auto& one : running_)
    if (!one.reading()) add_to_batch(one);
  for (auto& one : running_)
    while (one.reading() && !one.picture() && !batch_->full()) add_to_batch(one);
}

void LlamaEngine::add_to_batch(LlamaSequence& sequence) {
  const auto token = sequence.next_token();
  const auto position = sequence.position();
  const bool shareable = !sequence.reading() ? sequence.prompt().pictures.empty()
                                             : sequence.read() < sequence.prompt().shareable();
  sequence.advance();
  const bool output = !sequence.reading();
  if (output) batch_->outputs.emplace_back(sequence.slot(), batch_->tokens.n_tokens);
  batch_->add(token, position, sequence.slot(), output);
  if (shareable) slots_.computed(sequence.slot(), token);
}

// False where nothing was computed.
bool LlamaEngine::compute() {
  const LlamaErrors errors;
  for (;;) {
    const auto status = llama_decode(context_.get(), batch_->tokens);
    if (status == 0) return true;
    if (stopping_) return false;
    if (status != 1) {
      fail_all("computing failed (" + std::to_string(status) + ") " + errors.line());
      return false;
    }
    if (free_cells()) continue;
    if (running_.size() < 2) {
      fail_all("no room left in the context");
      return false;
    }
    give_back_youngest();
    if (batch_->tokens.n_tokens == 0) return false;
  }
}

bool LlamaEngine::free_cells() {
  const auto stale = slots_.stalest();
  if (!stale) return false;
  llama_memory_seq_rm(llama_get_memory(context_.get()), static_cast<llama_seq_id>(*stale), -1, -1);
  slots_.clear(*stale);
  return true;
}

// More answers are long than was thought: the one that began last begins again later.
void LlamaEngine::give_back_youngest() {
  const auto youngest = std::prev(running_.end());
  const auto slot = youngest->slot();
  batch_->remove(slot);
  llama_memory_seq_rm(llama_get_memory(context_.get()), static_cast<llama_seq_id>(slot), -1, -1);
  slots_.release(slot);
  slots_.clear(slot);
  waiting_.emplace_front(youngest->call(), youngest->prompt(), *model_, window_);
  running_.erase(youngest);
}

void LlamaEngine::choose_tokens() {
  for (const auto& [slot, output] : batch_->outputs) {
    const auto sequence =
        std::ranges::find_if(running_, [&](const auto& one) { return one.slot() == slot; });
    if (sequence == running_.end()) continue;
    if (!sequence->choose(context_.get(), output)) finish(sequence, nullptr);
  }
}

void LlamaEngine::finish(Sequences::iterator sequence, std::exception_ptr error) {
  const auto call = sequence->call();
  auto answer = error ? ChatAnswer{} : sequence->answer();
  const auto slot = sequence->slot();
  running_.erase(sequence);
  // Only what the slot says that it holds can be shared.
  if (!llama_memory_seq_rm(llama_get_memory(context_.get()), static_cast<llama_seq_id>(slot),
                           static_cast<llama_pos>(slots_.held(slot)), -1)) {
    llama_memory_seq_rm(llama_get_memory(context_.get()), static_cast<llama_seq_id>(slot), -1, -1);
    slots_.clear(slot);
  }
  slots_.release(slot);
  call->done(error, std::move(answer));
}

void LlamaEngine::fail_all(const std::string& reason) {
  while (!running_.empty()) {
    const auto first = running_.begin();
    slots_.clear(first->slot());
    finish(first, std::make_exception_ptr(
                      ModelFailure(Kind::unavailable, first->call()->model + ": " + reason)));
  }
}

void LlamaEngine::abort_all() {
  for (auto* list : {&running_, &waiting_})
    for (; !list->empty(); list->pop_front()) list->front().call()->done(aborted(), {});
}

}  // namespace assay::models
