#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/json.h"
#include "retrieval/corpus.h"

namespace assay::retrieval {

// Which passages have vectors when a query comes.
enum class VectorUse {
  none,
  lazy,  // those that the words find, made as they are needed and kept
  full,  // all: those that are missing are made first
};
// `none`, `lazy`, `full`.
const char* to_string(VectorUse use);

// What a search for passages does. Each step can be left out.
struct RetrievalOptions {
  CorpusSearch documents;                    // `top` passages of documents with these dates
  Collection collection = Collection::none;  // of it alone; none: of all
  bool words = true;                         // BM25
  VectorUse vectors = VectorUse::lazy;       // where there is an embedder
  std::size_t lazy = 200;                    // how many that the words find get vectors
  std::size_t candidates = 100;              // how many of each list are fused, and are reranked
  bool rerank = true;                        // where there is a reranker
  std::optional<double> diversity;  // the weight of relevance in MMR, 0 to 1; nothing: no MMR
  std::string query_prefix;         // what the embedder wants before a query
};

// A paper's settings.
struct RetrievalPreset {
  std::string name;
  std::string embedding;        // the models that the paper names, as hubs call them
  std::string reranking;        // empty: none
  std::string image_embedding;  // empty: none
  RetrievalOptions options;
  bool each_collection = false;   // the top of each collection of texts
  std::size_t pictures = 0;       // found by the claim's text
  std::size_t pictures_each = 0;  // found by each picture of the claim
};

// `defame`: gte-base-en-v1.5, nearest neighbours (its section 4). `villain`: mxbai-embed-large-v1,
// the 100 nearest of each text store reranked by mxbai-rerank-large-v1 to 10; pictures by
// Ops-MM-embedding-v1-7B, 5 for the text and 1 for each picture (section 3.1). Nothing for other
// names.
std::optional<RetrievalPreset> retrieval_preset(std::string_view name);

// What a search's answer depends on, beside the models.
core::Json to_json(const RetrievalOptions& options);

}  // namespace assay::retrieval
