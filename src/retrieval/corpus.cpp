#include "retrieval/corpus.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <unordered_set>
#include <utility>

#include "assay/core/error.h"
#include "retrieval/corpus_parts.h"
#include "retrieval/documents/source.h"
#include "retrieval/index/index.h"
#include "retrieval/store/cache.h"
#include "retrieval/store/layout.h"

namespace assay::retrieval {
namespace {

using core::InputError;

void keep_best(std::vector<CorpusHit>& hits, std::size_t top) {
  std::ranges::sort(hits, [](const CorpusHit& a, const CorpusHit& b) {
    return a.score != b.score ? a.score > b.score
                              : std::pair(a.part, a.document) < std::pair(b.part, b.document);
  });
  if (hits.size() > top) hits.resize(top);
}

// One query over all parts.
class Search {
 public:
  Search(const std::vector<std::unique_ptr<Part>>& parts, std::string_view text,
         const CorpusSearch& options)
      : parts_(parts), options_(options), sieve_(options) {
    for (const auto& part : parts_) {
      queries_.push_back(part->index().parse(text));
      auto statistics = part->index().statistics(queries_.back());
      if (queries_.size() == 1)
        global_ = std::move(statistics);
      else
        global_ += statistics;
    }
  }

  CorpusResult run() {
    CorpusResult result;
    std::atomic<bool> dropped = false;
    result.hits = best([&](std::uint32_t date) {
      if (sieve_.keeps(date)) return true;
      dropped = true;
      return false;
    });
    if (!dropped) return result;
    for (const auto& hit : best([&](std::uint32_t date) { return !sieve_.keeps(date); }))
      result.excluded.push_back({hit, sieve_.reason(parts_[hit.part]->date(hit.document))});
    return result;
  }

 private:
  // The best of all parts, of those whose date is accepted.
  template <class Accept>
  std::vector<CorpusHit> best(Accept accept) const {
    std::vector<CorpusHit> hits;
    for (std::uint32_t number = 0; number < parts_.size(); ++number)
      for (const auto& hit : best_of(number, accept)) hits.push_back(hit);
    keep_best(hits, options_.top);
    return hits;
  }

  // Documents by their best passage. Those of long documents may fill the list: look further until
  // there are enough different ones.
  template <class Accept>
  std::vector<CorpusHit> best_of(std::uint32_t number, const Accept& accept) const {
    const auto& part = *parts_[number];
    const auto& passages = part.passages();
    SearchOptions options;
    if (parts_.size() > 1) options.global = &global_;
    if (sieve_.active())
      options.accept = [&](std::uint32_t passage) {
        return accept(part.date(passages.document(passage)));
      };
    const bool one_each = passages.size() == part.documents();
    for (options.top = one_each ? options_.top : 2 * options_.top;; options.top *= 4) {
      const auto found = part.index().search(queries_[number], options);
      std::vector<CorpusHit> hits;
      std::unordered_set<std::uint32_t> seen;
      for (const auto& passage : found) {
        const auto document = passages.document(passage.document);
        if (hits.size() < options_.top && seen.insert(document).second)
          hits.push_back({number, document, passage.score});
      }
      if (hits.size() == options_.top || found.size() < options.top) return hits;
    }
  }

  const std::vector<std::unique_ptr<Part>>& parts_;
  const CorpusSearch& options_;
  Sieve sieve_;
  std::vector<Query> queries_;
  TermStatistics global_;
};

core::Timestamp now() {
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(time).count()};
}

}  // namespace

Corpus::Corpus(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Corpus::Corpus(Corpus&&) noexcept = default;
Corpus& Corpus::operator=(Corpus&&) noexcept = default;
Corpus::~Corpus() = default;

Corpus Corpus::open(std::span<const std::filesystem::path> inputs, const CorpusOptions& options) {
  if (inputs.empty()) throw InputError("no corpus was named");
  BuildOptions build;
  build.read = {options.program, options.skip_bad, options.strict, options.jobs};
  build.version = options.version;
  build.now = now();
  const auto say = options.say ? options.say : [](std::string_view) {};
  // Stores are opened where they lie: without anything else no cache is needed, or made.
  const bool only_stores = std::ranges::all_of(inputs, looks_like_store);
  const auto cache = options.cache.empty() && !only_stores ? default_cache() : options.cache;
  auto parts = std::make_unique<Parts>();
  for (const auto& input : inputs) parts->add(part_of(open_cached(input, cache, build, say)));
  parts->close();
  return Corpus(std::move(parts));
}

Corpus Corpus::of(std::vector<Document> documents) { return of(std::move(documents), {}); }

Corpus Corpus::of(std::vector<Document> documents, const PictureOptions& pictures) {
  auto parts = std::make_unique<Parts>();
  parts->add(part_of(std::move(documents), pictures));
  parts->close();
  return Corpus(std::move(parts));
}

std::size_t Corpus::documents() const { return parts_->documents; }
const std::string& Corpus::fingerprint() const { return parts_->fingerprint; }

CorpusResult Corpus::search(std::string_view query, const CorpusSearch& options) const {
  if (options.top == 0 || documents() == 0) return {};
  return Search(parts_->parts, query, options).run();
}

Document Corpus::document(const CorpusHit& hit) const {
  return parts_->at(hit).document(hit.document);
}

std::string Corpus::source_bytes(const CorpusHit& hit) const {
  return parts_->at(hit).source_bytes(hit.document);
}

}  // namespace assay::retrieval
