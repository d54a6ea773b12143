#include "retrieval/index/phrase.h"

#include <algorithm>

namespace assay::retrieval {
namespace {

// The terms that can stand at one place of the phrase, seen as one.
class PlaceCursor {
 public:
  PlaceCursor(const IndexData& index, const QueryElement::Place& place) : offset_(place.offset) {
    for (const auto& term : place.terms) {
      const auto entry = index.find(term);
      if (!entry) continue;
      documents_ += entry->documents;
      cursors_.emplace_back(index, *entry);
    }
  }
  std::uint64_t documents() const { return documents_; }

  std::uint32_t seek(std::uint32_t document) {
    std::uint32_t next = Cursor::end;
    for (auto& cursor : cursors_) next = std::min(next, cursor.seek(document));
    return next;
  }

  // Where the phrase would begin, for each place of its word in the document.
  void starts(std::uint32_t document, std::vector<std::uint32_t>& starts) {
    starts.clear();
    for (auto& cursor : cursors_) {
      if (cursor.document() != document) continue;
      cursor.positions(places_);
      for (const std::uint32_t place : places_)
        if (place >= offset_) starts.push_back(place - offset_);
    }
    if (cursors_.size() > 1) std::sort(starts.begin(), starts.end());
  }

 private:
  std::uint32_t offset_;
  std::uint64_t documents_ = 0;
  std::vector<Cursor> cursors_;
  std::vector<std::uint32_t> places_;
};

std::uint32_t count_common(std::vector<PlaceCursor>& places, std::uint32_t document) {
  std::vector<std::uint32_t> common;
  std::vector<std::uint32_t> starts;
  std::vector<std::uint32_t> both;
  places.front().starts(document, common);
  for (std::size_t i = 1; i < places.size() && !common.empty(); ++i) {
    places[i].starts(document, starts);
    both.clear();
    std::set_intersection(common.begin(), common.end(), starts.begin(), starts.end(),
                          std::back_inserter(both));
    common.swap(both);
  }
  common.erase(std::unique(common.begin(), common.end()), common.end());
  return static_cast<std::uint32_t>(common.size());
}

}  // namespace

std::vector<Posting> find_phrase(const IndexData& index, const QueryElement& phrase) {
  std::vector<PlaceCursor> places;
  places.reserve(phrase.places.size());
  for (const auto& place : phrase.places) places.emplace_back(index, place);
  // The rarest leads.
  std::sort(places.begin(), places.end(), [](const PlaceCursor& a, const PlaceCursor& b) {
    return a.documents() < b.documents();
  });
  std::vector<Posting> found;
  if (places.empty() || places.front().documents() == 0) return found;
  for (std::uint32_t document = places.front().seek(0); document != Cursor::end;) {
    std::uint32_t furthest = document;
    for (auto& place : places) {
      furthest = place.seek(furthest);
      if (furthest != document) break;
    }
    if (furthest == document) {
      if (const std::uint32_t frequency = count_common(places, document))
        found.push_back({document, frequency});
      furthest = document + 1;
    }
    document = furthest == Cursor::end ? Cursor::end : places.front().seek(furthest);
  }
  return found;
}

}  // namespace assay::retrieval
