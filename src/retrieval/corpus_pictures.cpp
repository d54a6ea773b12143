// The picture searches of a Corpus.
#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "assay/core/error.h"
#include "retrieval/corpus.h"
#include "retrieval/corpus_parts.h"

namespace assay::retrieval {
namespace {

using PartList = std::vector<std::unique_ptr<Part>>;

constexpr std::size_t most_excluded = 1000;

bool earlier_place(const CorpusPicture& a, const CorpusPicture& b) {
  return std::tuple(a.document.part, a.document.document, a.image) <
         std::tuple(b.document.part, b.document.document, b.image);
}

// Pictures by their words, over all parts.
class WordSearch {
 public:
  WordSearch(const PartList& parts, std::string_view text, const CorpusSearch& options)
      : parts_(parts), options_(options), sieve_(options) {
    bool first = true;
    for (const auto& part : parts_) {
      queries_.emplace_back();
      if (part->pictures() == nullptr) continue;
      const auto& words = part->pictures()->words();
      queries_.back() = words.parse(text);
      auto statistics = words.statistics(queries_.back());
      if (first)
        global_ = std::move(statistics);
      else
        global_ += statistics;
      first = false;
    }
  }

  PictureSearchResult run() {
    PictureSearchResult result;
    result.hits = best(options_.top, true);
    if (!sieve_.active()) return result;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const auto& dropped : best(options_.top, false)) {
      const auto& hit = dropped.document;
      if (seen.emplace(hit.part, hit.document).second)
        result.excluded.push_back({hit, sieve_.reason(parts_[hit.part]->date(hit.document))});
    }
    return result;
  }

 private:
  struct Scored {
    CorpusPicture picture;
    PictureDigest digest;
  };

  // The best pictures, each once, of those documents that the sieve keeps, or drops.
  std::vector<CorpusPicture> best(std::size_t top, bool kept) const {
    // One picture may be shown many times: look further until there are enough different ones.
    for (std::size_t depth = std::max<std::size_t>(top, 8) * 4;; depth *= 4) {
      bool exhausted = true;
      auto found = showings(depth, kept, exhausted);
      auto pictures = each_once(found, top);
      if (pictures.size() == top || exhausted) return pictures;
    }
  }

  std::vector<Scored> showings(std::size_t depth, bool kept, bool& exhausted) const {
    std::vector<Scored> found;
    for (std::uint32_t number = 0; number < parts_.size(); ++number) {
      const auto* pictures = parts_[number]->pictures();
      if (pictures == nullptr) continue;
      SearchOptions search;
      search.top = depth;
      search.global = &global_;
      if (sieve_.active())
        search.accept = [&](std::uint32_t showing) {
          return sieve_.keeps(parts_[number]->date(document_of(number, showing))) == kept;
        };
      const auto hits = pictures->words().search(queries_[number], search);
      exhausted = exhausted && hits.size() < depth;
      for (const auto& hit : hits) {
        const auto showing = pictures->showing(hit.document);
        found.push_back({{{number, showing.document, hit.score}, showing.image},
                         pictures->digest(showing.picture)});
      }
    }
    std::ranges::sort(found, [](const Scored& a, const Scored& b) {
      return a.picture.document.score != b.picture.document.score
                 ? a.picture.document.score > b.picture.document.score
                 : earlier_place(a.picture, b.picture);
    });
    return found;
  }

  // A damaged table may name a document that isn't there.
  std::uint32_t document_of(std::uint32_t part, std::uint32_t showing) const {
    return parts_[part]->pictures()->showing(showing).document;
  }

  static std::vector<CorpusPicture> each_once(const std::vector<Scored>& found, std::size_t top) {
    std::set<PictureDigest> seen;
    std::vector<CorpusPicture> pictures;
    for (const auto& one : found) {
      if (pictures.size() == top) break;
      if (seen.insert(one.digest).second) pictures.push_back(one.picture);
    }
    return pictures;
  }

  const PartList& parts_;
  const CorpusSearch& options_;
  Sieve sieve_;
  std::vector<Query> queries_;
  TermStatistics global_;
};

// The same picture again, over all parts.
class LookSearch {
 public:
  LookSearch(const PartList& parts, const vision::Fingerprint& query, const CorpusSearch& options)
      : parts_(parts), query_(query), options_(options), sieve_(options) {}

  CorpusPictureResult run() const {
    // Where the sieve drops whole pictures, others take their place.
    for (std::size_t depth = options_.top;; depth *= 4) {
      bool exhausted = true;
      auto result = search(depth, exhausted);
      if (result.matches.size() >= options_.top || exhausted) {
        if (result.matches.size() > options_.top) result.matches.resize(options_.top);
        return result;
      }
    }
  }

 private:
  struct Found {
    vision::ImageMatch match;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;  // part, picture there
  };

  CorpusPictureResult search(std::size_t depth, bool& exhausted) const {
    CorpusPictureResult result;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const auto& found : pictures(depth, exhausted)) {
      CorpusPictureMatch match{found.match, {}};
      for (const auto& [part, picture] : found.places) add(part, picture, match, seen, result);
      if (match.shown_by.empty()) continue;
      std::ranges::sort(match.shown_by, [&](const CorpusPicture& a, const CorpusPicture& b) {
        const auto days = std::pair(age(a), age(b));
        return days.first != days.second ? days.first < days.second : earlier_place(a, b);
      });
      result.matches.push_back(std::move(match));
    }
    return result;
  }

  // The pictures of all parts, each once, surest first.
  std::vector<Found> pictures(std::size_t depth, bool& exhausted) const {
    std::map<PictureDigest, Found> all;
    for (std::uint32_t number = 0; number < parts_.size(); ++number) {
      const auto* pictures = parts_[number]->pictures();
      if (pictures == nullptr) continue;
      const auto matches = pictures->looks().search(query_, depth);
      exhausted = exhausted && (matches.size() < depth || depth >= pictures->pictures());
      for (const auto& match : matches) {
        auto& found = all[pictures->digest(match.picture)];
        if (found.places.empty()) found.match = match;
        found.places.emplace_back(number, match.picture);
      }
    }
    std::vector<Found> sorted;
    for (auto& [digest, found] : all) sorted.push_back(std::move(found));
    std::ranges::sort(sorted, [](const Found& a, const Found& b) {
      return a.match.score != b.match.score ? a.match.score > b.match.score : a.places < b.places;
    });
    return sorted;
  }

  void add(std::uint32_t part, std::uint32_t picture, CorpusPictureMatch& match,
           std::set<std::pair<std::uint32_t, std::uint32_t>>& seen,
           CorpusPictureResult& result) const {
    const auto& pictures = *parts_[part]->pictures();
    for (const auto number : pictures.shown(picture)) {
      const auto showing = pictures.showing(number);
      const CorpusHit hit{part, showing.document, match.match.score};
      const auto date = parts_[part]->date(showing.document);
      if (sieve_.keeps(date))
        match.shown_by.push_back({hit, showing.image});
      else if (result.excluded.size() < most_excluded &&
               seen.emplace(part, showing.document).second)
        result.excluded.push_back({hit, sieve_.reason(date)});
    }
  }

  std::uint32_t age(const CorpusPicture& picture) const {
    const auto date = parts_[picture.document.part]->date(picture.document.document);
    return date == 0 ? std::numeric_limits<std::uint32_t>::max() : date;
  }

  const PartList& parts_;
  const vision::Fingerprint& query_;
  const CorpusSearch& options_;
  Sieve sieve_;
};

}  // namespace

std::size_t Corpus::pictures() const { return parts_->pictures; }

PictureSearchResult Corpus::search_pictures(std::string_view query,
                                            const CorpusSearch& options) const {
  if (options.top == 0 || pictures() == 0) return {};
  return WordSearch(parts_->parts, query, options).run();
}

CorpusPictureResult Corpus::find_picture(const vision::Fingerprint& query,
                                         const CorpusSearch& options) const {
  if (options.top == 0 || pictures() == 0) return {};
  return LookSearch(parts_->parts, query, options).run();
}

std::string Corpus::picture_bytes(const CorpusPicture& picture) const {
  const auto* pictures = parts_->at(picture.document).pictures();
  const auto number =
      pictures == nullptr ? std::nullopt : pictures->find(picture.document.document, picture.image);
  if (!number) throw core::InputError("the document has no picture there whose bytes are kept");
  return pictures->bytes(*number);
}

}  // namespace assay::retrieval
