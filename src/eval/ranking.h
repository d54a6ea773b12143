#pragma once
#include <cstddef>
#include <map>
#include <span>
#include <string>

// How well a search ranked what it should have found.
namespace assay::eval {

// Share of the relevant IDs that stand among the first k of the ranking, 0 to 1. IDs that are
// repeated, in either list, count once. 0 where nothing is relevant: leave such queries out.
double recall_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                   std::size_t k);

// 1 / the rank (from 1) of the first relevant ID; 0 where none is ranked. Its mean over queries is
// the MRR.
double reciprocal_rank(std::span<const std::string> ranking, std::span<const std::string> relevant);

// Mean over queries of what reciprocal_rank gave. 0 of nothing.
double mean_reciprocal_rank(std::span<const double> reciprocal_ranks);

// Is one of the relevant IDs among the first k?
bool hit_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
              std::size_t k);

// Share of the first k places that hold a relevant ID, which counts at its first place alone;
// places that a short ranking leaves empty hold none. 0 for k = 0.
double precision_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                      std::size_t k);

// Normalised discounted cumulative gain of the first k: an item's grade (0 or more; 1 where
// relevance is yes or no) divided by log2(rank + 1), summed, over that sum of the best ranking
// there could be. 0 to 1; 0 where nothing is relevant. A repeated ID counts at its first place
// alone. As scikit-learn's ndcg_score of the same ranking, where it holds all that was graded.
// Throws InputError for a grade that is negative or no finite number.
double ndcg_at_k(std::span<const std::string> ranking, const std::map<std::string, double>& grades,
                 std::size_t k);

}  // namespace assay::eval
