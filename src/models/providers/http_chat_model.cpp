#include "models/providers/http_chat_model.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "io/http_text.h"
#include "models/providers/api_error.h"
#include "models/providers/payload.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using core::Json;
using Kind = ModelFailure::Kind;

constexpr std::size_t longest_answer = 8 << 20;

// What a model and its calls under way share.
struct Shared {
  std::shared_ptr<const HttpService> service;
  std::unique_ptr<const Dialect> dialect;
  ModelTraits traits;
  Adaptations adaptations;  // what was learnt so far
};

struct Call {
  std::shared_ptr<Shared> model;
  std::shared_ptr<const ChatRequest> chat;
};

// What came of one exchange: the answer, or what to leave out when asking again.
struct Step {
  std::optional<ChatAnswer> answer;
  std::optional<Adaptations> next;
};

Step judge_error(const Call& call, const Secrets& secrets, const io::HttpResponse& response,
                 const Adaptations& used, int status) {
  const auto& options = call.chat->options;
  const auto error = read_error(status, response.body);
  const auto sort = classify(error, has_images(*call.chat));
  if (sort.refusal) {
    ChatAnswer refused;
    refused.finish = Finish::refused;
    refused.text = said(error, secrets);
    return {std::move(refused), std::nullopt};
  }
  if (sort.kind == Kind::too_long)
    if (auto more = learn_room(error, used, options)) return {std::nullopt, more};
  const bool final = sort.kind != Kind::bad_request && sort.kind != Kind::unavailable &&
                     sort.kind != Kind::not_found;
  if (!final)
    if (auto more = learn(error, used, options)) return {std::nullopt, more};
  throw refusal(*call.model->service, secrets, response, error, sort);
}

Step judge(const Call& call, const Secrets& secrets, const io::HttpResponse& response,
           const Adaptations& used) {
  if (!succeeded(response)) return judge_error(call, secrets, response, used, response.status);
  const auto body = parse_body(response.body);
  if (holds_error(body)) return judge_error(call, secrets, response, used, status_inside(body));
  auto answer = call.model->dialect->answer(body);
  if (!answer) throw unreadable(*call.model->service, response);
  answer->schema_enforced = call.chat->options.schema && !used.no_schema;
  return {std::move(answer), std::nullopt};
}

// One try, which asks more than once where the server does not take a parameter: each round leaves
// out something more, so that it ends.
asio::awaitable<ChatAnswer> try_once(Call call) {
  Adaptations used;
  for (;;) {
    // First, so that a call that waits holds no body yet; the pauses between tries are outside.
    CallLimit::Slot slot = co_await call.model->service->limit->enter();
    used = merged(used, call.model->adaptations);
    io::HttpRequest request = call.model->dialect->request(*call.chat, used);
    request.limits.body = longest_answer;
    request.limits.total = call.chat->options.timeout;
    const auto secrets = io::secrets_of(request);
    io::HttpResponse response = co_await exchange(call.model->service, std::move(request));
    tell(slot, response);
    Step step = judge(call, secrets, response, used);
    if (step.answer) {
      auto& learnt = call.model->adaptations;
      learnt = merged(learnt, used);  // only what led to an answer
      step.answer->latency = response.time;
      co_return std::move(*step.answer);
    }
    used = *step.next;
  }
}

asio::awaitable<ChatAnswer> ask(Call call) {
  std::function<asio::awaitable<ChatAnswer>()> attempt = [call] { return try_once(call); };
  Retried<ChatAnswer> result = co_await retry<ChatAnswer>(
      std::move(attempt), call.model->service->policy, call.model->service->pauses);
  result.value.tries = result.tries;
  co_return std::move(result.value);
}

class HttpChatModel : public ChatModel {
 public:
  explicit HttpChatModel(HttpChatModelParts parts) : shared_(std::make_shared<Shared>()) {
    shared_->service = std::make_shared<const HttpService>(std::move(parts.service));
    shared_->dialect = std::move(parts.dialect);
    shared_->traits = parts.traits;
  }

  asio::awaitable<ChatAnswer> chat(ChatRequest request) override {
    return ask({shared_, std::make_shared<const ChatRequest>(std::move(request))});
  }

  ModelTraits traits() const override { return shared_->traits; }

  const std::string& name() const override { return shared_->service->name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<ChatModel> http_chat_model(HttpChatModelParts parts) {
  return std::make_unique<HttpChatModel>(std::move(parts));
}

}  // namespace assay::models
