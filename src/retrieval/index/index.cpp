#include "retrieval/index/index.h"

#include <algorithm>

#include "retrieval/index/data.h"
#include "retrieval/index/merge.h"
#include "retrieval/index/parse.h"
#include "retrieval/index/search.h"
#include "retrieval/index/slab.h"
#include "retrieval/index/writer.h"

namespace assay::retrieval {

struct Index::State {
  std::unique_ptr<const IndexData> data;
};

Index Index::open(const std::filesystem::path& folder) {
  return Index(std::make_shared<const State>(State{IndexData::map(folder)}));
}

Index Index::in_memory(std::span<const IndexedText> documents) {
  Slab slab(0);
  for (const auto& document : documents)
    slab.add(document.title, document.text, document.continues);
  slab.seal();
  const Run run = SlabIndexer({}, 0).index(slab);
  std::array<MemorySink, section_count> sinks;
  IndexWriter::Sinks places;
  for (std::size_t i = 0; i < section_count; ++i) places[i] = &sinks[i];
  IndexWriter writer(places, run.lengths);
  std::vector<RunReader> runs;
  runs.emplace_back(run.bytes);
  merge(runs, writer);
  const Header header = writer.finish();
  std::array<std::string, section_count> sections;
  for (std::size_t i = 0; i < section_count; ++i) sections[i] = sinks[i].take();
  return Index(std::make_shared<const State>(
      State{std::make_unique<const IndexData>(header, std::move(sections))}));
}

void Index::verify() const { state_->data->verify(); }
std::uint32_t Index::documents() const { return state_->data->documents(); }
std::uint64_t Index::tokens() const { return state_->data->tokens(); }
std::uint64_t Index::terms() const { return state_->data->terms(); }

Query Index::parse(std::string_view query) const { return parse_query(*state_->data, query); }

TermStatistics Index::statistics(const Query& query) const {
  return statistics_of(*state_->data, query);
}

std::vector<ScoredDocument> Index::search(const Query& query, const SearchOptions& options) const {
  return search_index(*state_->data, query, options);
}

TermStatistics& TermStatistics::operator+=(const TermStatistics& other) {
  documents += other.documents;
  tokens += other.tokens;
  frequencies.resize(std::max(frequencies.size(), other.frequencies.size()));
  for (std::size_t i = 0; i < other.frequencies.size(); ++i) frequencies[i] += other.frequencies[i];
  return *this;
}

}  // namespace assay::retrieval
