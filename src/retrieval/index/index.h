#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "retrieval/index/query.h"

namespace assay::retrieval {

// A document to index. The title counts as text too.
struct IndexedText {
  std::string_view title;
  std::string_view text;
  bool continues = false;  // of the same page as the one before, and so of its language
};

// A read-only full-text index. Copies share it; every function may be called by many threads.
class Index {
 public:
  // Maps the index that IndexBuilder wrote into the folder. Throws InputError, which names the
  // file, where it is missing, cut short, damaged, or of a newer version.
  static Index open(const std::filesystem::path& folder);

  // An index of a few documents, numbered in their order.
  static Index in_memory(std::span<const IndexedText> documents);

  // Every byte is looked at: throws InputError where the checksums do not agree with the files.
  void verify() const;

  std::uint32_t documents() const;
  std::uint64_t tokens() const;
  std::uint64_t terms() const;

  // Words are alternatives; "quoted words" stand for one phrase, which counts as its words do where
  // no document holds it. At most 256 different elements are looked at.
  Query parse(std::string_view query) const;

  TermStatistics statistics(const Query& query) const;

  // The best documents that hold at least one element, best first; of equals the lower number
  // first. Scores are above 0. Damaged postings end a term's list early.
  std::vector<ScoredDocument> search(const Query& query, const SearchOptions& options = {}) const;

 private:
  struct State;
  explicit Index(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

}  // namespace assay::retrieval
