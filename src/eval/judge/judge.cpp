#include "eval/judge/judge.h"

#include <algorithm>
#include <kainjow/mustache.hpp>
#include <utility>

#include "eval/judge/judge_prompts.h"
#include "language/beginning.h"
#include "reasoning/prompted/ask.h"
#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/read_answer.h"

namespace assay::eval {
namespace {

using boost::asio::awaitable;
using core::Json;
namespace prompted = reasoning::prompted;
namespace mustache = kainjow::mustache;

constexpr std::size_t most_items = 200;
constexpr std::size_t longest_item = 20'000;  // bytes

std::string prompt_text(std::string_view name) {
  for (const auto& [file, text] : judge_prompts())
    if (file == std::string(name) + ".md") return std::string(text);
  return {};
}

std::string filled(const Judge::Question& question) {
  mustache::mustache prompt(prompt_text(question.prompt));
  prompt.set_custom_escape([](const std::string& text) { return text; });
  mustache::data data;
  for (const auto& [name, value] : question.values) data.set(name, value);
  return prompt.render(data);
}

models::Message message_of(const Judge::Question& question) {
  models::Message message;
  message.role = models::Role::user;
  message.parts.emplace_back(models::TextPart{filled(question)});
  for (const auto& picture : question.pictures) message.parts.emplace_back(picture);
  return message;
}

prompted::Reading<Json> read(const models::ChatAnswer& answer, const Judge::Question& question) {
  auto object = prompted::read_object(answer, question.members);
  prompted::Reading<Json> reading;
  reading.form = object.form;
  reading.problem = std::move(object.problem);
  if (object.object && question.problem) reading.problem = question.problem(*object.object);
  if (reading.problem.empty())
    reading.value = std::move(object.object);
  else
    reading.form = core::Form::unusable;
  return reading;
}

}  // namespace

awaitable<std::optional<Json>> Judge::ask(Question question) {
  auto calls = std::make_shared<std::vector<core::ModelCall>>();
  reasoning::Session::Setup setup;
  setup.calls = calls;
  reasoning::Session session(blobs_, std::move(setup));
  auto backbone = backbone_;
  backbone.options.repeat = question.repeat;
  const auto asked = message_of(question);
  const prompted::Compose compose = [&](prompted::Room) -> awaitable<prompted::Composed> {
    prompted::Composed composed;
    composed.messages = {prompted::text_message(models::Role::system, prompt_text("system")),
                         asked};
    composed.can_shrink = false;
    co_return composed;
  };
  prompted::Answered<Json> answered;
  const auto note = [&] { calls_.insert(calls_.end(), calls->begin(), calls->end()); };
  try {
    answered = co_await prompted::ask_for<Json>(
        session, std::move(backbone), compose,
        [&](const models::ChatAnswer& answer) { return read(answer, question); });
  } catch (...) {
    note();
    throw;
  }
  note();
  co_return std::move(answered.value);
}

std::string numbered(const std::vector<std::string>& items) {
  if (items.empty()) return "(none)";
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), most_items); ++i)
    text += std::to_string(i + 1) + ".\n" +
            prompted::fenced(language::beginning(items[i], longest_item)) + "\n";
  return text;
}

}  // namespace assay::eval
