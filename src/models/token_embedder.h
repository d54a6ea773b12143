#pragma once
#include <boost/asio/awaitable.hpp>
#include <string>
#include <vector>

#include "models/embedder.h"

namespace assay::models {

// A text as a model reads it: a vector for each token, of length 1, in their order, which says what
// the token means where it stands.
struct TokenVectors {
  std::vector<Vector> vectors;
  // How much each token counts: 1, and 0 for those that the model wants at a text's beginning and
  // end.
  std::vector<float> weights;
};

// A model that gives the vectors of a text's single tokens.
class TokenEmbedder {
 public:
  virtual ~TokenEmbedder() = default;

  // One for each text, in their order; a text longer than the model's window is cut to it. All are
  // in memory at once (1.5 KB a token for a MiniLM): ask for some hundreds at a time. Any number of
  // calls may be under way on one event loop. Throws ModelFailure, and
  // system_error(operation_aborted) where the caller is cancelled.
  virtual boost::asio::awaitable<std::vector<TokenVectors>> embed_tokens(
      std::vector<std::string> texts) = 0;

  // The spec that names the model, for records and messages.
  virtual const std::string& name() const = 0;
};

}  // namespace assay::models
