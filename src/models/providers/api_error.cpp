#include "models/providers/api_error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "models/providers/payload.h"

namespace assay::models {
namespace {

using core::Json;
using Kind = ModelFailure::Kind;

constexpr std::size_t longest_message = 2000;

bool any_of(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

std::string code_text(const Json& json) {
  return json.is_number_integer() ? std::to_string(json.get<std::int64_t>()) : text_of(json);
}

// `"retryDelay": "34s"` in Google's details.
std::optional<std::chrono::milliseconds> retry_delay(const Json& details) {
  if (!details.is_array()) return std::nullopt;
  for (const auto& detail : details) {
    const auto text = text_of(member(detail, "retryDelay"));
    double seconds = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
    // Of no number neither comparison holds.
    if (read.ec == std::errc() && seconds >= 0 && seconds < 1e6)
      return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
  }
  return std::nullopt;
}

void read_object(const Json& json, ApiError& error) {
  for (const char* key : {"message", "detail", "info"})
    if (error.message.empty()) error.message = text_of(member(json, key));
  error.param = text_of(member(json, "param"));
  for (const char* key : {"code", "type", "status"}) {
    const auto text = code_text(member(json, key));
    if (!text.empty()) error.code += (error.code.empty() ? "" : " ") + text;
  }
  error.wait = retry_delay(member(json, "details"));
}

void read_json(const Json& body, ApiError& error) {
  const auto& inner = member(body, "error");
  const auto& detail = member(body, "detail");
  if (inner.is_object())
    read_object(inner, error);
  else if (inner.is_string())
    error.message = inner.get<std::string>();
  else if (!detail.is_null())
    error.message = detail.is_string() ? detail.get<std::string>() : dump(detail);
  else
    read_object(body, error);
}

// The largest whole number in the text that is less than `below`; 0 where there is none.
int largest_number_below(const std::string& text, int below) {
  int best = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] < '0' || text[i] > '9') {
      ++i;
      continue;
    }
    int number = 0;
    const auto read = std::from_chars(text.data() + i, text.data() + text.size(), number);
    i = static_cast<std::size_t>(read.ptr - text.data());
    if (read.ec == std::errc() && number < below) best = std::max(best, number);
  }
  return best;
}

bool unknown_name(const std::string& words) {
  return any_of(words, {"unsupported", "not supported", "unrecognized", "unknown", "unexpected",
                        "not permitted", "extra", "does not support", "deprecated"});
}

bool learn_limit(const std::string& words, const ChatOptions& options, Adaptations& more) {
  constexpr int fewest = 16;  // a smaller number is none that an answer could be limited to
  if (!any_of(words,
              {"max_tokens", "max_completion_tokens", "maxoutputtokens", "max_output_tokens"}))
    return false;
  if (unknown_name(words)) {
    if (more.other_limit_name) more.no_limit = true;
    more.other_limit_name = true;
    return true;
  }
  const int most = largest_number_below(words, token_limit(options, more));
  if (most < fewest) return false;
  more.longest_answer = most;
  return true;
}

bool learn_chance(const std::string& words, Adaptations& more) {
  const bool top_p = any_of(words, {"top_p", "topp", "top-p"});
  // Where both are named, one alone may be welcome: the temperature is the one that matters.
  if (top_p && !more.no_top_p) return more.no_top_p = true;
  if (any_of(words, {"temperature"}) && !more.no_temperature) return more.no_temperature = true;
  return false;
}

bool learn_schema(Adaptations& more) {
  if (more.no_schema && more.no_json_mode) return false;
  (more.no_schema ? more.no_json_mode : more.no_schema) = true;
  return true;
}

bool names_schema(const std::string& words) {
  return any_of(words, {"response_format", "responseformat", "json_schema", "jsonschema", "schema",
                        "grammar", "output_config", "output_format", "structured", "json_object",
                        "json mode", "responsemimetype", "response_mime_type"});
}

bool names_context(const std::string& words) {
  return any_of(words, {"context_length", "context length", "context window", "context size",
                        "maximum context", "exceed_context_size", "prompt is too long",
                        "input is too long", "input token count", "too many tokens",
                        "request too large", "request_too_large", "context limit"});
}

// The whole number that ends at, or begins at, this place of the text; nothing where there is none.
std::optional<std::int64_t> number_at(std::string_view text, std::size_t begin) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data() + begin, text.data() + text.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> number_before(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
  return begin == end ? std::nullopt : number_at(text.substr(0, end), begin);
}

std::optional<std::int64_t> number_after(std::string_view text, std::string_view phrase) {
  const auto at = text.find(phrase);
  return at == std::string_view::npos ? std::nullopt : number_at(text, at + phrase.size());
}

std::optional<std::int64_t> number_before(std::string_view text, std::string_view phrase) {
  const auto at = text.find(phrase);
  return at == std::string_view::npos ? std::nullopt : number_before(text, at);
}

// What the window leaves beside the prompt, as servers say it:
//   195000 + 8192 > 200000
//   (4096 > 2048 - 100)
//   maximum context length is 2048 tokens … (100 in the messages, 4096 in the completion)
std::optional<std::int64_t> room_in(std::string_view words) {
  if (const auto plus = words.find(" + "); plus != std::string_view::npos) {
    const auto prompt = number_before(words, plus);
    const auto window = number_after(words.substr(plus), " > ");
    if (prompt && window) return *window - *prompt;
  }
  if (const auto minus = words.find(" - "); minus != std::string_view::npos) {
    const auto window = number_before(words, minus);
    const auto prompt = number_at(words, minus + 3);
    if (window && prompt) return *window - *prompt;
  }
  const auto window = number_after(words, "maximum context length is ");
  for (const auto* phrase : {" in the messages", " input tokens", " in your prompt"})
    if (const auto prompt = number_before(words, std::string_view(phrase)); prompt && window)
      return *window - *prompt;
  return std::nullopt;
}

// Servers that can't see say so with status 400, 404 or 500.
bool names_images(const std::string& words) {
  return any_of(words, {"image", "mmproj", "multimodal", "vision"}) &&
         any_of(words, {"not support", "unsupported", "only supported", "not a multimodal",
                        "mmproj", "no endpoints found", "cannot", "invalid content type"});
}

ErrorClass too_many(const std::string& words) {
  if (any_of(words, {"insufficient_quota", "billing", "credit balance", "payment"}))
    return {Kind::quota};
  return {Kind::limited, true};
}

}  // namespace

std::string ApiError::words() const {
  std::string all = code + " " + param + " " + message;
  for (char& c : all)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return all;
}

ApiError read_error(int status, const std::string& body) {
  ApiError error;
  const auto json = parse_body(body);
  if (json.is_array() && !json.empty())
    read_json(json.front(), error);
  else if (json.is_object())
    read_json(json, error);
  else
    error.message = body;
  if (error.message.size() > longest_message) error.message.resize(longest_message);
  error.status = status;
  return error;
}

ErrorClass classify(const ApiError& error, bool with_images) {
  const auto words = error.words();
  const int status = error.status;
  if (status == 401 || status == 403) return {Kind::key};
  if (status == 402) return {Kind::quota};
  if (status == 429) return too_many(words);
  if (status == 413 || names_context(words)) return {Kind::too_long};
  if (with_images && names_images(words)) return {Kind::no_vision};
  if (status == 404) return {Kind::not_found};
  if (any_of(words, {"content_filter", "content_policy", "content management policy"}))
    return {Kind::bad_request, false, true};
  if (any_of(words, {"api key not valid", "api_key_invalid", "invalid api key"}))
    return {Kind::key};
  if (any_of(words, {"credit balance"})) return {Kind::quota};
  if (status == 408 || status == 409 || status == 425) return {Kind::unavailable, true};
  if (status >= 500 && status != 501 && status != 505) return {Kind::unavailable, true};
  return {Kind::bad_request};
}

std::optional<Adaptations> learn(const ApiError& error, const Adaptations& used,
                                 const ChatOptions& options) {
  const bool of_the_request = error.status == 400 || error.status == 404 || error.status == 415 ||
                              error.status == 422 || error.status == 501;
  const auto words = error.words();
  Adaptations more = used;
  if (of_the_request) {
    if (learn_limit(words, options, more) || learn_chance(words, more)) return more;
    // A complaint that names nothing may be about the schema, the least common of what is asked.
    if (options.schema && error.status != 404 && learn_schema(more)) return more;
  }
  if (options.schema && names_schema(words) && learn_schema(more)) return more;
  return std::nullopt;
}

std::optional<Adaptations> learn_room(const ApiError& error, const Adaptations& used,
                                      const ChatOptions& options) {
  constexpr std::int64_t fewest = 16;  // tokens that an answer needs
  const auto room = room_in(error.words());
  if (!room || *room < fewest || *room >= token_limit(options, used)) return std::nullopt;
  Adaptations more = used;
  more.room = static_cast<int>(*room);
  return more;
}

}  // namespace assay::models
