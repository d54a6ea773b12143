// In place of the llama_*.cpp where the build leaves out llama.cpp.
#include "assay/core/error.h"
#include "models/import_model.h"
#include "models/make_llama.h"

namespace assay::models {
namespace {

[[noreturn]] void refuse(const ModelSpec& spec) {
  throw core::UsageError("this assay is built without llama.cpp: " + spec.to_string() +
                         " can't be used");
}

}  // namespace

bool has_llama() { return false; }

std::unique_ptr<ChatModel> make_llama_chat_model(const ModelSpec& spec, const LlamaHost&,
                                                 PixelReader, int) {
  refuse(spec);
}

std::unique_ptr<Embedder> make_llama_embedder(const ModelSpec& spec, const LlamaHost&) {
  refuse(spec);
}

std::unique_ptr<TokenEmbedder> make_llama_token_embedder(const ModelSpec& spec, const LlamaHost&) {
  refuse(spec);
}

std::unique_ptr<Reranker> make_llama_reranker(const ModelSpec& spec, const LlamaHost&) {
  refuse(spec);
}

std::unique_ptr<Classifier> make_llama_classifier(const ModelSpec& spec, const LlamaHost&) {
  refuse(spec);
}

boost::asio::awaitable<ImportReport> import_model(std::filesystem::path, std::filesystem::path,
                                                  std::string) {
  throw core::UsageError("this assay is built without llama.cpp: it imports no models");
}

}  // namespace assay::models
