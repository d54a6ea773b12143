#pragma once
#include <span>
#include <vector>

#include "eval/text/overlap_score.h"
#include "models/token_embedder.h"

namespace assay::eval {

// BERTScore: each token of a text is worth its nearest cosine among the tokens of the other. The
// precision is the mean over the hypothesis' tokens, the recall over the reference's, F1 their
// harmonic mean; each -1 to 1, most often above 0. As the package bert-score computes it without
// rescaling: a token of weight 0 counts for nothing, yet another may find its nearest in it.
// Values of different models, and of different layers, don't compare: say which was used. A text
// without tokens that count scores 0.
//
// Vectors need not be of length 1; one of zeros is like nothing. Weights (a token's idf, or 1) are
// as many as the vectors, or none: then each is 1. Throws std::invalid_argument where the vectors
// are not of one size, where weights are not as many or negative, and for what is no number. Takes
// time in proportion to the product of the texts' lengths.
OverlapScore bert_score(std::span<const std::vector<float>> reference,
                        std::span<const std::vector<float>> hypothesis,
                        std::span<const float> reference_weights = {},
                        std::span<const float> hypothesis_weights = {});

// The same of what a TokenEmbedder gave.
OverlapScore bert_score(const models::TokenVectors& reference,
                        const models::TokenVectors& hypothesis);

}  // namespace assay::eval
