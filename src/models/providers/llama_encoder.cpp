#include "models/providers/llama_encoder.h"

#include <algorithm>
#include <array>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <numeric>
#include <utility>

#include "assay/core/error.h"
#include "models/model_failure.h"
#include "models/providers/llama_runtime.h"

namespace assay::models {
namespace {

using core::InputError;
using core::UsageError;

constexpr std::size_t longest_window = 8192;
constexpr std::size_t most_together = 64;
// Attention is computed between all tokens of a batch, those of other texts too, whose part is
// thrown away: larger batches cost more than they save.
constexpr std::size_t good_batch = 256;

std::string architecture(const llama_model* model) {
  std::array<char, 128> name{};
  llama_model_meta_val_str(model, "general.architecture", name.data(), name.size());
  return name.data();
}

// The kind of pooling that the file names; nothing known: unspecified.
enum llama_pooling_type named_pooling(const llama_model* model) {
  std::array<char, 32> value{};
  const auto key = architecture(model) + ".pooling_type";
  if (llama_model_meta_val_str(model, key.c_str(), value.data(), value.size()) < 0)
    return LLAMA_POOLING_TYPE_UNSPECIFIED;
  return static_cast<enum llama_pooling_type>(std::atoi(value.data()));
}

bool reads_backwards(const llama_model* model) {
  std::array<char, 16> value{};
  const auto key = architecture(model) + ".attention.causal";
  return llama_model_meta_val_str(model, key.c_str(), value.data(), value.size()) >= 0 &&
         std::string(value.data()) == "false";
}

enum llama_pooling_type pooling_for(LlamaEncoder::Use use, const llama_model* model,
                                    const std::string& name) {
  const auto named = named_pooling(model);
  if (use == LlamaEncoder::Use::classes) {
    if (named != LLAMA_POOLING_TYPE_RANK && !llama_model_cls_label(model, 0))
      throw UsageError(name + ": the model has no classification head");
    return LLAMA_POOLING_TYPE_RANK;
  }
  switch (named) {
    case LLAMA_POOLING_TYPE_MEAN:
    case LLAMA_POOLING_TYPE_CLS:
    case LLAMA_POOLING_TYPE_LAST:
      return named;
    case LLAMA_POOLING_TYPE_RANK:
      throw UsageError(name + ": the model ranks or classifies, and gives no vectors");
    default:
      break;
  }
  // The last token of a model that only looks back is the one that has seen all.
  return reads_backwards(model) ? LLAMA_POOLING_TYPE_MEAN : LLAMA_POOLING_TYPE_LAST;
}

bool stop_requested(void* flag) { return static_cast<std::atomic<bool>*>(flag)->load(); }

std::exception_ptr aborted() {
  return std::make_exception_ptr(
      boost::system::system_error(boost::asio::error::operation_aborted));
}

void end(LlamaReading& reading, const std::exception_ptr& error) {
  if (!std::exchange(reading.ended, true)) reading.done(error);
}

}  // namespace

LlamaEncoder::LlamaEncoder(const LlamaOptions& options, Use use, const std::filesystem::path& file,
                           const std::string& name)
    : model_(std::make_shared<const LlamaModel>(file)) {
  const auto trained =
      static_cast<std::size_t>(std::max(1, llama_model_n_ctx_train(model_->get())));
  window_ = std::min(
      trained, options.window > 0 ? static_cast<std::size_t>(options.window) : longest_window);
  batch_size_ = std::max(window_, good_batch);
  const LlamaErrors errors;
  auto parameters = llama_context_default_params();
  parameters.pooling_type = pooling_for(use, model_->get(), name);
  parameters.embeddings = true;
  parameters.n_ctx = static_cast<std::uint32_t>(batch_size_);
  parameters.n_batch = parameters.n_ctx;
  parameters.n_ubatch = parameters.n_ctx;  // a text is pooled in one piece
  parameters.n_seq_max = most_together;
  parameters.kv_unified = true;
  parameters.n_threads = llama_threads(options.threads);
  parameters.n_threads_batch = parameters.n_threads;
  parameters.no_perf = true;
  parameters.abort_callback = stop_requested;
  parameters.abort_callback_data = &stopping_;
  context_.reset(llama_init_from_model(model_->get(), parameters));
  if (!context_)
    throw InputError(name + ": no memory for the model, or it is none: " + errors.line());
  numbers_ = use == Use::classes ? llama_model_n_cls_out(model_->get())
                                 : static_cast<std::size_t>(llama_model_n_embd_out(model_->get()));
  if (numbers_ == 0 || numbers_ > (1U << 20))
    throw InputError(name + ": the model gives no numbers");
  batch_ = llama_batch_init(static_cast<std::int32_t>(batch_size_), 0, 1);
  thread_ = std::thread([this] { run(); });
}

LlamaEncoder::~LlamaEncoder() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
  llama_batch_free(batch_);
}

void LlamaEncoder::submit(std::shared_ptr<LlamaReading> reading) {
  {
    const std::lock_guard lock(mutex_);
    arrived_.push_back(std::move(reading));
  }
  changed_.notify_one();
}

void LlamaEncoder::run() {
  while (wait()) {
    take_arrived();
    const auto parts = next_batch();
    if (parts.empty()) continue;
    try {
      compute(parts);
    } catch (...) {
      fail(parts, std::current_exception());
    }
  }
  take_arrived();
  abort_all();
}

bool LlamaEncoder::wait() {
  std::unique_lock lock(mutex_);
  if (parts_.empty()) changed_.wait(lock, [&] { return stopping_ || !arrived_.empty(); });
  return !stopping_;
}

void LlamaEncoder::take_arrived() {
  std::deque<std::shared_ptr<LlamaReading>> arrived;
  {
    const std::lock_guard lock(mutex_);
    arrived.swap(arrived_);
  }
  for (auto& reading : arrived) {
    reading->left = reading->inputs.size();
    reading->outputs.resize(reading->inputs.size());
    if (reading->inputs.empty()) {
      end(*reading, nullptr);
      continue;
    }
    // By length: the texts of a batch then are about as long, and as many fit as can.
    std::vector<std::size_t> order(reading->inputs.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, std::less<>{},
                      [&](std::size_t i) { return std::pair(reading->inputs[i].size(), i); });
    for (const auto i : order) parts_.push_back({reading, i});
  }
}

std::vector<LlamaEncoder::Part> LlamaEncoder::next_batch() {
  std::vector<Part> parts;
  std::size_t tokens = 0;
  while (!parts_.empty() && parts.size() < most_together) {
    auto& part = parts_.front();
    if (part.reading->cancelled) end(*part.reading, aborted());
    if (part.reading->ended) {
      parts_.pop_front();
      continue;
    }
    const auto length = part.reading->inputs[part.index].size();
    if (!parts.empty() && tokens + length > good_batch) break;
    tokens += length;
    parts.push_back(std::move(part));
    parts_.pop_front();
  }
  return parts;
}

void LlamaEncoder::compute(const std::vector<Part>& parts) {
  batch_.n_tokens = 0;
  for (std::size_t sequence = 0; sequence < parts.size(); ++sequence) {
    const auto& tokens = parts[sequence].reading->inputs[parts[sequence].index];
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const auto at = batch_.n_tokens++;
      batch_.token[at] = tokens[i];
      batch_.pos[at] = static_cast<llama_pos>(i);
      batch_.n_seq_id[at] = 1;
      batch_.seq_id[at][0] = static_cast<llama_seq_id>(sequence);
      batch_.logits[at] = 1;
    }
  }
  const LlamaErrors errors;
  auto* memory = llama_get_memory(context_.get());
  if (memory) llama_memory_clear(memory, false);
  const auto status =
      memory ? llama_decode(context_.get(), batch_) : llama_encode(context_.get(), batch_);
  if (stopping_) return fail(parts, aborted());
  if (status != 0)
    throw ModelFailure(ModelFailure::Kind::unavailable,
                       parts.front().reading->model + ": computing failed (" +
                           std::to_string(status) + ") " + errors.line());
  read_out(parts);
}

void LlamaEncoder::read_out(const std::vector<Part>& parts) {
  for (std::size_t sequence = 0; sequence < parts.size(); ++sequence) {
    auto& reading = *parts[sequence].reading;
    if (reading.ended) continue;
    const float* numbers =
        llama_get_embeddings_seq(context_.get(), static_cast<llama_seq_id>(sequence));
    if (numbers) reading.outputs[parts[sequence].index].assign(numbers, numbers + numbers_);
    if (--reading.left == 0) end(reading, nullptr);
  }
}

// The other parts of the same readings are let go when their turn comes.
void LlamaEncoder::fail(const std::vector<Part>& parts, const std::exception_ptr& error) {
  for (const auto& part : parts) end(*part.reading, error);
}

void LlamaEncoder::abort_all() {
  for (const auto& part : parts_) end(*part.reading, aborted());
  parts_.clear();
}

}  // namespace assay::models
