#include "models/providers/llama_runtime.h"

#include <ggml-backend.h>
#include <llama.h>
#include <log.h>
#include <mtmd-helper.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <thread>

#include "assay/core/error.h"
#include "io/http_text.h"

// The variants of the processor part that scripts/llama built.
extern "C" {
#define ASSAY_CPU_VARIANT(name)                      \
  ggml_backend_reg_t ggml_backend_init_##name(void); \
  int ggml_backend_score_##name(void);
#include <assay_cpu_variants.inc>
#undef ASSAY_CPU_VARIANT
}

namespace assay::models {
namespace {

struct Variant {
  const char* name;
  ggml_backend_reg_t (*registration)();
  int (*score)();  // on this machine; 0: it can't run here
};

constexpr std::array variants{
#define ASSAY_CPU_VARIANT(name) Variant{#name, ggml_backend_init_##name, ggml_backend_score_##name},
#include <assay_cpu_variants.inc>
#undef ASSAY_CPU_VARIANT
};

// llama.cpp reports through one callback for the process; the thread on which it works is what
// tells whom a report concerns.
thread_local LlamaErrors* collector = nullptr;

void on_log(ggml_log_level level, const char* text, void*) {
  if (level == GGML_LOG_LEVEL_ERROR && collector) collector->add(text);
}

std::string start() {
  llama_log_set(on_log, nullptr);
  mtmd_helper_log_set(on_log, nullptr);
  common_log_set_verbosity_thold(-1);
  llama_backend_init();
  const auto best =
      std::ranges::max_element(variants, {}, [](const Variant& v) { return v.score(); });
  if (best->score() <= 0)
    throw core::InputError("this processor lacks instructions that llama.cpp needs");
  ggml_backend_register(best->registration());
  return best->name;
}

}  // namespace

const std::string& llama_cpu_variant() {
  // llama.cpp keeps its backends for the whole process, and so is started once for it.
  static const std::string chosen = start();
  return chosen;
}

void start_llama() { llama_cpu_variant(); }

int llama_threads(int wanted) {
  if (wanted > 0) return std::min(wanted, 512);
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 512U));
}

LlamaErrors::LlamaErrors() : outer_(collector) { collector = this; }
LlamaErrors::~LlamaErrors() { collector = outer_; }

void LlamaErrors::add(const std::string& text) {
  constexpr std::size_t most = 4000;
  if (text_.size() < most) text_ += text;
}

std::string LlamaErrors::line() const { return io::one_line(text_, 300); }

}  // namespace assay::models
