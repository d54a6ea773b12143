#include "models/providers/llama_sampler.h"

#include <json-schema-to-grammar.h>

#include <cmath>
#include <exception>
#include <random>

namespace assay::models {
namespace {

llama_sampler_ptr chance_of(const ChatOptions& options) {
  llama_sampler_ptr chain(llama_sampler_chain_init({.no_perf = true}));
  if (options.temperature <= 0) {
    llama_sampler_chain_add(chain.get(), llama_sampler_init_greedy());
    return chain;
  }
  llama_sampler_chain_add(chain.get(),
                          llama_sampler_init_top_p(static_cast<float>(options.top_p), 1));
  llama_sampler_chain_add(chain.get(),
                          llama_sampler_init_temp(static_cast<float>(options.temperature)));
  llama_sampler_chain_add(chain.get(), llama_sampler_init_dist(std::random_device{}()));
  return chain;
}

void fill(std::vector<llama_token_data>& candidates, const float* logits) {
  for (std::size_t i = 0; i < candidates.size(); ++i)
    candidates[i] = {static_cast<llama_token>(i), logits[i], 0};
}

}  // namespace

std::optional<std::string> llama_grammar(const AnswerSchema& schema) {
  try {
    return json_schema_to_grammar(common_json::parse(schema.json));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

LlamaSampler::LlamaSampler(const llama_vocab* vocab, const ChatOptions& options,
                           const std::optional<std::string>& grammar)
    : chance_(chance_of(options)),
      candidates_(static_cast<std::size_t>(llama_vocab_n_tokens(vocab))) {
  if (grammar) grammar_.reset(llama_sampler_init_grammar(vocab, grammar->c_str(), "root"));
}

llama_token LlamaSampler::choose(std::vector<llama_token_data>& candidates) {
  llama_token_data_array all{candidates.data(), candidates.size(), -1, false};
  llama_sampler_apply(chance_.get(), &all);
  return all.selected >= 0 ? all.data[all.selected].id : LLAMA_TOKEN_NULL;
}

bool LlamaSampler::allowed(llama_token token) {
  llama_token_data one{token, 1, 0};
  llama_token_data_array alone{&one, 1, -1, false};
  llama_sampler_apply(grammar_.get(), &alone);
  return !std::isinf(one.logit);
}

// The grammar is slow on a whole vocabulary: the likeliest tokens mostly keep to it anyway, so that
// only where the chosen one doesn't, all are judged.
llama_token LlamaSampler::next(llama_context* context, int output) {
  const float* logits = llama_get_logits_ith(context, output);
  if (!logits) return LLAMA_TOKEN_NULL;
  fill(candidates_, logits);
  auto token = choose(candidates_);
  if (grammar_ && token != LLAMA_TOKEN_NULL && !allowed(token)) {
    fill(candidates_, logits);
    llama_token_data_array all{candidates_.data(), candidates_.size(), -1, false};
    llama_sampler_apply(grammar_.get(), &all);
    token = choose(candidates_);
    if (token != LLAMA_TOKEN_NULL && !allowed(token)) return LLAMA_TOKEN_NULL;
  }
  if (token == LLAMA_TOKEN_NULL) return token;
  if (grammar_) llama_sampler_accept(grammar_.get(), token);
  llama_sampler_accept(chance_.get(), token);
  return token;
}

}  // namespace assay::models
