#include "models/providers/llama_read.h"

#include <algorithm>
#include <utility>

#include "models/model_failure.h"
#include "models/providers/llama_bert.h"
#include "models/providers/llama_file.h"
#include "models/providers/llama_host_impl.h"
#include "models/providers/llama_wait.h"

namespace assay::models {

std::shared_ptr<LlamaReader> encoder_of(const ModelSpec& spec, const LlamaHost& host,
                                        LlamaEncoder::Use use) {
  auto& impl = host.impl();
  const auto key =
      file_identity(spec.file) + (use == LlamaEncoder::Use::classes ? " classes" : " vectors");
  std::function<std::shared_ptr<LlamaReader>()> load = [&]() -> std::shared_ptr<LlamaReader> {
    auto plain = std::make_shared<LlamaEncoder>(impl.options, use, spec.file, spec.to_string());
    if (use == LlamaEncoder::Use::classes || impl.options.exact) return plain;
    auto faster = make_llama_bert(*plain, impl.options, spec.file);
    return faster ? std::move(faster) : std::move(plain);
  };
  return impl.get(impl.encoders, key, load);
}

boost::asio::awaitable<std::vector<std::vector<float>>> read_with(
    std::shared_ptr<LlamaReader> encoder, std::string model, std::vector<LlamaTokens> inputs) {
  using Outputs = std::vector<std::vector<float>>;
  auto reading = std::make_shared<LlamaReading>();
  reading->model = std::move(model);
  reading->inputs = std::move(inputs);
  std::function<void(LlamaDone<Outputs>)> start = [encoder, reading](LlamaDone<Outputs> done) {
    reading->done = [reading = reading.get(), done = std::move(done)](std::exception_ptr error) {
      done(error, error ? Outputs{} : std::move(reading->outputs));
    };
    encoder->submit(reading);
  };
  std::function<void()> cancel = [reading] { reading->cancelled = true; };
  Outputs outputs = co_await wait_for_llama<Outputs>(std::move(start), std::move(cancel));
  for (const auto& output : outputs)
    if (output.empty() || output.size() % encoder->numbers() != 0)
      throw ModelFailure(ModelFailure::Kind::malformed,
                         reading->model + ": the model gave nothing");
  co_return outputs;
}

LlamaTokens text_tokens(const LlamaReader& encoder, const std::string& text) {
  auto tokens = encoder.model().tokens(text, false, true);
  const auto window = encoder.window();
  if (tokens.size() > window) {
    const auto* vocab = encoder.model().vocab();
    const auto last = tokens.back();
    const bool ends = last == llama_vocab_sep(vocab) || last == llama_vocab_eos(vocab);
    tokens.resize(window);
    if (ends) tokens.back() = last;
  }
  // Of a blank text some models make nothing at all.
  if (tokens.empty()) tokens.push_back(std::max(0, llama_vocab_eos(encoder.model().vocab())));
  return tokens;
}

}  // namespace assay::models
