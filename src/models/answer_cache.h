#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "models/chat_model.h"
#include "models/model_spec.h"

namespace assay::models {

// Answers of models, kept in an SQLite file, so that the same call is not made twice. Any number of
// processes may use one file. It never stops anybody: where the file can't be read or written (a
// full disk, no permission, damage), the cache holds nothing from then on, and says so in one line,
// once. A damaged file is put aside (`.damaged`), so that the next run begins a new one.
class AnswerCache {
 public:
  using Say = std::function<void(std::string_view)>;

  // Makes the file, and its folder, where there are none, for this user alone. `say` is called from
  // within find(), store(), flush() and the constructor.
  AnswerCache(std::filesystem::path file, Say say);
  ~AnswerCache();  // writes what is not yet written
  AnswerCache(const AnswerCache&) = delete;
  AnswerCache& operator=(const AnswerCache&) = delete;

  // Takes microseconds. The answer says that it is `from_cache`.
  std::optional<ChatAnswer> find(const std::string& key);
  // Returns at once: it is written on a thread of its own, and found from now on.
  void store(const std::string& key, const ChatAnswer& answer);
  // Waits until all is written.
  void flush();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// ${XDG_CACHE_HOME:-~/.cache}/assay/answers.sqlite; empty where neither is set.
std::filesystem::path default_answer_cache();

// Names the model and its server for keys: what spec.to_string() leaves out of an address counts
// too, user and password excepted. A file in the process is told from another by size and time.
std::string model_identity(const ModelSpec& spec);

// The key of a call: SHA-256 over the model and all that shapes the answer: parameters, schema,
// repeat, every message with its role, texts and image bytes. Not its time limit.
std::string answer_key(std::string_view model, const ChatRequest& request);

// Is the answer worth keeping? One that is whole, or refused: asked again the model would say the
// same. Not one that was cut, is empty or repeats itself: whoever asks again hopes for a better
// one.
bool worth_keeping(const ChatAnswer& answer);

// The model, asked only for what the cache has not. Of two calls alike that are under way at once
// one is made; the other gets its answer (from_cache) or its failure. `identity`: empty: the
// model's name.
std::unique_ptr<ChatModel> cached(std::unique_ptr<ChatModel> model,
                                  std::shared_ptr<AnswerCache> cache, std::string identity = "");

}  // namespace assay::models
