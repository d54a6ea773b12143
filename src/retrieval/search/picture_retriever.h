#pragma once
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/pool.h"
#include "models/embedder.h"
#include "retrieval/corpus.h"
#include "vision/picture_readers.h"

namespace assay::retrieval {

// Finds the pictures of a corpus by what a model sees in them: by a text, or by a picture (VILLAIN,
// section 3.1). Each picture's vector is made once, and kept in the store where that can be
// written. One event loop may run any number of searches at a time.
class PictureRetriever {
 public:
  // The embedder takes texts and pictures; pool and readers must outlive it.
  PictureRetriever(std::shared_ptr<const Corpus> corpus, std::shared_ptr<models::Embedder> embedder,
                   vision::PictureReaders& readers, io::Pool& pool,
                   std::function<void(std::string_view)> say = {});
  ~PictureRetriever();
  PictureRetriever(const PictureRetriever&) = delete;
  PictureRetriever& operator=(const PictureRetriever&) = delete;

  // The nearest pictures, each once, by the oldest of the documents that show it; `score` is the
  // cosine. Documents that their dates drop are told. Throws ModelFailure where the model fails (of
  // a text alone it can), InputError where the store is damaged.
  boost::asio::awaitable<PictureSearchResult> by_text(std::string text, CorpusSearch options) const;
  // The same for the bytes of a picture. Throws vision::Undecodable where they are none.
  boost::asio::awaitable<PictureSearchResult> by_picture(std::string bytes,
                                                         CorpusSearch options) const;

  const Corpus& corpus() const;
  const std::string& model() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::retrieval
