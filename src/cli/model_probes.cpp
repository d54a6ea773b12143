#include "cli/model_probes.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "io/http_text.h"
#include "io/when_all.h"
#include "models/lenient_json.h"
#include "vision/encode.h"
#include "vision/picture.h"

namespace assay::cli {
namespace {

namespace asio = boost::asio;
using models::ChatAnswer;
using models::ChatModel;
using models::ChatRequest;
using models::Finish;
using models::ModelFailure;
using Kind = ModelFailure::Kind;

constexpr std::int64_t most_long_tokens = 8000;

ChatRequest request_of(const ProbeOptions& options, std::vector<models::Part> parts) {
  ChatRequest request;
  request.messages = {{models::Role::user, std::move(parts)}};
  request.options = options.chat;
  return request;
}

// Half red, half blue: what sees it can say so.
models::ImagePart picture() {
  vision::Picture picture(96, 96);
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      auto* pixel = picture.row(y) + static_cast<std::ptrdiff_t>(x) * 3;
      pixel[x < picture.width / 2 ? 0 : 2] = 220;
    }
  return {"image/png", std::make_shared<const std::string>(vision::encode_png(picture))};
}

// About `tokens` of plain words, with a number to be found in the middle.
std::string long_text(std::int64_t tokens) {
  constexpr std::string_view sentence = "The river was calm that day and nothing much happened. ";
  constexpr std::int64_t tokens_a_sentence = 11;
  std::string text;
  const auto sentences = std::max<std::int64_t>(2, tokens / tokens_a_sentence);
  for (std::int64_t i = 0; i < sentences; ++i) {
    if (i == sentences / 2) text += "The number of the boat was 4172. ";
    text += sentence;
  }
  return text;
}

bool mentions(const std::string& text, std::string_view word) {
  return std::ranges::search(text, word, [](unsigned char a, unsigned char b) {
           return std::tolower(a) == std::tolower(b);
         }).begin() != text.end();
}

std::string ending_hint(const ChatAnswer& answer) {
  switch (answer.finish) {
    case Finish::cut:
      return "the answer ran into its limit: raise max_tokens of the model in assay.toml";
    case Finish::empty:
      return answer.thinking.empty() ? "the answer is empty: is it a chat model?"
                                     : "it thought and said nothing: raise max_tokens of the model "
                                       "in assay.toml";
    case Finish::refused:
      return "the model refuses; another model may not";
    case Finish::complete:
      break;
  }
  return {};
}

void note_answer(const ChatAnswer& answer, Probe& probe) {
  probe.answered = true;
  probe.latency = answer.latency;
  probe.tokens = answer.tokens;
  probe.works = answer.finish == Finish::complete;
  probe.hint = ending_hint(answer);
  probe.detail = probe.works ? io::one_line(answer.text, 60)
                             : "the answer is " + models::to_string(answer.finish);
}

void note_failure(const ModelFailure& failure, Probe& probe) {
  probe.works = false;
  probe.detail = failure.what();
  probe.hint = hint_for(failure.kind, probe.name);
}

asio::awaitable<std::optional<ChatAnswer>> ask(ChatModel& model, ChatRequest request,
                                               Probe& probe) {
  probe.tried = true;
  ++probe.asked;
  try {
    ChatAnswer answer = co_await model.chat(std::move(request));
    note_answer(answer, probe);
    co_return answer;
  } catch (const ModelFailure& failure) {
    note_failure(failure, probe);
  }
  co_return std::nullopt;
}

asio::awaitable<Probe> try_text(ChatModel& model, const ProbeOptions& options) {
  Probe probe;
  probe.name = "text";
  ChatRequest request =
      request_of(options, {models::TextPart{"Name the capital of France. Answer with one word."}});
  co_await ask(model, std::move(request), probe);
  co_return probe;
}

asio::awaitable<Probe> try_image(ChatModel& model, const ProbeOptions& options) {
  Probe probe;
  probe.name = "image";
  ChatRequest request =
      request_of(options, {models::TextPart{"Here is a picture:"}, picture(),
                           models::TextPart{"Which two colours does it have? Answer with their "
                                            "names alone."}});
  const std::optional<ChatAnswer> answer = co_await ask(model, std::move(request), probe);
  if (answer && probe.works && !(mentions(answer->text, "red") && mentions(answer->text, "blue")))
    probe.detail += " (the picture is red and blue: does it really see?)";
  co_return probe;
}

asio::awaitable<Probe> try_long(ChatModel& model, const ProbeOptions& options) {
  Probe probe;
  probe.name = "long input";
  const auto tokens =
      options.context > 0 ? std::min(options.context * 3 / 4, most_long_tokens) : most_long_tokens;
  ChatRequest request = request_of(
      options,
      {models::TextPart{long_text(tokens) + "\n\nWhat was the number of the boat? Answer with the "
                                            "number alone."}});
  const std::optional<ChatAnswer> answer = co_await ask(model, std::move(request), probe);
  if (answer && probe.works)
    probe.detail = "about " + std::to_string(tokens) + " tokens; what stands in the middle was " +
                   (mentions(answer->text, "4172") ? "found" : "not found");
  co_return probe;
}

ChatRequest schema_request(const ProbeOptions& options, int number) {
  ChatRequest request = request_of(
      options, {models::TextPart{"Is " + std::to_string(2 * number + 3) +
                                 " an odd number? Answer with a JSON object: {\"answer\": \"yes\" "
                                 "or \"no\", \"reason\": a short text}. Nothing else."}});
  request.options.schema = models::AnswerSchema{
      "odd_number",
      R"({"type":"object","properties":{"answer":{"type":"string","enum":["yes","no"]},)"
      R"("reason":{"type":"string"}},"required":["answer","reason"],"additionalProperties":false})"};
  request.options.repeat = number;
  return request;
}

bool is_well_formed(const ChatAnswer& answer) {
  if (answer.finish != Finish::complete) return false;
  const auto json = models::parse_lenient(answer.text, {"answer", "reason"});
  if (!json || !json->is_object() || !json->contains("answer") || !json->contains("reason"))
    return false;
  const auto& said = (*json)["answer"];
  return (said == "yes" || said == "no") && (*json)["reason"].is_string();
}

void sum_up(const std::vector<ChatAnswer>& answers, Probe& probe) {
  probe.answered = true;
  std::chrono::milliseconds all{0};
  bool enforced = true;
  for (const auto& answer : answers) {
    probe.well_formed += is_well_formed(answer) ? 1 : 0;
    enforced = enforced && answer.schema_enforced;
    probe.tokens.in += answer.tokens.in;
    probe.tokens.out += answer.tokens.out;
    all += answer.latency;
  }
  probe.latency = all / static_cast<int>(answers.size());
  probe.works = probe.well_formed == probe.asked;
  probe.detail = std::to_string(probe.well_formed) + " of " + std::to_string(probe.asked) +
                 " well-formed, the form " +
                 (enforced ? "kept to by the server" : "only asked for");
  probe.hint = probe.works ? ""
                           : "answers that can't be read cost another call; a larger model, or a "
                             "server that takes a JSON schema, keeps to the form";
}

asio::awaitable<Probe> try_schema(ChatModel& model, const ProbeOptions& options) {
  Probe probe;
  probe.name = "schema";
  probe.tried = true;
  probe.asked = options.schema_asks;
  std::vector<asio::awaitable<ChatAnswer>> calls;
  for (int i = 0; i < options.schema_asks; ++i)
    calls.push_back(model.chat(schema_request(options, i)));
  const auto at_once = calls.size();
  auto outcomes = co_await io::when_all(std::move(calls), at_once);
  std::vector<ChatAnswer> answers;
  for (auto& outcome : outcomes) {
    try {
      answers.push_back(outcome.get());
    } catch (const ModelFailure& failure) {
      note_failure(failure, probe);
    }
  }
  if (!answers.empty()) sum_up(answers, probe);
  co_return probe;
}

Probe untried(const std::string& name) {
  Probe probe;
  probe.name = name;
  probe.detail = "not tried";
  return probe;
}

}  // namespace

std::string hint_for(Kind kind, const std::string& probe) {
  switch (kind) {
    case Kind::key:
      return "set the key's environment variable, or a newer key";
    case Kind::quota:
      return "add credit at the provider, or take another model";
    case Kind::limited:
      return "wait, or lower `calls` of the model in assay.toml";
    case Kind::unreachable:
      return "is the server running, and are host and port right?";
    case Kind::unavailable:
      return "the server is too slow or failed: look at its log, or raise `timeout` of the model "
             "in "
             "assay.toml";
    case Kind::malformed:
      return "is it an OpenAI-compatible server? Try the address with /v1 at its end";
    case Kind::not_found:
      return "check the model's name and the address; most servers want /v1 at its end";
    case Kind::too_long:
      return "start the server with a larger window, or say its size as `context` of the model in "
             "assay.toml";
    case Kind::no_vision:
      return "a check asks it without pictures; to let it see give the server its vision part "
             "(mmproj), or take a model with vision";
    case Kind::bad_request:
      break;
  }
  return probe == "image" ? "the model may take no images; take one with vision"
                          : "the server's words above say what it wants";
}

std::optional<double> tokens_per_second(const Probe& probe) {
  const auto calls = std::max(1, probe.asked);
  const auto time = static_cast<double>(probe.latency.count()) * calls;
  if (probe.tokens.out <= 0 || time <= 0) return std::nullopt;
  return static_cast<double>(probe.tokens.out) * 1000 / time;
}

asio::awaitable<std::vector<Probe>> probe_model(ChatModel& model, ProbeOptions options) {
  std::vector<Probe> probes;
  Probe text = co_await try_text(model, options);
  const bool answered = text.answered;
  probes.push_back(std::move(text));
  if (!answered) {
    for (const char* name : {"image", "schema", "long input"}) probes.push_back(untried(name));
    co_return probes;
  }
  Probe image = co_await try_image(model, options);
  probes.push_back(std::move(image));
  Probe schema = co_await try_schema(model, options);
  probes.push_back(std::move(schema));
  Probe longer = co_await try_long(model, options);
  probes.push_back(std::move(longer));
  co_return probes;
}

}  // namespace assay::cli
