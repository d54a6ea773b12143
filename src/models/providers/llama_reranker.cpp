#include <algorithm>
#include <utility>

#include "models/make_llama.h"
#include "models/providers/llama_read.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;

struct Shared {
  std::string name;
  std::shared_ptr<LlamaReader> encoder;
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), by);
  return text;
}

// Some language models that rank come with a text that asks for it.
LlamaTokens by_template(const LlamaReader& encoder, const char* written, const std::string& query,
                        const std::string& document) {
  const auto& model = encoder.model();
  auto text = replaced(written, "{query}", model.defused(query));
  text = replaced(std::move(text), "{document}", model.defused(document));
  auto tokens = model.tokens(text, true, true);
  if (tokens.size() > encoder.window()) tokens.resize(encoder.window());
  return tokens;
}

void cut(LlamaTokens& tokens, std::size_t length) {
  tokens.resize(std::min(tokens.size(), length));
}

// Begin, query, end, separator, document, end: whichever of the marks the model knows.
LlamaTokens by_marks(const LlamaReader& encoder, LlamaTokens query, LlamaTokens document) {
  const auto* vocab = encoder.model().vocab();
  const bool word_pieces = llama_vocab_type(vocab) == LLAMA_VOCAB_TYPE_WPM;
  auto end = llama_vocab_eos(vocab);
  if (end == LLAMA_TOKEN_NULL) end = llama_vocab_sep(vocab);
  LlamaTokens before;
  LlamaTokens between;
  LlamaTokens after;
  if (word_pieces || llama_vocab_get_add_bos(vocab)) before.push_back(llama_vocab_bos(vocab));
  if (llama_vocab_get_add_eos(vocab) || word_pieces) after.push_back(end);
  if (llama_vocab_get_add_eos(vocab)) between.push_back(end);
  if (llama_vocab_get_add_sep(vocab)) between.push_back(llama_vocab_sep(vocab));
  const auto marks = before.size() + between.size() + after.size();
  const auto room = encoder.window() > marks ? encoder.window() - marks : 0;
  // A query that leaves no room for the document is cut too.
  cut(query, std::max(room / 2, room - std::min(room, document.size())));
  cut(document, room - query.size());
  LlamaTokens tokens = std::move(before);
  for (const auto* part : {&query, &between, &document, &after})
    tokens.insert(tokens.end(), part->begin(), part->end());
  return tokens;
}

asio::awaitable<std::vector<double>> rerank_all(std::shared_ptr<Shared> model, std::string query,
                                                std::vector<std::string> documents) {
  const auto& encoder = *model->encoder;
  const char* written = llama_model_chat_template(encoder.model().get(), "rerank");
  const auto query_tokens = encoder.model().tokens(query, false, false);
  std::vector<LlamaTokens> inputs;
  inputs.reserve(documents.size());
  for (const auto& document : documents)
    inputs.push_back(
        written ? by_template(encoder, written, query, document)
                : by_marks(encoder, query_tokens, encoder.model().tokens(document, false, false)));
  std::vector<std::vector<float>> outputs =
      co_await read_with(model->encoder, model->name, std::move(inputs));
  std::vector<double> scores;
  scores.reserve(outputs.size());
  for (const auto& output : outputs) scores.push_back(output.front());
  co_return scores;
}

class LlamaReranker : public Reranker {
 public:
  explicit LlamaReranker(Shared shared) : shared_(std::make_shared<Shared>(std::move(shared))) {}

  asio::awaitable<std::vector<double>> rerank(std::string query,
                                              std::vector<std::string> documents) override {
    return rerank_all(shared_, std::move(query), std::move(documents));
  }

  const std::string& name() const override { return shared_->name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<Reranker> make_llama_reranker(const ModelSpec& spec, const LlamaHost& host) {
  return std::make_unique<LlamaReranker>(
      Shared{spec.to_string(), encoder_of(spec, host, LlamaEncoder::Use::classes)});
}

}  // namespace assay::models
