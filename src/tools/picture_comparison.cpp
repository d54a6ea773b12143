#include "tools/picture_comparison.h"

#include <algorithm>
#include <utility>

#include "assay/core/error.h"
#include "vision/difference.h"

namespace assay::tools {
namespace {

core::Region region_of(const vision::Box& box, const vision::Picture& picture) {
  const double width = picture.width;
  const double height = picture.height;
  return {box.x / width, box.y / height, box.width / width, box.height / height};
}

}  // namespace

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

// Pages of one day, and those without a date, which come last, stay in the order in which they were
// found.
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

}  // namespace assay::tools
