#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/model_spec.h"
#include "support/loopback_server.h"

namespace assay::test {

// A call of a model, whichever dialect it came in.
struct ModelCall {
  models::Backend dialect = models::Backend::openai;
  Asked asked;          // as it came
  nlohmann::json body;  // of the request
  std::string model;    // its name
  std::string system;   // the system text
  std::string prompt;   // all other text, in order; an image is `[image/png 3 bytes]`
  std::size_t images = 0;
  bool schema = false;     // is the answer's form asked for?
  std::size_t number = 0;  // calls before this one
};

// What the model says, or what goes wrong.
struct ModelSays {
  std::string text;
  std::string thinking;
  std::string finish = "complete";  // or cut, refused
  int tokens_in = 10;
  int tokens_cached = 0;
  int tokens_out = 5;
  std::string model = "scripted-1";

  int status = 200;  // another: an error with `text` as its message
  std::string code;  // of the error
  std::string param;
  std::vector<std::pair<std::string, std::string>> headers;
  std::chrono::milliseconds delay{0};
  Fault fault = Fault::none;
  std::string raw;  // not empty: the whole body
};

// One server that speaks all three dialects, told apart by the path, and answers by a script. For
// any test that needs a model: the script sees what was asked, and need not know the dialect.
class ScriptedServer {
 public:
  // Called on the server's thread.
  using Script = std::function<ModelSays(const ModelCall&)>;
  explicit ScriptedServer(Script script);
  // Says one after the other, the last again and again.
  explicit ScriptedServer(std::vector<ModelSays> answers);

  // `openai:NAME@http://127.0.0.1:PORT/v1` and the like.
  std::string spec(models::Backend dialect, const std::string& name = "m") const;
  std::string url(models::Backend dialect) const;
  // All calls; of more than remember() says, the last (`number` counts those that are left).
  std::vector<ModelCall> calls() const;
  // For load: keeps no more than the last `most` calls from here on.
  void remember(std::size_t most);
  std::size_t call_count() const { return server_->asked_count(); }
  const LoopbackServer& server() const { return *server_; }

 private:
  std::unique_ptr<LoopbackServer> server_;
};

}  // namespace assay::test
