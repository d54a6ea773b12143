#include "cli/index_search_alike.h"

#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <utility>

#include "assay/core/error.h"
#include "cli/output.h"
#include "io/files.h"
#include "io/run_to_end.h"
#include "retrieval/search/picture_retriever.h"

namespace assay::cli {
namespace {

void warn(std::string_view line) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

class ModelSearch final : public AlikeSearch {
 public:
  ModelSearch(std::shared_ptr<const retrieval::Corpus> corpus, const RetrievalSetup& setup,
              const Config& config, const retrieval::CorpusSearch& options)
      : options_(options),
        pictures_(std::move(corpus), make_image_embedder(setup, config, loop_.get_executor()),
                  readers_, pool_, warn) {}

  retrieval::PictureSearchResult by_text(const std::string& text) override {
    return io::run_to_end(loop_, pictures_.by_text(text, options_));
  }
  retrieval::PictureSearchResult by_file(const std::filesystem::path& file) override {
    auto bytes = io::read_file(file, vision::PictureLimits{}.bytes);
    return io::run_to_end(loop_, pictures_.by_picture(std::move(bytes), options_));
  }

 private:
  retrieval::CorpusSearch options_;
  boost::asio::io_context loop_{1};
  io::Pool pool_;
  vision::PictureReaders readers_{program_path()};
  retrieval::PictureRetriever pictures_;
};

}  // namespace

std::unique_ptr<AlikeSearch> make_alike_search(std::shared_ptr<const retrieval::Corpus> corpus,
                                               const RetrievalFlags& flags, const Config& config,
                                               const retrieval::CorpusSearch& options) {
  RetrievalFlags pictures;  // the text models don't matter here
  pictures.image_embedding = flags.image_embedding;
  const auto setup = retrieval_setup(pictures, config);
  if (setup.image_embedding.empty()) return nullptr;
  return std::make_unique<ModelSearch>(std::move(corpus), setup, config, options);
}

}  // namespace assay::cli
