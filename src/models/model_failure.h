#pragma once
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>

namespace assay::models {

// Why a model gave no answer. what() is one line that names the model and says what to do where
// that is known; it holds no key.
struct ModelFailure : std::runtime_error {
  enum class Kind {
    key,          // none, or one that was refused
    quota,        // nothing left to spend
    limited,      // too many calls at once (429)
    unreachable,  // no connection: wrong address, or the server is down
    unavailable,  // the server failed, was too slow, or dropped the connection
    malformed,    // an answer that can't be read
    not_found,    // no such model, or no such service at the address
    too_long,     // the prompt does not fit into the context window
    no_vision,    // the model takes no images
    bad_request,  // refused for another reason
  };
  ModelFailure(Kind kind_of, const std::string& message)
      : std::runtime_error(message), kind(kind_of) {}

  Kind kind;
  bool passing = false;                           // may the same call succeed later?
  std::optional<std::chrono::milliseconds> wait;  // that the server asks for
  int tries = 1;
};

}  // namespace assay::models
