#include "retrieval/search/word_list.h"

#include <functional>
#include <set>
#include <utility>

namespace assay::retrieval {
namespace {

using Parts = std::span<const std::unique_ptr<PartView>>;
// Which passages of a part count.
using Accept = std::function<bool(const PartView&, const PassageFilter&, std::uint32_t)>;

class WordSearch {
 public:
  WordSearch(Parts parts, std::string_view text, const RetrievalOptions& options)
      : parts_(parts), options_(options) {
    for (const auto& view : parts_) {
      const auto& index = view->part().index();
      queries_.push_back(index.parse(text));
      auto statistics = index.statistics(queries_.back());
      if (queries_.size() == 1)
        global_ = std::move(statistics);
      else
        global_ += statistics;
    }
  }

  // The best of all parts, one of each group.
  std::vector<RankedPassage> best(std::size_t top, const Accept& accept) const {
    std::vector<RankedPassage> all;
    for (std::uint32_t number = 0; number < parts_.size(); ++number)
      for (const auto& one : best_of(number, top, accept)) all.push_back(one);
    sort_ranked(all);
    if (all.size() > top) all.resize(top);
    return all;
  }

 private:
  std::vector<RankedPassage> best_of(std::uint32_t number, std::size_t top,
                                     const Accept& accept) const {
    const auto& view = *parts_[number];
    const PassageFilter filter(view.part(), options_);
    SearchOptions search;
    if (parts_.size() > 1) search.global = &global_;
    if (filter.active())
      search.accept = [&](std::uint32_t passage) { return accept(view, filter, passage); };
    // Repeats may fill the list: look further until there are enough different ones.
    for (search.top = top + top / 4 + 8;; search.top *= 4) {
      const auto found = view.part().index().search(queries_[number], search);
      std::vector<RankedPassage> kept;
      std::set<std::uint32_t> seen;
      for (const auto& one : found)
        if (kept.size() < top && seen.insert(view.part().passages().group(one.document)).second)
          kept.push_back({{number, one.document}, one.score});
      if (kept.size() == top || found.size() < search.top) return kept;
    }
  }

  Parts parts_;
  const RetrievalOptions& options_;
  std::vector<Query> queries_;
  TermStatistics global_;
};

}  // namespace

std::vector<RankedPassage> words_list(Parts parts, std::string_view query,
                                      const RetrievalOptions& options, std::size_t top) {
  return WordSearch(parts, query, options)
      .best(top, [](const PartView&, const PassageFilter& filter, std::uint32_t passage) {
        return filter(passage);
      });
}

std::vector<ExcludedHit> dropped_by_date(Parts parts, std::string_view query,
                                         const RetrievalOptions& options) {
  std::vector<ExcludedHit> dropped;
  if (!Sieve(options.documents).active()) return dropped;
  const auto best =
      WordSearch(parts, query, options)
          .best(2 * options.documents.top,
                [](const PartView& view, const PassageFilter& filter, std::uint32_t passage) {
                  return filter.too_late(view.part().passages().document(passage));
                });
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const auto& [id, score] : best) {
    const auto& part = parts[id.part]->part();
    const auto document = part.passages().document(id.passage);
    if (dropped.size() == options.documents.top) break;
    if (seen.emplace(id.part, document).second)
      dropped.push_back(
          {{id.part, document, score}, PassageFilter(part, options).reason(document)});
  }
  return dropped;
}

}  // namespace assay::retrieval
