#include "retrieval/corpus.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "assay/core/error.h"
#include "io/sha256.h"
#include "retrieval/documents/ids.h"
#include "retrieval/documents/source.h"
#include "retrieval/index/index.h"
#include "retrieval/store/cache.h"
#include "retrieval/store/layout.h"
#include "retrieval/store/store.h"

namespace assay::retrieval {
namespace {

using core::Date;
using core::InputError;

// One input: a store, or documents in memory.
class Part {
 public:
  virtual ~Part() = default;
  virtual const Index& index() const = 0;
  virtual std::uint32_t documents() const = 0;
  virtual const std::string& fingerprint() const = 0;
  virtual std::uint32_t date(std::uint32_t number) const = 0;  // packed_date()
  virtual Document document(std::uint32_t number) const = 0;
  virtual std::string source_bytes(std::uint32_t number) const = 0;
};

class StorePart final : public Part {
 public:
  explicit StorePart(Store store) : store_(std::move(store)) {}
  const Index& index() const override { return store_.index(); }
  std::uint32_t documents() const override { return store_.documents(); }
  const std::string& fingerprint() const override { return store_.manifest().fingerprint; }
  std::uint32_t date(std::uint32_t number) const override { return store_.date(number); }
  Document document(std::uint32_t number) const override { return store_.document(number); }
  std::string source_bytes(std::uint32_t number) const override {
    return store_.source_bytes(number);
  }

 private:
  Store store_;
};

bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

class MemoryPart final : public Part {
 public:
  explicit MemoryPart(std::vector<Document> documents)
      : documents_(unique(std::move(documents), fingerprint_)), index_(index_of(documents_)) {}
  const Index& index() const override { return index_; }
  std::uint32_t documents() const override { return static_cast<std::uint32_t>(documents_.size()); }
  const std::string& fingerprint() const override { return fingerprint_; }
  std::uint32_t date(std::uint32_t number) const override {
    return packed_date(documents_.at(number).date);
  }
  Document document(std::uint32_t number) const override {
    auto document = documents_.at(number);
    document.bytes.clear();
    return document;
  }
  std::string source_bytes(std::uint32_t number) const override {
    const auto& document = documents_.at(number);
    return document.bytes.empty() ? document.text : document.bytes;
  }

 private:
  // The same care for ids and the same fingerprint as StoreWriter's.
  static std::vector<Document> unique(std::vector<Document> documents, std::string& fingerprint) {
    IdRegister ids;
    io::Sha256 hash;
    std::vector<Document> kept;
    std::size_t number = 0;
    for (auto& document : documents) {
      ++number;
      if (blank(document.text) && blank(document.title)) continue;
      if (document.id.empty()) document.id = "document:" + std::to_string(number);
      auto prepared = prepare(std::move(document));
      const auto id = ids.place(prepared.id, prepared.digest);
      if (!id) continue;
      if (*id != prepared.id) rename(prepared, *id);
      hash.add(prepared.digest);
      auto& added = kept.emplace_back(decode_metadata(prepared.metadata));
      added.text = std::move(prepared.text);
      added.bytes = std::move(prepared.bytes);
    }
    fingerprint = hash.hex();
    return kept;
  }

  static Index index_of(const std::vector<Document>& documents) {
    std::vector<IndexedText> texts;
    for (const auto& document : documents) texts.push_back({document.title, document.text});
    return Index::in_memory(texts);
  }

  std::string fingerprint_;
  std::vector<Document> documents_;
  Index index_;
};

// Which documents a search drops, by their dates.
class Sieve {
 public:
  explicit Sieve(const CorpusSearch& options)
      : before_(options.before),
        limit_(packed_date(options.before)),
        require_date_(options.require_date) {}

  bool active() const { return limit_ != 0 || require_date_; }
  bool keeps(std::uint32_t date) const {
    return date == 0 ? !require_date_ : limit_ == 0 || date < limit_;
  }
  std::string reason(std::uint32_t date) const {
    if (date == 0) return "no date is known";
    const auto published = unpacked_date(date);
    return "published on " + (published ? published->to_string() : std::string("a day")) +
           ", not before " + before_->to_string();
  }

 private:
  std::optional<Date> before_;
  std::uint32_t limit_;
  bool require_date_;
};

void keep_best(std::vector<CorpusHit>& hits, std::size_t top) {
  std::ranges::sort(hits, [](const CorpusHit& a, const CorpusHit& b) {
    return a.score != b.score ? a.score > b.score
                              : std::pair(a.part, a.document) < std::pair(b.part, b.document);
  });
  if (hits.size() > top) hits.resize(top);
}

}  // namespace

struct Corpus::Parts {
  std::vector<std::unique_ptr<Part>> parts;
  std::size_t documents = 0;
  std::string fingerprint;

  // The same input twice is one.
  void add(std::unique_ptr<Part> part) {
    for (const auto& there : parts)
      if (there->fingerprint() == part->fingerprint()) return;
    documents += part->documents();
    parts.push_back(std::move(part));
  }

  void close() {
    if (parts.size() == 1) {
      fingerprint = parts.front()->fingerprint();
      return;
    }
    io::Sha256 hash;
    for (const auto& part : parts) hash.add_field(part->fingerprint());
    fingerprint = hash.hex();
  }

  const Part& at(const CorpusHit& hit) const { return *parts.at(hit.part); }
};

namespace {

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
    for (std::uint32_t number = 0; number < parts_.size(); ++number) {
      const auto& part = *parts_[number];
      SearchOptions options;
      options.top = options_.top;
      if (parts_.size() > 1) options.global = &global_;
      if (sieve_.active())
        options.accept = [&](std::uint32_t document) { return accept(part.date(document)); };
      for (const auto& found : part.index().search(queries_[number], options))
        hits.push_back({number, found.document, found.score});
    }
    keep_best(hits, options_.top);
    return hits;
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
  for (const auto& input : inputs)
    parts->add(std::make_unique<StorePart>(open_cached(input, cache, build, say)));
  parts->close();
  return Corpus(std::move(parts));
}

Corpus Corpus::of(std::vector<Document> documents) {
  auto parts = std::make_unique<Parts>();
  parts->add(std::make_unique<MemoryPart>(std::move(documents)));
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
