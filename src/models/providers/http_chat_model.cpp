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
using io::HttpFailure;
using Kind = ModelFailure::Kind;

constexpr std::size_t longest_answer = 8 << 20;
constexpr std::size_t longest_reason = 300;

using Secrets = std::vector<std::string>;

// What a model and its calls under way share.
struct Shared {
  HttpChatModelParts parts;
  Adaptations adaptations;  // what was learnt so far
};

struct Call {
  std::shared_ptr<Shared> model;
  std::shared_ptr<const ChatRequest> chat;
};

ModelFailure failure(const Shared& model, Kind kind, const std::string& reason, bool passing) {
  ModelFailure failed(kind, model.parts.name + ": " + reason);
  failed.passing = passing;
  return failed;
}

// A request that brought no whole answer.
ModelFailure no_answer(const Shared& model, const HttpFailure& error) {
  switch (error.kind) {
    case HttpFailure::Kind::refused:
    case HttpFailure::Kind::unresolved:
      return failure(model, Kind::unreachable, error.what(), true);
    case HttpFailure::Kind::tls:
      return failure(model, Kind::unreachable, error.what(), false);
    case HttpFailure::Kind::timeout:
    case HttpFailure::Kind::cut_off:
    case HttpFailure::Kind::other:
      return failure(model, Kind::unavailable, error.what(), true);
    case HttpFailure::Kind::too_large:
      return failure(model, Kind::malformed, error.what(), true);
    case HttpFailure::Kind::not_http:
      return failure(model, Kind::malformed, error.what(), false);
    case HttpFailure::Kind::unusable:
    case HttpFailure::Kind::redirects:
      break;
  }
  return failure(model, Kind::bad_request, error.what(), false);
}

std::string hint(const Shared& model, Kind kind) {
  switch (kind) {
    case Kind::key:
      return "the server refuses the key; is " + model.parts.key_variable + " set and right?";
    case Kind::quota:
      return "nothing is left to spend there";
    case Kind::limited:
      return "too many calls at once";
    case Kind::not_found:
      return "no such model or service there; is the name right, and the URL?";
    case Kind::too_long:
      return "the prompt is too long for the model";
    case Kind::no_vision:
      return "the model takes no images";
    case Kind::unavailable:
      return "the server failed";
    default:
      return "the server refuses the request";
  }
}

std::optional<std::chrono::milliseconds> asked_wait(const Shared& model,
                                                    const io::HttpResponse& response,
                                                    const ApiError& error) {
  if (const auto header = response.header("retry-after"))
    if (const auto wait = parse_retry_after(*header, model.parts.pauses->now())) return wait;
  return error.wait;
}

// What the server said, without the key, which it may repeat.
std::string said(const ApiError& error, const Secrets& secrets) {
  return io::one_line(io::hide_secrets(error.message, secrets), longest_reason);
}

ModelFailure refusal(const Shared& model, const Secrets& secrets, const io::HttpResponse& response,
                     const ApiError& error, ErrorClass sort) {
  const bool sent_on = error.status >= 300 && error.status < 400;
  std::string reason =
      sent_on ? "the server sends on to another address; name that one" : hint(model, sort.kind);
  reason += " (status " + std::to_string(error.status) + ")";
  if (const auto words = said(error, secrets); !words.empty()) reason += ": " + words;
  auto failed = failure(model, sort.kind, reason, sort.passing);
  if (sort.passing) failed.wait = asked_wait(model, response, error);
  return failed;
}

bool is_html(const io::HttpResponse& response) {
  const auto type = response.header("content-type");
  return type && type->starts_with("text/html");
}

ModelFailure unreadable(const Shared& model, const io::HttpResponse& response) {
  if (is_html(response))
    return failure(model, Kind::not_found,
                   io::shown_url(response.url) + ": a web page, not the service; is the URL right?",
                   false);
  return failure(model, Kind::malformed,
                 io::shown_url(response.url) + ": an answer that can't be read", true);
}

bool succeeded(const io::HttpResponse& response) {
  return response.status >= 200 && response.status < 300;
}

// Some servers send an error with the status of success.
bool holds_error(const Json& body) {
  const auto& error = member(body, "error");
  return (error.is_object() || error.is_string()) && !body.contains("choices");
}

int status_inside(const Json& body) {
  const auto code = count_of(member(member(body, "error"), "code"));
  return code >= 400 && code < 600 ? static_cast<int>(code) : 500;
}

// By value: `call` is kept while the coroutine waits.
asio::awaitable<io::HttpResponse> exchange(Call call, io::HttpRequest request) {
  std::optional<ModelFailure> failed;
  try {
    io::HttpResponse response = co_await call.model->parts.client->send(std::move(request));
    co_return response;
  } catch (const HttpFailure& e) {
    failed.emplace(no_answer(*call.model, e));
  }
  throw ModelFailure(*failed);
}

void tell(CallLimit::Slot& slot, const io::HttpResponse& response) {
  if (response.status == 429)
    slot.limited();
  else if (succeeded(response))
    slot.succeeded();
}

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
  const bool final = sort.kind != Kind::bad_request && sort.kind != Kind::unavailable &&
                     sort.kind != Kind::not_found;
  if (!final)
    if (auto more = learn(error, used, options)) return {std::nullopt, more};
  throw refusal(*call.model, secrets, response, error, sort);
}

Step judge(const Call& call, const Secrets& secrets, const io::HttpResponse& response,
           const Adaptations& used) {
  if (!succeeded(response)) return judge_error(call, secrets, response, used, response.status);
  const auto body = parse_body(response.body);
  if (holds_error(body)) return judge_error(call, secrets, response, used, status_inside(body));
  auto answer = call.model->parts.dialect->answer(body);
  if (!answer) throw unreadable(*call.model, response);
  answer->schema_enforced = call.chat->options.schema && !used.no_schema;
  return {std::move(answer), std::nullopt};
}

// One try, which asks more than once where the server does not take a parameter: each round leaves
// out something more, so that it ends.
asio::awaitable<ChatAnswer> try_once(Call call) {
  Adaptations used;
  for (;;) {
    // First, so that a call that waits holds no body yet; the pauses between tries are outside.
    CallLimit::Slot slot = co_await call.model->parts.limit->enter();
    used = merged(used, call.model->adaptations);
    io::HttpRequest request = call.model->parts.dialect->request(*call.chat, used);
    request.limits.body = longest_answer;
    request.limits.total = call.chat->options.timeout;
    const auto secrets = io::secrets_of(request);
    io::HttpResponse response = co_await exchange(call, std::move(request));
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
      std::move(attempt), call.model->parts.policy, call.model->parts.pauses);
  result.value.tries = result.tries;
  co_return std::move(result.value);
}

class HttpChatModel : public ChatModel {
 public:
  explicit HttpChatModel(HttpChatModelParts parts) : shared_(std::make_shared<Shared>()) {
    shared_->parts = std::move(parts);
  }

  asio::awaitable<ChatAnswer> chat(ChatRequest request) override {
    return ask({shared_, std::make_shared<const ChatRequest>(std::move(request))});
  }

  ModelTraits traits() const override { return shared_->parts.traits; }

  const std::string& name() const override { return shared_->parts.name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<ChatModel> http_chat_model(HttpChatModelParts parts) {
  return std::make_unique<HttpChatModel>(std::move(parts));
}

}  // namespace assay::models
