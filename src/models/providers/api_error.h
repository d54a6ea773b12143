#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "assay/core/json.h"
#include "models/model_failure.h"
#include "models/providers/dialect.h"

namespace assay::models {

// What a server says of a call that it refuses or failed at.
struct ApiError {
  int status = 0;
  std::string message;  // in the server's words
  std::string code;     // its code, type and status, as far as it gives them
  std::string param;    // the field that it complains of
  std::optional<std::chrono::milliseconds> wait;  // that the body asks for

  // All of it in lower case, to look for words in.
  std::string words() const;
};

// Reads what servers write: {"error": {"message", "code", "type", "param", "status", "details"}},
// {"error": "…"}, {"message": "…"}, {"detail": …}, or an array of such; of other bodies the text.
ApiError read_error(int status, const std::string& body);

struct ErrorClass {
  ModelFailure::Kind kind = ModelFailure::Kind::bad_request;
  bool passing = false;
  bool refusal = false;  // the provider would not look at the prompt
};
ErrorClass classify(const ApiError& error, bool with_images);

// What to leave out when asking again, where the error complains of something that can be; the
// adaptations that were used, grown. Nothing where asking again would bring the same.
std::optional<Adaptations> learn(const ApiError& error, const Adaptations& used,
                                 const ChatOptions& options);

// The same where prompt and answer together don't fit into the window, and the error says by how
// much: a shorter answer, for this prompt alone. Nothing where the prompt itself does not fit.
std::optional<Adaptations> learn_room(const ApiError& error, const Adaptations& used,
                                      const ChatOptions& options);

}  // namespace assay::models
