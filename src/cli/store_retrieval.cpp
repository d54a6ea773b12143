#include "cli/store_retrieval.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "tools/alike_pictures.h"
#include "tools/passage_search.h"

namespace assay::cli {

StoreRetrieval::StoreRetrieval(RetrievalSetup setup, retrieval::RetrievalModels models,
                               std::shared_ptr<models::Embedder> image_embedder, io::Pool& pool,
                               std::function<void(std::string_view)> say)
    : setup_(std::move(setup)),
      models_(std::move(models)),
      image_embedder_(std::move(image_embedder)),
      pool_(pool),
      say_(std::move(say)) {}

std::vector<std::shared_ptr<const tools::Tool>> StoreRetrieval::tools(
    const std::shared_ptr<const retrieval::Corpus>& corpus,
    const tools::CorpusSearchOptions& search, vision::PictureReaders& readers,
    const io::Clock& clock) const {
  std::vector<std::shared_ptr<const tools::Tool>> made;
  const auto retriever = std::make_shared<const retrieval::Retriever>(corpus, models_, pool_, say_);
  made.push_back(std::make_shared<tools::PassageSearch>(
      retriever, setup_.options, setup_.preset.each_collection, search, clock));
  if (image_embedder_ == nullptr || corpus->pictures() == 0) return made;
  const auto pictures = std::make_shared<const retrieval::PictureRetriever>(corpus, image_embedder_,
                                                                            readers, pool_, say_);
  auto by_text = search;
  if (setup_.preset.pictures > 0) by_text.results = setup_.preset.pictures;
  made.push_back(std::make_shared<tools::AlikePictures>(pictures, by_text, pool_, clock));
  return made;
}

core::Json StoreRetrieval::configuration() const {
  auto json = retrieval::to_json(setup_.options);
  json.erase("top");
  if (!setup_.preset.name.empty()) json["preset"] = setup_.preset.name;
  if (models_.embedder) json["embedding"] = models_.embedder->name();
  if (models_.reranker) json["reranking"] = models_.reranker->name();
  if (image_embedder_) json["image_embedding"] = image_embedder_->name();
  return json;
}

}  // namespace assay::cli
