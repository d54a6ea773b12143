#include "tools/reverse_search.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "assay/core/error.h"
#include "tools/help.h"
#include "tools/picture_comparison.h"
#include "vision/image_index.h"

namespace assay::tools {
CorpusReverseSearch::CorpusReverseSearch(std::shared_ptr<const retrieval::Corpus> corpus,
                                         CorpusSearchOptions options,
                                         vision::PictureReaders& readers, io::Pool& pool,
                                         const io::Clock& clock)
    : CorpusTool(std::move(corpus), options, pool, clock), readers_(readers) {}

core::ToolHelp CorpusReverseSearch::help() const { return reverse_search_help(); }

Findings CorpusReverseSearch::search(const Request& request) const {
  if (request.action.arguments.size() != 1 || request.pictures.size() != 1)
    throw core::InputError("reverse_search takes one picture, as in [image:1]");
  const auto& picture = request.pictures.front();
  const auto query = decoded(picture, readers_).picture;
  const auto result = corpus_->find_picture(vision::fingerprint(query), search_for(most_pages));
  Findings findings;
  std::set<std::pair<std::uint32_t, std::uint32_t>> pages;
  for (const auto& found : result.matches) {
    auto match = match_of(found.match, picture.image.number);
    bool compared = false;
    for (const auto& shown : found.shown_by) {
      if (findings.found.size() == most_pages) break;
      if (!pages.emplace(shown.document.part, shown.document.document).second) continue;
      auto page = found_picture(*corpus_, shown, clock_);
      if (!std::exchange(compared, true))
        match.differences = differences(query, page.pictures.front().bytes, found.match, readers_);
      page.source.score = match.score;
      page.source.match = match;
      insert_by_date(std::move(page), findings.found);
    }
  }
  findings.excluded = excluded_sources(*corpus_, result.excluded);
  return findings;
}

}  // namespace assay::tools
