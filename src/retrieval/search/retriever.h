#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/pool.h"
#include "models/embedder.h"
#include "models/reranker.h"
#include "retrieval/corpus.h"
#include "retrieval/search/fusion.h"
#include "retrieval/search/options.h"
#include "retrieval/vectors/vector_file.h"

namespace assay::retrieval {

// What each step that looked at a passage scored it. Ranks are from 1.
struct PassageScores {
  std::optional<double> words;  // BM25
  std::size_t words_rank = 0;
  std::optional<double> cosine;
  std::size_t cosine_rank = 0;
  std::optional<double> fused;
  std::optional<double> reranked;
  std::optional<double> diverse;  // MMR
};

// A passage that was found, with the one before and the one after it in its document.
struct PassageHit {
  PassageId id;
  CorpusHit document;       // its score is that of the last step
  std::uint32_t begin = 0;  // bytes of the document's text
  std::uint32_t end = 0;
  std::uint32_t context_begin = 0;  // the same with its neighbours
  std::uint32_t context_end = 0;
  std::vector<CorpusHit> also_in;  // documents that say nearly the same there
  PassageScores scores;
};

struct PassageResult {
  std::vector<PassageHit> hits;       // best first, passages that repeat each other once
  std::vector<ExcludedHit> excluded;  // documents that their dates dropped, at most `top`
  std::size_t embedded = 0;           // passages whose vectors were made for this search
};

struct RetrievalModels {
  std::shared_ptr<models::Embedder> embedder;  // null: words alone
  std::shared_ptr<models::Reranker> reranker;  // null: none
  VectorKind vectors = VectorKind::float16;    // how vectors are kept
};

// Searches the passages of a corpus: by their words and their vectors, which are fused; then a
// reranker reads the first; then the best, or those that differ, are taken. Vectors that are made
// are kept in the corpus's stores where they can be written, else in memory. One event loop may run
// any number of searches at a time.
class Retriever {
 public:
  using EmbeddingProgress = std::function<void(std::size_t done, std::size_t all)>;

  // The pool must outlive it. `say` is told what a person should know (vectors that can't be kept);
  // may be empty.
  Retriever(std::shared_ptr<const Corpus> corpus, RetrievalModels models, io::Pool& pool,
            std::function<void(std::string_view)> say = {});
  ~Retriever();
  Retriever(const Retriever&) = delete;
  Retriever& operator=(const Retriever&) = delete;

  // Throws ModelFailure where a model that it needs fails, InputError where a store is damaged.
  boost::asio::awaitable<PassageResult> search(std::string query, RetrievalOptions options) const;

  // Makes the vectors that are missing. Returns how many it made. What was made stays where it is
  // stopped.
  boost::asio::awaitable<std::size_t> embed_all(EmbeddingProgress progress = {}) const;

  const Corpus& corpus() const;
  const RetrievalModels& models() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::retrieval
