#include "web/providers/service.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "io/http_text.h"
#include "models/providers/payload.h"
#include "web/clean_text.h"
#include "web/result_text.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using core::Json;
using models::ApiError;
using models::ModelFailure;
using Kind = ModelFailure::Kind;

constexpr std::size_t longest_answer = std::size_t{8} << 20;
constexpr std::chrono::seconds longest_time{30};

bool any_of(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

// Whether the service has nothing left to give, or only not so quickly: both come as 403 or 429.
bool for_a_moment(const std::string& words) {
  return any_of(words, {"per minute", "per second", "rate limit", "rate_limit", "ratelimit",
                        "too many requests"});
}
bool nothing_left(const std::string& words) {
  return any_of(words, {"quota", "credit", "per day", "daily", "billing", "payment", "monthly"});
}

models::ErrorClass of_client(const ApiError& error, const std::string& words) {
  const int status = error.status;
  if (status == 401) return {Kind::key};
  if (status == 402) return {Kind::quota};
  if (status == 429) {
    if (!for_a_moment(words) && nothing_left(words)) return {Kind::quota};
    return {Kind::limited, true};
  }
  if (any_of(words, {"api key not valid", "api_key_invalid", "subscription_token_invalid",
                     "invalid api key", "unauthorized"}))
    return {Kind::key};
  if (status == 403 && for_a_moment(words)) return {Kind::limited, true};
  if (any_of(words, {"not enough credits", "dailylimitexceeded", "quotaexceeded"}) ||
      (status == 403 && nothing_left(words)))
    return {Kind::quota};
  if (status == 403) return {Kind::key};
  if (status == 404) return {Kind::not_found};
  if (status == 408 || status == 425) return {Kind::unavailable, true};
  return {Kind::bad_request};
}

models::ErrorClass classify(const ApiError& error) {
  const auto words = error.words();
  if (error.status < 500) return of_client(error, words);
  if (error.status == 501 || error.status == 505) return {Kind::bad_request};
  return {Kind::unavailable, true};
}

std::string hint(const Service& service, const ApiError& error, Kind kind) {
  if (const auto found = service.hints.find(error.status); found != service.hints.end())
    return found->second;
  if (error.status >= 300 && error.status < 400)
    return "the server sends on to another address; name that one";
  const auto& variable = service.http.key_variable;
  switch (kind) {
    case Kind::key:
      if (variable.empty()) return "the server wants no requests from here";
      return "the key is refused; is " + variable + " right, and allowed to use this service?";
    case Kind::quota:
      return "nothing is left of what may be asked; wait until it is renewed, or buy more";
    case Kind::limited:
      return "too many requests";
    case Kind::not_found:
      return "no such service there; is the URL right?";
    case Kind::unavailable:
      return "the server failed";
    default:
      return "the server refuses the request";
  }
}

ModelFailure refusal(const Service& service, const io::HttpResponse& response,
                     const ApiError& error, const models::Secrets& secrets) {
  const auto sort = classify(error);
  std::string reason =
      hint(service, error, sort.kind) + " (status " + std::to_string(error.status) + ")";
  const bool page = error.message.find('<') != std::string::npos;  // of HTML, which says nothing
  if (const auto words = models::said(error, secrets); !words.empty() && !page)
    reason += ": " + words;
  auto failed = models::service_failure(service.http, sort.kind, reason, sort.passing);
  if (!sort.passing) return failed;
  failed.wait = error.wait;
  if (const auto header = response.header("retry-after"))
    if (const auto wait = models::parse_retry_after(*header, service.http.pauses->now()))
      failed.wait = wait;
  return failed;
}

// MediaWiki, for one, sends its errors with the status of success.
ApiError error_inside(const Json& body, const std::string& text) {
  auto error = models::read_error(models::status_inside(body), text);
  if (any_of(error.words(), {"ratelimited", "maxlag", "readonly"})) error.status = 429;
  return error;
}

struct Asking {
  ServicePtr service;
  std::shared_ptr<const io::HttpRequest> request;
};

asio::awaitable<Json> ask_once(Asking asking) {
  const auto& service = *asking.service;
  auto slot = co_await service.http.limit->enter();
  const auto secrets = io::secrets_of(*asking.request);
  // Its life ends with the coroutine's, as the service's does.
  std::shared_ptr<const models::HttpService> http(asking.service, &service.http);
  io::HttpRequest request = *asking.request;
  io::HttpResponse response = co_await models::exchange(std::move(http), std::move(request));
  models::tell(slot, response);
  response.body = io::hide_secrets(std::move(response.body), secrets);
  Json body = models::parse_body(response.body);
  if (!models::succeeded(response))
    throw refusal(service, response, models::read_error(response.status, response.body), secrets);
  if (!body.is_object()) throw models::unreadable(service.http, response);
  if (models::holds_error(body))
    throw refusal(service, response, error_inside(body, response.body), secrets);
  co_return body;
}

SearchFailure::Kind kind_of(Kind kind) {
  switch (kind) {
    case Kind::key:
      return SearchFailure::Kind::key;
    case Kind::quota:
      return SearchFailure::Kind::quota;
    case Kind::limited:
      return SearchFailure::Kind::limited;
    case Kind::unreachable:
      return SearchFailure::Kind::unreachable;
    case Kind::unavailable:
      return SearchFailure::Kind::unavailable;
    case Kind::malformed:
      return SearchFailure::Kind::malformed;
    default:
      return SearchFailure::Kind::refused;
  }
}

}  // namespace

asio::awaitable<ServiceAnswer> ask(ServicePtr service, io::HttpRequest request) {
  request.limits.body = longest_answer;
  request.limits.total = longest_time;
  const Asking asking{service, std::make_shared<const io::HttpRequest>(std::move(request))};
  std::function<asio::awaitable<Json>()> attempt = [asking] { return ask_once(asking); };
  std::optional<ModelFailure> failed;
  try {
    auto result = co_await models::retry<Json>(std::move(attempt), service->http.policy,
                                               service->http.pauses);
    co_return ServiceAnswer{std::move(result.value), result.tries};
  } catch (const ModelFailure& e) {
    failed.emplace(e);
  }
  throw SearchFailure(kind_of(failed->kind), failed->what(), failed->tries);
}

io::HttpRequest get_request(const std::string& base, const std::string& path,
                            const Parameters& parameters) {
  io::HttpRequest request;
  request.url = models::endpoint(base, path);
  char sign = request.url.find('?') == std::string::npos ? '?' : '&';
  for (const auto& [name, value] : parameters) {
    if (value.empty()) continue;
    request.url += sign + name + '=' + url_escaped(value);
    sign = '&';
  }
  request.headers = {{"Accept", "application/json"}};
  return request;
}

io::HttpRequest post_request(const std::string& base, const std::string& path, const Json& body) {
  return models::json_request(models::endpoint(base, path), "", body);
}

void add_key(io::HttpRequest& request, const std::string& header, const std::string& key) {
  if (!key.empty()) request.headers.push_back({header, key, true});
}

SearchFailure search_failure(const Service& service, SearchFailure::Kind kind,
                             const std::string& reason, int requests) {
  return {kind, service.http.name + ": " + reason, requests};
}

std::string query_words(const Service& service, const std::string& words, std::size_t longest) {
  auto line = one_line(std::string_view(words).substr(0, 2 * longest));
  if (line.size() > longest) {
    auto cut = line.rfind(' ', longest);
    if (cut == std::string::npos || cut == 0) {
      cut = longest;
      while (cut > 0 && (static_cast<unsigned char>(line[cut]) & 0xC0) == 0x80) --cut;
    }
    line.resize(cut);
  }
  if (line.empty())
    throw search_failure(service, SearchFailure::Kind::refused, "there are no words to search for");
  return line;
}

std::string service_options(const Service& service) {
  return models::dump({{"service", service.id}, {"url", io::shown_url(service.url)}});
}

void count(const Service& service, int requests, double units, SearchEffort& effort) {
  effort.requests += requests;
  if (service.price) effort.cost = effort.cost.value_or(0) + units * *service.price;
}

}  // namespace assay::web
