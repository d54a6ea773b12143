#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "assay/core/json.h"
#include "io/http_message.h"
#include "models/chat_model.h"

namespace assay::models {

// What a server was found not to take. It only grows.
struct Adaptations {
  bool no_temperature = false;
  bool no_top_p = false;
  bool no_schema = false;         // ask for JSON without its form, where the dialect can
  bool no_json_mode = false;      // ask for nothing of the kind
  bool other_limit_name = false;  // of the two names that the token limit has
  bool no_limit = false;          // neither name is taken
  int longest_answer = 0;         // most tokens that may be asked for; 0: not known
  int room = 0;                   // tokens that this prompt leaves; 0: not known

  friend bool operator==(const Adaptations&, const Adaptations&) = default;
};

// What either of them found; `room` is that of the first, for it holds for one prompt alone.
Adaptations merged(const Adaptations& a, const Adaptations& b);

// The token limit to ask for.
int token_limit(const ChatOptions& options, const Adaptations& adaptations);

// How one provider is spoken to: pure translation.
class Dialect {
 public:
  virtual ~Dialect() = default;

  // Method, address, headers (with the key) and body. Throws std::invalid_argument for images in a
  // system message and a schema that is no JSON.
  virtual io::HttpRequest request(const ChatRequest& chat,
                                  const Adaptations& adaptations) const = 0;

  // What the body of a successful answer says; nothing where it has not the provider's shape.
  virtual std::optional<ChatAnswer> answer(const core::Json& body) const = 0;
};

}  // namespace assay::models
