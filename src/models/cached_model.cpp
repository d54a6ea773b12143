#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <unordered_map>
#include <utility>

#include "models/answer_cache.h"
#include "models/model_failure.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;

// A call that is under way, and those who wait for what comes of it.
struct Flight {
  explicit Flight(const asio::any_io_executor& executor)
      : landed(executor, asio::steady_timer::time_point::max()) {}
  asio::steady_timer landed;  // cancelled when it has ended
  bool over = false;
  std::optional<ChatAnswer> answer;
  std::optional<ModelFailure> failure;  // neither: whoever made the call was cancelled
};

using Flights = std::unordered_map<std::string, std::shared_ptr<Flight>>;

struct Shared {
  std::unique_ptr<ChatModel> model;
  std::shared_ptr<AnswerCache> cache;
  std::string identity;
  Flights flights;
};

// Ends the flight, however its call ends.
class Landing {
 public:
  Landing(Flights& flights, std::string key, std::shared_ptr<Flight> flight)
      : flights_(flights), key_(std::move(key)), flight_(std::move(flight)) {
    flights_.emplace(key_, flight_);
  }
  ~Landing() {
    flight_->over = true;
    flight_->landed.cancel();
    flights_.erase(key_);
  }
  Landing(const Landing&) = delete;
  Landing& operator=(const Landing&) = delete;

 private:
  Flights& flights_;
  std::string key_;
  std::shared_ptr<Flight> flight_;
};

asio::awaitable<void> wait_for(std::shared_ptr<Flight> flight) {
  while (!flight->over) {
    boost::system::error_code ignored;
    co_await flight->landed.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    const auto state = co_await asio::this_coro::cancellation_state;
    if (state.cancelled() != asio::cancellation_type::none)
      throw boost::system::system_error(asio::error::operation_aborted);
  }
}

asio::awaitable<ChatAnswer> make_call(std::shared_ptr<Shared> shared, std::string key,
                                      ChatRequest request) {
  const auto flight = std::make_shared<Flight>(co_await asio::this_coro::executor);
  const Landing landing(shared->flights, key, flight);
  try {
    ChatAnswer answer = co_await shared->model->chat(std::move(request));
    if (worth_keeping(answer)) shared->cache->store(key, answer);
    flight->answer = answer;
    co_return answer;
  } catch (const ModelFailure& failure) {
    flight->failure.emplace(failure);
    throw;
  }
}

// By value: it may outlive the model.
asio::awaitable<ChatAnswer> ask(std::shared_ptr<Shared> shared, ChatRequest request) {
  const std::string key = answer_key(shared->identity, request);
  for (;;) {
    if (auto known = shared->cache->find(key)) co_return std::move(*known);
    const auto found = shared->flights.find(key);
    if (found == shared->flights.end()) break;
    const auto flight = found->second;
    co_await wait_for(flight);
    if (flight->failure) throw ModelFailure(*flight->failure);
    if (flight->answer) {
      ChatAnswer answer = *flight->answer;
      answer.from_cache = true;
      co_return answer;
    }
  }
  ChatAnswer answer = co_await make_call(shared, key, std::move(request));
  co_return answer;
}

class CachedModel : public ChatModel {
 public:
  explicit CachedModel(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

  asio::awaitable<ChatAnswer> chat(ChatRequest request) override {
    return ask(shared_, std::move(request));
  }
  ModelTraits traits() const override { return shared_->model->traits(); }
  const std::string& name() const override { return shared_->model->name(); }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<ChatModel> cached(std::unique_ptr<ChatModel> model,
                                  std::shared_ptr<AnswerCache> cache, std::string identity) {
  auto shared = std::make_shared<Shared>();
  shared->identity = identity.empty() ? model->name() : std::move(identity);
  shared->model = std::move(model);
  shared->cache = std::move(cache);
  return std::make_unique<CachedModel>(std::move(shared));
}

}  // namespace assay::models
