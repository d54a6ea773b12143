#pragma once
#include <cstddef>
#include <span>
#include <string>

// How well a search ranked what it should have found.
namespace assay::eval {

// Share of the relevant IDs that stand among the first k of the ranking, 0 to 1. IDs that are
// repeated, in either list, count once. 0 where nothing is relevant: leave such queries out.
double recall_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                   std::size_t k);

// 1 where one of the first k of the ranking is relevant, else 0. Its mean over queries is hit@k.
double hit_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                std::size_t k);

// Share of the first k places that hold a relevant ID, which counts at its first place alone;
// places that a short ranking leaves empty count as not relevant. 0 for k = 0.
double precision_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                      std::size_t k);

// An ID and how much finding it is worth: 0 or more, finite. Of an ID that comes twice the first
// counts.
struct Judgement {
  std::string id;
  double gain = 0;
};

// Discounted cumulative gain of the first k, each gain divided by log2(rank + 1), over that of the
// best ranking of all that was judged: 0 to 1. What is not judged gains 0; an ID that is repeated
// in the ranking gains at its first place alone, and keeps its others. As scikit-learn's ndcg_score
// of the same ranking, where it holds all that was judged. 0 where nothing gains: leave such
// queries out. Throws InputError for a gain that is negative or not finite.
double ndcg_at_k(std::span<const std::string> ranking, std::span<const Judgement> judgements,
                 std::size_t k);
// The same where each relevant ID gains 1.
double ndcg_at_k(std::span<const std::string> ranking, std::span<const std::string> relevant,
                 std::size_t k);

// 1 / the rank (from 1) of the first relevant ID; 0 where none is ranked. Its mean over queries is
// the MRR.
double reciprocal_rank(std::span<const std::string> ranking, std::span<const std::string> relevant);

// Mean over queries of what reciprocal_rank gave. 0 of nothing.
double mean_reciprocal_rank(std::span<const double> reciprocal_ranks);

}  // namespace assay::eval
