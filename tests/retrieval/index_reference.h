#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "retrieval/index/query.h"

// BM25 as it is defined, over documents that are lists of words: what the index must agree with.
namespace assay::retrieval::test {

using Words = std::vector<std::string>;

inline std::string joined(const Words& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

inline std::size_t count(const Words& document, const std::string& word) {
  return static_cast<std::size_t>(std::count(document.begin(), document.end(), word));
}

// All documents with a word of the query, best first, of equals the lower number first. The words
// are such that no stemmer changes them, and the query holds each once.
inline std::vector<ScoredDocument> rank(const std::vector<Words>& documents, const Words& query,
                                        const SearchOptions& options) {
  const auto all = static_cast<double>(documents.size());
  double total = 0;
  for (const auto& document : documents) total += static_cast<double>(document.size());
  std::vector<ScoredDocument> ranked;
  for (std::uint32_t number = 0; number < documents.size(); ++number) {
    double score = 0;
    for (const auto& word : query) {
      double holding = 0;
      for (const auto& document : documents) holding += count(document, word) > 0 ? 1 : 0;
      const double odds = (all - holding + 0.5) / (holding + 0.5);
      const double smooth = std::log(1 + odds);
      const double idf =
          options.ranking == Ranking::bm25 ? std::max(1e-6, std::log(odds)) : smooth * smooth;
      if (count(documents[number], word) == 0) continue;
      const auto frequency = static_cast<double>(count(documents[number], word));
      const double length = static_cast<double>(documents[number].size()) / (total / all);
      score += idf * frequency * (options.k1 + 1) /
               (frequency + options.k1 * (1 - options.b + options.b * length));
    }
    if (score > 0) ranked.push_back({number, score});
  }
  std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : a.document < b.document;
  });
  return ranked;
}

}  // namespace assay::retrieval::test
