#pragma once
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/model_call.h"
#include "assay/core/record.h"
#include "io/blobs.h"
#include "models/chat_model.h"
#include "models/model_failure.h"

namespace assay::reasoning {

// A model with the parameters that a stage calls it with.
struct Backbone {
  std::shared_ptr<models::ChatModel> model;
  models::ChatOptions options;
  // What a call costs, in USD; nothing where the price is not known. Empty: never known.
  std::function<std::optional<double>(const models::TokenCount&)> cost;
  models::ModelTraits traits;  // what the prompts are cut to
};

// A model was not asked, or no longer waited for, since the time that the step had is over.
struct DeadlineReached : models::ModelFailure {
  DeadlineReached() : ModelFailure(Kind::unavailable, "the time for it was over") {}
};

// One step's talk with its model: every call is noted, for the record. In a replay the calls are
// answered from the record of the earlier run. For one event loop.
class Session {
 public:
  struct Setup {
    std::shared_ptr<std::vector<core::ModelCall>> calls;  // where the calls are noted
    const core::Entry* replayed = nullptr;  // the entry of this step in the run that is replayed
    bool replay = false;
    std::optional<std::chrono::steady_clock::time_point> until;  // no answer is waited for later
    std::function<void(const core::ModelCall&)> spent;           // told of each call; may be empty
  };

  Session(const io::Blobs& blobs, Setup setup) : blobs_(blobs), setup_(std::move(setup)) {}

  const io::Blobs& blobs() const { return blobs_; }

  struct Ask {
    std::vector<models::Message> messages;
    std::string purpose = "ask";       // or why it is asked again
    std::vector<std::string> dropped;  // what the window had no room for
  };

  // Throws ModelFailure, which is noted with the call, DeadlineReached, and InputError where a
  // replay has no answer to this prompt.
  boost::asio::awaitable<models::ChatAnswer> ask(const Backbone& backbone, Ask ask);

  // How the last answer kept to its form.
  void judge_form(core::Form form, std::string problem);

 private:
  models::ChatAnswer replay(const core::ModelCall& note);
  core::ModelCall& last() { return setup_.calls->back(); }

  const io::Blobs& blobs_;
  Setup setup_;
};

}  // namespace assay::reasoning
