#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/json.h"
#include "assay/core/model_call.h"
#include "io/blobs.h"
#include "models/chat_model.h"
#include "reasoning/session.h"

namespace assay::eval {

// A model that judges how near an answer is to what people found. For one event loop.
class Judge {
 public:
  // `blobs` keeps what is asked, and outlives this.
  Judge(reasoning::Backbone backbone, const io::Blobs& blobs)
      : backbone_(std::move(backbone)), blobs_(blobs) {}

  const std::string& model() const { return backbone_.model->name(); }
  // The calls so far, those that failed too.
  const std::vector<core::ModelCall>& calls() const { return calls_; }

  struct Question {
    std::string prompt;  // a name of the files under prompts/
    // At the places of their names in the prompt; foreign text is fenced already.
    std::map<std::string, std::string> values;
    std::vector<models::ImagePart> pictures;
    std::vector<std::string> members;  // that the answer must have
    // Why an answer that has them can't be used, said to the model when it is asked again; empty:
    // it can. Not set: every one can.
    std::function<std::string(const core::Json&)> problem;
    int repeat = 0;  // keeps repeated questions apart in the cache of answers
  };
  // An object with the members, asked for three times at most; nothing where there is none. Throws
  // ModelFailure where the model can't be asked at all.
  boost::asio::awaitable<std::optional<core::Json>> ask(Question question);

 private:
  reasoning::Backbone backbone_;
  const io::Blobs& blobs_;
  std::vector<core::ModelCall> calls_;
};

// Items as a numbered list, each fenced as data; `(none)` where there is none. An item is cut after
// 20,000 bytes, and what follows the 200th is left out: nobody pays for an endless submission.
std::string numbered(const std::vector<std::string>& items);

}  // namespace assay::eval
