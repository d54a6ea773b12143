#include "reasoning/session.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "io/deadline.h"
#include "models/failure_kind.h"

namespace assay::reasoning {
namespace {

using boost::asio::awaitable;
using core::Json;

std::string role_name(models::Role role) {
  if (role == models::Role::system) return "system";
  return role == models::Role::assistant ? "assistant" : "user";
}

// The prompt as it is kept: the texts in full, each picture by the SHA-256 of its kept bytes.
Json prompt_json(const std::vector<models::Message>& messages, const io::Blobs& blobs) {
  Json all = Json::array();
  for (const auto& message : messages) {
    Json parts = Json::array();
    for (const auto& part : message.parts)
      if (const auto* text = std::get_if<models::TextPart>(&part))
        parts.push_back({{"text", text->text}});
      else
        parts.push_back({{"image", blobs.keep(*std::get<models::ImagePart>(part).bytes)},
                         {"media_type", std::get<models::ImagePart>(part).media_type}});
    all.push_back({{"role", role_name(message.role)}, {"parts", parts}});
  }
  return all;
}

std::string parameters_of(const models::ChatOptions& options) {
  Json json{{"temperature", options.temperature},
            {"top_p", options.top_p},
            {"max_tokens", options.max_tokens}};
  if (options.schema) json["schema"] = options.schema->name;
  return json.dump();
}

void note_answer(const models::ChatAnswer& answer, const Backbone& backbone, const io::Blobs& blobs,
                 core::ModelCall& call) {
  call.answered_by = answer.model;
  call.answer = answer.text;
  if (!answer.thinking.empty()) call.thinking = blobs.keep(answer.thinking);
  call.finish = models::to_string(answer.finish);
  call.tokens_in = answer.tokens.in;
  call.tokens_cached = answer.tokens.cached;
  call.tokens_out = answer.tokens.out;
  if (backbone.cost) call.cost = backbone.cost(answer.tokens);
  call.seconds = static_cast<double>(answer.latency.count()) / 1000;
  call.tries = answer.tries;
  call.from_cache = answer.from_cache;
}

awaitable<models::ChatAnswer> in_time(models::ChatModel& model, models::ChatRequest request,
                                      std::optional<std::chrono::steady_clock::time_point> until) {
  if (!until) co_return co_await model.chat(std::move(request));
  auto answer = co_await io::before(*until, model.chat(std::move(request)));
  if (!answer) throw DeadlineReached();
  co_return std::move(*answer);
}

}  // namespace

awaitable<models::ChatAnswer> Session::ask(const Backbone& backbone, Ask ask) {
  core::ModelCall call;
  call.model = backbone.model->name();
  call.parameters = parameters_of(backbone.options);
  call.prompt = blobs_.keep(
      prompt_json(ask.messages, blobs_).dump(-1, ' ', false, Json::error_handler_t::replace));
  call.purpose = std::move(ask.purpose);
  call.dropped = std::move(ask.dropped);
  setup_.calls->push_back(std::move(call));
  if (setup_.replay) co_return replay(last());
  models::ChatAnswer answer;
  try {
    answer = co_await in_time(*backbone.model, {std::move(ask.messages), backbone.options},
                              setup_.until);
  } catch (const DeadlineReached& failure) {
    last().error = failure.what();
    last().error_kind = "deadline";
    throw;
  } catch (const models::ModelFailure& failure) {
    last().error = failure.what();
    last().error_kind = models::to_string(failure.kind);
    last().tries = failure.tries;
    throw;
  }
  note_answer(answer, backbone, blobs_, last());
  if (setup_.spent) setup_.spent(last());
  co_return answer;
}

models::ChatAnswer Session::replay(const core::ModelCall& asked) {
  const auto at = setup_.calls->size() - 1;
  if (setup_.replayed == nullptr || at >= setup_.replayed->calls.size())
    throw core::InputError("the record holds no answer to replay for this step: it ends before it");
  const auto& then = setup_.replayed->calls[at];
  if (then.prompt != asked.prompt)
    throw core::InputError("the replay differs from the record: the prompt of " +
                           (setup_.replayed->step ? setup_.replayed->step->stage : "a stage") +
                           " is another; it was made by other prompts or another version of assay");
  last() = then;
  last().form = core::Form::unusable;
  last().problem.clear();
  if (then.error_kind == "deadline") throw DeadlineReached();
  if (!then.error_kind.empty()) {
    models::ModelFailure failure(models::failure_kind(then.error_kind), then.error);
    failure.tries = then.tries;
    throw failure;
  }
  models::ChatAnswer answer;
  answer.text = then.answer;
  answer.finish = models::finish_from_string(then.finish);
  answer.model = then.answered_by;
  return answer;
}

void Session::judge_form(core::Form form, std::string problem) {
  last().form = form;
  last().problem = std::move(problem);
}

}  // namespace assay::reasoning
