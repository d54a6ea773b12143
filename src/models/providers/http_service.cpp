#include "models/providers/http_service.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "io/http_text.h"
#include "models/providers/payload.h"

namespace assay::models {

namespace asio = boost::asio;
using core::Json;
using io::HttpFailure;
using Kind = ModelFailure::Kind;

namespace {

constexpr std::size_t longest_reason = 300;

// A request that brought no whole answer.
ModelFailure no_answer(const HttpService& service, const HttpFailure& error) {
  switch (error.kind) {
    case HttpFailure::Kind::refused:
    case HttpFailure::Kind::unresolved:
      return service_failure(service, Kind::unreachable, error.what(), true);
    case HttpFailure::Kind::tls:
      return service_failure(service, Kind::unreachable, error.what(), false);
    case HttpFailure::Kind::timeout:
    case HttpFailure::Kind::cut_off:
    case HttpFailure::Kind::other:
      return service_failure(service, Kind::unavailable, error.what(), true);
    case HttpFailure::Kind::too_large:
      return service_failure(service, Kind::malformed, error.what(), true);
    case HttpFailure::Kind::not_http:
      return service_failure(service, Kind::malformed, error.what(), false);
    case HttpFailure::Kind::unusable:
    case HttpFailure::Kind::forbidden:
    case HttpFailure::Kind::redirects:
      break;
  }
  return service_failure(service, Kind::bad_request, error.what(), false);
}

std::string hint(const HttpService& service, Kind kind) {
  switch (kind) {
    case Kind::key:
      return "the server refuses the key; is " + service.key_variable + " set and right?";
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

std::optional<std::chrono::milliseconds> asked_wait(const HttpService& service,
                                                    const io::HttpResponse& response,
                                                    const ApiError& error) {
  if (const auto header = response.header("retry-after"))
    if (const auto wait = parse_retry_after(*header, service.pauses->now())) return wait;
  return error.wait;
}

bool is_html(const io::HttpResponse& response) {
  const auto type = response.header("content-type");
  return type && type->starts_with("text/html");
}

}  // namespace

ModelFailure service_failure(const HttpService& service, Kind kind, const std::string& reason,
                             bool passing) {
  ModelFailure failed(kind, service.name + ": " + reason);
  failed.passing = passing;
  return failed;
}

// What the server said, without the key, which it may repeat.
std::string said(const ApiError& error, const Secrets& secrets) {
  return io::one_line(io::hide_secrets(error.message, secrets), longest_reason);
}

ModelFailure refusal(const HttpService& service, const Secrets& secrets,
                     const io::HttpResponse& response, const ApiError& error, ErrorClass sort) {
  const bool sent_on = error.status >= 300 && error.status < 400;
  std::string reason =
      sent_on ? "the server sends on to another address; name that one" : hint(service, sort.kind);
  reason += " (status " + std::to_string(error.status) + ")";
  if (const auto words = said(error, secrets); !words.empty()) reason += ": " + words;
  auto failed = service_failure(service, sort.kind, reason, sort.passing);
  if (sort.passing) failed.wait = asked_wait(service, response, error);
  return failed;
}

ModelFailure unreadable(const HttpService& service, const io::HttpResponse& response) {
  if (is_html(response))
    return service_failure(
        service, Kind::not_found,
        io::shown_url(response.url) + ": a web page, not the service; is the URL right?", false);
  return service_failure(service, Kind::malformed,
                         io::shown_url(response.url) + ": an answer that can't be read", true);
}

bool succeeded(const io::HttpResponse& response) {
  return response.status >= 200 && response.status < 300;
}

bool holds_error(const Json& body) {
  const auto& error = member(body, "error");
  return (error.is_object() || error.is_string()) && !body.contains("choices");
}

int status_inside(const Json& body) {
  const auto code = count_of(member(member(body, "error"), "code"));
  return code >= 400 && code < 600 ? static_cast<int>(code) : 500;
}

// By value: the service is kept while the coroutine waits.
asio::awaitable<io::HttpResponse> exchange(std::shared_ptr<const HttpService> service,
                                           io::HttpRequest request) {
  std::optional<ModelFailure> failed;
  try {
    io::HttpResponse response = co_await service->client->send(std::move(request));
    co_return response;
  } catch (const HttpFailure& e) {
    failed.emplace(no_answer(*service, e));
  }
  throw ModelFailure(*failed);
}

void tell(CallLimit::Slot& slot, const io::HttpResponse& response) {
  if (response.status == 429)
    slot.limited();
  else if (succeeded(response))
    slot.succeeded();
}

namespace {

struct Asking {
  std::shared_ptr<const HttpService> service;
  std::shared_ptr<const io::HttpRequest> request;
  bool with_images = false;
};

asio::awaitable<Json> ask_once(Asking asking) {
  const auto& service = *asking.service;
  CallLimit::Slot slot = co_await service.limit->enter();
  const auto secrets = io::secrets_of(*asking.request);
  io::HttpRequest request = *asking.request;
  io::HttpResponse response = co_await exchange(asking.service, std::move(request));
  tell(slot, response);
  Json body = parse_body(response.body);
  if (succeeded(response) && !holds_error(body)) {
    if (body.is_discarded()) throw unreadable(service, response);
    co_return body;
  }
  const auto error =
      read_error(succeeded(response) ? status_inside(body) : response.status, response.body);
  throw refusal(service, secrets, response, error, classify(error, asking.with_images));
}

}  // namespace

asio::awaitable<Json> ask_json(std::shared_ptr<const HttpService> service, io::HttpRequest request,
                               bool with_images) {
  const Asking asking{service, std::make_shared<const io::HttpRequest>(std::move(request)),
                      with_images};
  std::function<asio::awaitable<Json>()> attempt = [asking] { return ask_once(asking); };
  Retried<Json> result = co_await retry<Json>(std::move(attempt), service->policy, service->pauses);
  co_return std::move(result.value);
}

io::HttpRequest json_request(const std::string& url, const std::string& key, const Json& body) {
  io::HttpRequest request;
  request.method = "POST";
  request.url = url;
  request.headers = {{"Content-Type", "application/json"}};
  if (!key.empty()) request.headers.push_back({"Authorization", "Bearer " + key, true});
  request.body = dump(body);
  return request;
}

std::string openai_address(const std::string& url, std::string_view service) {
  constexpr std::string_view own_url = "https://api.openai.com/v1";
  std::string base = url.empty() ? std::string(own_url) : url;
  const auto path_end = std::min(base.find_first_of("?#"), base.size());
  const auto host = base.find("://") + 3;
  std::string_view path = std::string_view(base).substr(0, path_end);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.ends_with(service)) return base;
  const bool bare = path.size() <= host || path.find('/', host) == std::string_view::npos;
  return endpoint(base, (bare ? "/v1" : "") + std::string(service));
}

}  // namespace assay::models
