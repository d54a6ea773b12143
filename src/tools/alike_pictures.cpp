#include "tools/alike_pictures.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "io/record_file.h"
#include "tools/help.h"

namespace assay::tools {

AlikePictures::AlikePictures(std::shared_ptr<const retrieval::PictureRetriever> pictures,
                             CorpusSearchOptions search, io::Pool& pool, const io::Clock& clock)
    : pictures_(std::move(pictures)), search_(search), pool_(pool), clock_(clock) {}

core::ToolHelp AlikePictures::help() const { return image_search_help(); }

std::string AlikePictures::options() const {
  auto json = options_json(pictures_->corpus(), search_);
  json["image_embedding"] = pictures_->model();
  return io::hash_of(json);
}

boost::asio::awaitable<Findings> AlikePictures::perform(Request request) const {
  if (request.action.arguments.size() != 1)
    throw core::InputError("image_search takes one caption");
  const retrieval::CorpusSearch search{search_.results, search_.before, search_.require_date};
  const auto result = co_await pictures_->by_text(request.action.arguments.front(), search);
  co_return co_await pool_.run([&] {
    const auto& corpus = pictures_->corpus();
    Findings findings;
    for (const auto& hit : result.hits)
      findings.found.push_back(found_picture(corpus, hit, clock_));
    findings.excluded = excluded_sources(corpus, result.excluded);
    return findings;
  });
}

}  // namespace assay::tools
