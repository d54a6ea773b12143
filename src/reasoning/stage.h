#pragma once
#include <boost/asio/awaitable.hpp>
#include <string>

#include "reasoning/session.h"

namespace assay::reasoning {

// Who a stage is, for the key of its memoized steps: anything that changes what it would answer.
struct StageIdentity {
  std::string stage;         // `plan`, `summarize`, …
  std::string version;       // raised whenever the stage would answer differently
  std::string model;         // spec; `embedded` for a built-in stage
  std::string prompt = {};   // version of its prompt; empty without one
  std::string options = {};  // hash of the model's parameters and other options; may be empty
};

// One step of thinking. Built in (reasoning/extractive) or prompted; the same output type either
// way. Thread-safe: one stage serves many checks at a time.
template <class In, class Out>
class Stage {
 public:
  virtual ~Stage() = default;
  virtual StageIdentity identity() const = 0;
  // What it asks of models goes through the session, which outlives the call.
  virtual boost::asio::awaitable<Out> run(In input, Session& session) const = 0;
};

}  // namespace assay::reasoning
