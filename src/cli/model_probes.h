#pragma once
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/chat_model.h"
#include "models/model_failure.h"

namespace assay::cli {

// What came of one thing that was tried with a model.
struct Probe {
  std::string name;       // text, image, schema, long input
  bool tried = false;     // not where text alone failed already
  bool answered = false;  // some answer came, whatever it is worth
  bool works = false;
  std::string detail;  // what was found, or the failure's line
  std::string hint;    // what to do; empty where it works
  std::chrono::milliseconds latency{0};
  models::TokenCount tokens;
  int asked = 0;        // how often; of `schema` several times
  int well_formed = 0;  // of these
};

struct ProbeOptions {
  models::ChatOptions chat;
  std::int64_t context = 0;  // tokens of the window, 0: not known
  int schema_asks = 5;
};

// Tries a model with a text, a picture, a form of the answer, and a long input. Failures are told,
// not thrown. `model` must live until the end.
boost::asio::awaitable<std::vector<Probe>> probe_model(models::ChatModel& model,
                                                       ProbeOptions options);

// Tokens of the answer a second; nothing where the server counts none.
std::optional<double> tokens_per_second(const Probe& probe);

// What to do about a failure, for the probe of that name.
std::string hint_for(models::ModelFailure::Kind kind, const std::string& probe);

}  // namespace assay::cli
