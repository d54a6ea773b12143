#pragma once
#include <memory>
#include <string>

#include "io/clock.h"
#include "io/pool.h"
#include "retrieval/search/picture_retriever.h"
#include "tools/corpus_source.h"
#include "tools/tool.h"

namespace assay::tools {

// image_search in a corpus by what a model sees in its pictures, whatever words are around them.
class AlikePictures : public Tool {
 public:
  // Pool and clock must outlive it.
  AlikePictures(std::shared_ptr<const retrieval::PictureRetriever> pictures,
                CorpusSearchOptions search, io::Pool& pool, const io::Clock& clock);

  std::string name() const override { return "image_search"; }
  core::ToolHelp help() const override;
  std::string version() const override { return "alike/1"; }
  std::string options() const override;
  boost::asio::awaitable<Findings> perform(Request request) const override;

 private:
  std::shared_ptr<const retrieval::PictureRetriever> pictures_;
  CorpusSearchOptions search_;
  io::Pool& pool_;
  const io::Clock& clock_;
};

}  // namespace assay::tools
