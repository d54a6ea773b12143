#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace assay::retrieval {

// One thing that a query looks for: a word, or a quoted phrase.
struct QueryElement {
  // The places of the phrase in their order, one for a word. Each lists the terms that can stand
  // there: a document's words are stemmed by its own language, so a word of the query has one term
  // for each language of the index. A document holds at most one of the kinds.
  struct Place {
    std::uint32_t offset = 0;  // from the phrase's first word
    std::vector<std::string> terms;
  };
  std::vector<Place> places;
  float weight = 1;  // how often the query says it
  // For a word of a quoted phrase: the phrase's number among the elements. Such a word counts only
  // where the phrase stands in no document at all.
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t instead_of = none;
};

// A query as one index understands it. Another index has other languages, so that it parses the
// text for itself; the elements are the same in number and order.
struct Query {
  std::vector<QueryElement> elements;
};

// What BM25 knows of the whole collection. Adding up those of several indexes, each for its own
// parse of one query, makes their scores comparable.
struct TermStatistics {
  std::uint64_t documents = 0;
  std::uint64_t tokens = 0;
  std::vector<std::uint64_t> frequencies;  // documents that hold the element, one each
  TermStatistics& operator+=(const TermStatistics& other);
};

struct ScoredDocument {
  std::uint32_t document = 0;
  double score = 0;
  friend bool operator==(const ScoredDocument&, const ScoredDocument&) = default;
};

enum class Ranking {
  // BM25 where each word of the query counts once and weighs its IDF twice, as the product of two
  // weighted vectors does; the IDF, ln(1 + (N - n + 0.5) / (n + 0.5)), never falls to nothing, so
  // that it serves collections of a few documents too. Finds more than BM25 (docs/benchmarks.md).
  standard,
  // As SQLite's FTS5 computes it: a word counts as often as the query says it, and its IDF is
  // ln((N - n + 0.5) / (n + 0.5)), at least 0.000001.
  bm25
};

struct SearchOptions {
  std::size_t top = 10;  // at most this many
  float k1 = 1.2F;
  float b = 0.75F;
  Ranking ranking = Ranking::standard;
  // Documents that may be returned; all where it is empty. Called for candidates only, in no
  // certain order.
  std::function<bool(std::uint32_t)> accept;
  // Of a search over several indexes as if they were one.
  const TermStatistics* global = nullptr;
};

}  // namespace assay::retrieval
