#include "retrieval/index/merge.h"

#include <algorithm>

namespace assay::retrieval {
namespace {

// A run at its current term.
struct Head {
  std::uint64_t prefix;
  std::size_t run;
};

}  // namespace

void merge(std::vector<RunReader>& runs, IndexWriter& writer) {
  const auto later = [&](const Head& a, const Head& b) {
    if (a.prefix != b.prefix) return a.prefix > b.prefix;
    const int order = runs[a.run].key().compare(runs[b.run].key());
    return order != 0 ? order > 0 : a.run > b.run;
  };
  std::vector<Head> heads;
  const auto advance = [&](std::size_t run) {
    if (!runs[run].next()) return;
    heads.push_back({runs[run].prefix(), run});
    std::push_heap(heads.begin(), heads.end(), later);
  };
  for (std::size_t run = 0; run < runs.size(); ++run) advance(run);
  std::string key;
  std::vector<std::size_t> same;
  while (!heads.empty()) {
    key = runs[heads.front().run].key();
    writer.begin(key);
    same.clear();
    while (!heads.empty() && runs[heads.front().run].key() == key) {
      std::pop_heap(heads.begin(), heads.end(), later);
      const std::size_t run = heads.back().run;
      heads.pop_back();
      writer.add(runs[run].postings(), runs[run].positions());
      same.push_back(run);
    }
    writer.end();
    for (const std::size_t run : same) advance(run);
  }
}

}  // namespace assay::retrieval
