#pragma once
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay::models {

struct TextPart {
  std::string text;  // UTF-8
};

struct ImagePart {
  std::string media_type;  // image/png, image/jpeg, image/webp or image/gif
  std::shared_ptr<const std::string> bytes;
};

using Part = std::variant<TextPart, ImagePart>;

enum class Role { system, user, assistant };

// Text and images in the order in which they are to be read. A system message holds text alone.
struct Message {
  Role role = Role::user;
  std::vector<Part> parts;
};

// The form that the answer is to have. A server that can't keep to it is asked without; so the
// prompt says the form too.
struct AnswerSchema {
  std::string name;  // letters, digits, `_` and `-`
  std::string json;  // a JSON schema: an object, in which every property is required
};

struct ChatOptions {
  double temperature = 0.01;  // where the model allows one
  double top_p = 0.9;
  int max_tokens = 4096;  // of the answer, thinking included
  std::optional<AnswerSchema> schema;
  int repeat = 0;  // sent to nobody: a cache keeps repeated measurements apart by it
  std::chrono::milliseconds timeout{180'000};  // of one try
};

struct ChatRequest {
  std::vector<Message> messages;
  ChatOptions options;
};

// Why the answer ends where it ends.
enum class Finish {
  complete,
  cut,      // by the limit of tokens or the end of the context window
  refused,  // by the model or its provider
  empty,    // nothing but white space, perhaps after thinking
};

// `complete`, `cut`, `refused`, `empty`.
std::string to_string(Finish finish);

struct TokenCount {
  std::int64_t in = 0;      // of the prompt, cached ones included
  std::int64_t cached = 0;  // of these, read from the provider's cache
  std::int64_t out = 0;     // of the answer, thinking included
};

struct ChatAnswer {
  std::string text;      // without the thinking; of a refusal its reason, where one is given
  std::string thinking;  // kept, never parsed and never cited
  Finish finish = Finish::complete;
  TokenCount tokens;                     // zeros where the server does not say
  std::string model;                     // that answered, as the server names it
  std::chrono::milliseconds latency{0};  // of the try that brought the answer
  int tries = 1;
  bool schema_enforced = false;  // was the server held to the schema?
  bool from_cache = false;       // no call was made: what it cost was paid before
};

// What is known of a model before it is asked.
struct ModelTraits {
  std::int64_t context = 0;    // tokens of its window, prompt and answer together; 0: not known
  std::optional<bool> vision;  // does it take images? nothing: not known
};

// A language model that answers a conversation.
class ChatModel {
 public:
  virtual ~ChatModel() = default;

  // Any number of calls may be under way at once, on one event loop. Throws ModelFailure, and
  // system_error(operation_aborted) where the caller is cancelled.
  virtual boost::asio::awaitable<ChatAnswer> chat(ChatRequest request) = 0;

  // Of a hosted model what the catalogue says of it.
  virtual ModelTraits traits() const { return {}; }

  // The spec that names the model, for records and messages: no key, no user and password.
  virtual const std::string& name() const = 0;
};

}  // namespace assay::models
