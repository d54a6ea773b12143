#include "retrieval/search/options.h"

#include <nlohmann/json.hpp>

namespace assay::retrieval {
namespace {

// The prompt that the model's makers have it trained with.
constexpr const char* mxbai_prefix = "Represent this sentence for searching relevant passages: ";

RetrievalPreset defame() {
  RetrievalPreset preset;
  preset.name = "defame";
  preset.embedding = "Alibaba-NLP/gte-base-en-v1.5";
  preset.options.words = false;
  preset.options.vectors = VectorUse::full;
  preset.options.rerank = false;
  return preset;
}

RetrievalPreset villain() {
  RetrievalPreset preset;
  preset.name = "villain";
  preset.embedding = "mixedbread-ai/mxbai-embed-large-v1";
  preset.reranking = "mixedbread-ai/mxbai-rerank-large-v1";
  preset.image_embedding = "OpenSearch-AI/Ops-MM-embedding-v1-7B";
  preset.options.words = false;
  preset.options.vectors = VectorUse::full;
  preset.options.query_prefix = mxbai_prefix;
  preset.each_collection = true;
  preset.pictures = 5;
  preset.pictures_each = 1;
  return preset;
}

}  // namespace

const char* to_string(VectorUse use) {
  switch (use) {
    case VectorUse::none:
      return "none";
    case VectorUse::lazy:
      return "lazy";
    case VectorUse::full:
      return "full";
  }
  return "";
}

std::optional<RetrievalPreset> retrieval_preset(std::string_view name) {
  if (name == "defame") return defame();
  if (name == "villain") return villain();
  return std::nullopt;
}

core::Json to_json(const RetrievalOptions& options) {
  core::Json json{{"top", options.documents.top},
                  {"words", options.words},
                  {"vectors", to_string(options.vectors)},
                  {"candidates", options.candidates},
                  {"rerank", options.rerank}};
  if (options.vectors == VectorUse::lazy) json["lazy"] = options.lazy;
  if (options.documents.before) json["before"] = *options.documents.before;
  if (options.documents.require_date) json["require_date"] = true;
  if (options.collection != Collection::none) json["collection"] = to_string(options.collection);
  if (options.diversity) json["diversity"] = *options.diversity;
  if (!options.query_prefix.empty()) json["query_prefix"] = options.query_prefix;
  return json;
}

}  // namespace assay::retrieval
