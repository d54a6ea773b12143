#pragma once
#include <boost/asio/awaitable.hpp>
#include <string>
#include <vector>

#include "models/chat_model.h"

namespace assay::models {

using Vector = std::vector<float>;

// A model that turns texts, and where it can pictures, into vectors whose cosine says how near they
// are in meaning.
class Embedder {
 public:
  virtual ~Embedder() = default;

  // One vector for each item, in their order, all of one dimension and of length 1 (so that the
  // cosine is the dot product); of a blank text too. A text longer than the model's window is cut
  // to it. Any number of calls may be under way on one event loop. Throws ModelFailure (no_vision
  // for a picture where the model takes none), and system_error(operation_aborted) where the caller
  // is cancelled.
  virtual boost::asio::awaitable<std::vector<Vector>> embed(std::vector<Part> items) = 0;

  // The spec that names the model, for records and messages: no key, no user and password.
  virtual const std::string& name() const = 0;
};

}  // namespace assay::models
