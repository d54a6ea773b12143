#include "retrieval/index/search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include "retrieval/index/cursor.h"
#include "retrieval/index/phrase.h"
#include "retrieval/index/score.h"
#include "retrieval/index/top.h"

namespace assay::retrieval {
namespace {

// A term of the query with what its documents gain by it.
struct Source {
  Source(Cursor from, const TermScore& by) : cursor(std::move(from)), score(by) {
    block_bounds.reserve(cursor.blocks());
    for (std::size_t i = 0; i < cursor.blocks(); ++i)
      block_bounds.push_back(score.bound(cursor.bound(i).most, cursor.bound(i).shortest));
  }

  // No document from `from` up to, not including, `to` gains more; 0 where none holds the term.
  Units bound(std::uint32_t from, std::uint32_t to) const {
    Units most = 0;
    for (std::size_t block = cursor.block_of(from); block < cursor.blocks(); ++block) {
      if (block > 0 && cursor.bound(block - 1).last + 1 >= to) break;
      most = std::max(most, block_bounds[block]);
    }
    return most;
  }

  Cursor cursor;
  TermScore score;
  std::vector<Units> block_bounds;
};

bool is_phrase(const QueryElement& element) { return element.places.size() > 1; }

double idf(Ranking ranking, double documents, double frequency) {
  const double odds = (documents - frequency + 0.5) / (frequency + 0.5);
  if (ranking == Ranking::bm25) return std::max(1e-6, std::log(odds));
  const double smooth = std::log1p(odds);
  return smooth * smooth;
}

std::uint64_t frequency_of(const IndexData& index, const QueryElement& element) {
  if (is_phrase(element)) return find_phrase(index, element).size();
  std::uint64_t documents = 0;
  for (const auto& place : element.places)
    for (const auto& term : place.terms)
      if (const auto entry = index.find(term)) documents += entry->documents;
  return std::min<std::uint64_t>(documents, index.documents());
}

// Opens what the query looks for.
class Opener {
 public:
  Opener(const IndexData& index, const Query& query, const SearchOptions& options)
      : index_(index), query_(query), options_(options) {
    if (options.global == nullptr) own_ = statistics_of(index, query);
    const TermStatistics& all = options.global != nullptr ? *options.global : own_;
    frequencies_ = all.frequencies;
    frequencies_.resize(query.elements.size());
    documents_ = static_cast<double>(std::max<std::uint64_t>(all.documents, 1));
    mean_ = std::max(1.0, static_cast<double>(all.tokens) / documents_);
  }

  std::vector<Source> open() {
    for (std::size_t i = 0; i < query_.elements.size(); ++i)
      if (counts(query_.elements[i], i)) open(query_.elements[i], i);
    return std::move(sources_);
  }

 private:
  // The words of a phrase count where the phrase is nowhere.
  bool counts(const QueryElement& element, std::size_t number) const {
    if (frequencies_[number] == 0) return false;
    return element.instead_of >= frequencies_.size() || frequencies_[element.instead_of] == 0;
  }

  void open(const QueryElement& element, std::size_t number) {
    const double weight = options_.ranking == Ranking::bm25 ? element.weight : 1;
    const double found = std::min(static_cast<double>(frequencies_[number]), documents_);
    const TermScore score(weight * idf(options_.ranking, documents_, found),
                          std::clamp(options_.k1, 0.0F, 100.0F), std::clamp(options_.b, 0.0F, 1.0F),
                          mean_);
    if (is_phrase(element)) {
      sources_.emplace_back(Cursor(index_, find_phrase(index_, element)), score);
      return;
    }
    for (const auto& place : element.places) {
      for (const auto& term : place.terms) {
        const auto entry = index_.find(term);
        // `vaccine vaccines` says one word twice.
        const bool again = entry && !seen_.insert(term).second;
        if (entry && !(again && options_.ranking == Ranking::standard))
          sources_.emplace_back(Cursor(index_, *entry), score);
      }
    }
  }

  const IndexData& index_;
  const Query& query_;
  const SearchOptions& options_;
  TermStatistics own_;
  std::vector<std::uint64_t> frequencies_;
  double documents_ = 1;
  double mean_ = 1;
  std::vector<Source> sources_;
  std::set<std::string> seen_;
};

// MaxScore, a window of documents at a time. In each, the terms that cannot lift a document above
// the threshold on their own, all together, are looked up only for documents that another term
// brings; the others are added up. A window that cannot hold a better document is not read.
class WindowSearch {
 public:
  WindowSearch(const IndexData& index, std::vector<Source> sources, const SearchOptions& options)
      : index_(index),
        sources_(std::move(sources)),
        options_(options),
        top_(std::min<std::size_t>(options.top, index.documents())),
        gains_(window_size) {}

  std::vector<ScoredDocument> run() {
    if (options_.top == 0) return {};
    for (std::uint64_t from = 0; from < index_.documents(); from += window_size) {
      const std::uint64_t to = std::min<std::uint64_t>(from + window_size, index_.documents());
      window(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to));
    }
    return top_.sorted();
  }

 private:
  static constexpr std::uint32_t window_size = 4096;

  struct Part {
    Source* source;
    Units bound;
  };

  void window(std::uint32_t from, std::uint32_t to) {
    parts_.clear();
    for (Source& source : sources_)
      if (const Units bound = source.bound(from, to)) parts_.push_back({&source, bound});
    std::sort(parts_.begin(), parts_.end(),
              [](const Part& a, const Part& b) { return a.bound > b.bound; });
    // How many of the first are needed, and what the rest can add.
    std::size_t needed = parts_.size();
    Units rest = 0;
    while (needed > 0 && rest + parts_[needed - 1].bound <= top_.threshold())
      rest += parts_[--needed].bound;
    if (needed == 0) return;
    for (std::size_t i = 0; i < needed; ++i) add_up(*parts_[i].source, from, to);
    collect(from, needed, rest);
  }

  void add_up(Source& source, std::uint32_t from, std::uint32_t to) {
    source.cursor.each(from, to, [&](std::uint32_t document, std::uint32_t frequency) {
      const std::uint32_t i = document - from;
      gains_[i] += source.score(frequency, index_.length(document));
      touched_[i / 64] |= std::uint64_t{1} << (i % 64);
    });
  }

  void collect(std::uint32_t from, std::size_t needed, Units rest) {
    for (std::size_t word = 0; word < touched_.size(); ++word) {
      for (std::uint64_t bits = std::exchange(touched_[word], 0); bits != 0; bits &= bits - 1) {
        const auto i = static_cast<std::uint32_t>(word * 64 + std::countr_zero(bits));
        const Units gain = std::exchange(gains_[i], 0);
        if (gain + rest > top_.threshold()) complete(from + i, gain, needed, rest);
      }
    }
  }

  // Adds what the terms that were left out give to one document.
  void complete(std::uint32_t document, Units gain, std::size_t needed, Units rest) {
    for (std::size_t i = needed; i < parts_.size(); ++i) {
      if (gain + rest <= top_.threshold()) return;
      rest -= parts_[i].bound;
      Source& source = *parts_[i].source;
      if (source.cursor.seek(document) == document)
        gain += source.score(source.cursor.frequency(), index_.length(document));
    }
    if (gain <= top_.threshold()) return;
    if (options_.accept && !options_.accept(document)) return;
    top_.take(document, gain);
  }

  const IndexData& index_;
  std::vector<Source> sources_;
  const SearchOptions& options_;
  Top top_;
  std::vector<Part> parts_;
  std::vector<Units> gains_;
  std::array<std::uint64_t, window_size / 64> touched_{};
};

}  // namespace

TermStatistics statistics_of(const IndexData& index, const Query& query) {
  TermStatistics statistics;
  statistics.documents = index.documents();
  statistics.tokens = index.tokens();
  for (const auto& element : query.elements)
    statistics.frequencies.push_back(frequency_of(index, element));
  return statistics;
}

std::vector<ScoredDocument> search_index(const IndexData& index, const Query& query,
                                         const SearchOptions& options) {
  return WindowSearch(index, Opener(index, query, options).open(), options).run();
}

}  // namespace assay::retrieval
