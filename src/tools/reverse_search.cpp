#include "tools/reverse_search.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "assay/core/error.h"
#include "vision/difference.h"
#include "vision/image_index.h"

namespace assay::tools {
namespace {

core::Region region_of(const vision::Box& box, const vision::Picture& picture) {
  const double width = picture.width;
  const double height = picture.height;
  return {box.x / width, box.y / height, box.width / width, box.height / height};
}

// Where the query and a found picture differ; nowhere where the found one can't be read.
std::vector<core::Difference> differences(const vision::Picture& query, const std::string& bytes,
                                          const vision::ImageMatch& match,
                                          vision::PictureReaders& readers) {
  std::vector<core::Difference> regions;
  try {
    const auto found = readers.read(bytes).picture;
    // The index may know the picture in another size.
    const auto to_size =
        vision::Affine::scaling(static_cast<double>(found.width) / match.found_width,
                                static_cast<double>(found.height) / match.found_height);
    for (const auto& difference : vision::differences(query, found, to_size.after(match.to_found)))
      regions.push_back(
          {region_of(difference.in_query, query), region_of(difference.in_found, found)});
  } catch (const vision::Undecodable&) {
  }
  return regions;
}

core::PictureMatch match_of(const vision::ImageMatch& match, int query) {
  core::PictureMatch result;
  result.query = query;
  result.description = match.describe();
  result.score = match.score;
  result.query_share = match.query_share;
  result.found_share = match.found_share;
  return result;
}

// When a picture was out first tells most. Pages of one day, and those without a date, which come
// last, stay in the order in which they were found.
void insert_by_date(Found page, std::vector<Found>& pages) {
  const auto later = [&page](const Found& other) {
    const auto& date = page.source.published;
    return date && (!other.source.published || *date < *other.source.published);
  };
  pages.insert(std::ranges::find_if(pages, later), std::move(page));
}

vision::DecodedImage decoded(const KeptPicture& picture, vision::PictureReaders& readers) {
  try {
    return readers.read(picture.bytes);
  } catch (const vision::Undecodable& error) {
    throw core::InputError(core::to_string(core::ImageRef{picture.image.number}) +
                           " can't be read: " + error.what());
  }
}

}  // namespace

CorpusReverseSearch::CorpusReverseSearch(std::shared_ptr<const retrieval::Corpus> corpus,
                                         CorpusSearchOptions options,
                                         vision::PictureReaders& readers, io::Pool& pool,
                                         const io::Clock& clock)
    : CorpusTool(std::move(corpus), options, pool, clock), readers_(readers) {}

core::ToolHelp CorpusReverseSearch::help() const {
  return {name(),
          "Searches for pages that show the same picture, also cropped, edited or mirrored, and "
          "brings them oldest first, with captions and dates. Takes one picture of the record by "
          "its reference.",
          R"x(reverse_search([image:1]))x"};
}

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
