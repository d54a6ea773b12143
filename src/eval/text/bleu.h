#pragma once
#include <span>
#include <string>
#include <vector>

namespace assay::eval {

using Tokens = std::vector<std::string>;

// What becomes of sequences of a length of which a text shares none with its references.
enum class BleuSmoothing {
  none,        // the whole score is 0
  add_epsilon  // they count as a tenth of one that is shared (NLTK's method1)
};

// One text and the texts that it could have been. Tokens are compared as they are: case counts.
struct BleuPair {
  std::vector<Tokens> references;  // at least one
  Tokens hypothesis;
};

// BLEU-4 of all texts together, 0 to 1, as NLTK 3.8's corpus_bleu: shared sequences of one to four
// tokens are summed over the texts before they are divided; 0 where no token is shared. Without
// smoothing by default, as papers report it: a corpus of any size shares sequences of each length,
// and one that doesn't should say so. Throws std::invalid_argument for a text without references.
double corpus_bleu(std::span<const BleuPair> pairs, BleuSmoothing smoothing = BleuSmoothing::none);

// Of one text (NLTK's sentence_bleu). Smoothed by default: most single justifications share no four
// tokens in a row with the reference, and would all be 0.
double sentence_bleu(const BleuPair& pair, BleuSmoothing smoothing = BleuSmoothing::add_epsilon);

}  // namespace assay::eval
