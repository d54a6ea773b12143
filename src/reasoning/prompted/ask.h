#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reasoning/prompted/prompt.h"
#include "reasoning/session.h"

namespace assay::reasoning::prompted {

// A prompt that fits, and what it left out to fit.
struct Composed {
  std::vector<models::Message> messages;
  std::vector<std::string> dropped;
  bool can_shrink = true;  // is there more that could be left out?
};
using Compose = std::function<boost::asio::awaitable<Composed>(Room)>;

// What could be read from an answer.
template <class T>
struct Reading {
  std::optional<T> value;
  core::Form form = core::Form::unusable;
  std::string problem;  // what is wrong with it: said to the model when it is asked again
};

// The next answer that could be used, or why there is none.
template <class T>
struct Answered {
  std::optional<T> value;
  std::string problem;
};

// One stage's asking: composes the prompt, asks, and asks again where the answer can't be used.
class Asking {
 public:
  Asking(Session& session, Backbone backbone, Compose compose);

  // Asks once more; nothing where it is not to be asked again, for problem() says why. Makes the
  // prompt shorter where the window is too small, and leaves the pictures out where the model takes
  // none. Throws the ModelFailure that neither mends.
  boost::asio::awaitable<std::optional<models::ChatAnswer>> next();
  // The answer was of no use.
  void reject(const models::ChatAnswer& answer, std::string problem);

  // Why an answer that reads well must not be used all the same: a refusal, or words without end.
  static std::string unfit(const models::ChatAnswer& answer);

  const std::string& problem() const { return problem_; }

 private:
  void add_talk(std::vector<models::Message>& messages) const;
  bool shrink(std::int64_t tokens, bool less_prompt);
  void allow_longer_answer();

  Session& session_;
  Backbone backbone_;
  Compose compose_;
  Room room_;
  std::vector<models::Message> talk_;  // behind the prompt: the last answer, and what is wrong
  std::string purpose_ = "ask";
  std::string problem_;
  int asks_ = 0;
};

// Asks until `read` can use an answer, three times at most. No value: problem says why.
template <class T>
boost::asio::awaitable<Answered<T>> ask_for(
    Session& session, Backbone backbone, Compose compose,
    std::function<Reading<T>(const models::ChatAnswer&)> read) {
  Asking asking(session, std::move(backbone), std::move(compose));
  while (true) {
    auto answer = co_await asking.next();
    if (!answer) co_return Answered<T>{std::nullopt, asking.problem()};
    auto problem = Asking::unfit(*answer);
    if (problem.empty()) {
      Reading<T> reading = read(*answer);
      session.judge_form(reading.form, reading.problem);
      if (reading.value) co_return Answered<T>{std::move(reading.value), {}};
      problem = std::move(reading.problem);
    } else {
      session.judge_form(core::Form::unusable, problem);
    }
    asking.reject(*answer, std::move(problem));
  }
}

}  // namespace assay::reasoning::prompted
