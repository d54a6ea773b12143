#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "language/fold.h"
#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/read_answer.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using core::SiteOpinion;

constexpr std::size_t longest_reason = 600;  // bytes

constexpr const char* schema = R"({
  "type": "object",
  "properties": {
    "class": {"type": "string",
              "enum": ["reliable", "unreliable", "satire", "fact-check", "unsure"]},
    "reason": {"type": "string"}
  },
  "required": ["class", "reason"], "additionalProperties": false
})";

constexpr std::array<std::string_view, 5> classes{"reliable", "unreliable", "satire", "fact-check",
                                                  "unsure"};

// The class that the model named; nothing where it is none of the five.
std::optional<std::string> class_of(const std::string& said) {
  auto word = language::fold(bare(said));
  if (word == "factcheck" || word == "fact check" || word == "fact_check") word = "fact-check";
  if (std::ranges::find(classes, word) == classes.end()) return std::nullopt;
  return word;
}

class JudgeSite : public PromptedStage<SiteInput, SiteOpinion> {
 public:
  JudgeSite(Shared shared, Backbone backbone)
      : PromptedStage("judge_site", "1", {"judge_site"}, std::move(shared), std::move(backbone)) {}

  // Asks once: a check needs no certainty here.
  awaitable<SiteOpinion> run(SiteInput input, Session& session) const override {
    Session::Ask ask;
    ask.messages.push_back(text_message(
        models::Role::user, templates().fill("judge_site", {{"site", site_lines(input)}})));
    std::string problem;
    try {
      const auto answer = co_await session.ask(with_schema("site", schema), std::move(ask));
      auto opinion = read(answer, input, session, problem);
      if (opinion) co_return std::move(*opinion);
    } catch (const models::ModelFailure& failure) {
      problem = failure.what();  // the check goes on, and nothing is known of the site
    }
    co_return SiteOpinion{input.site, "unsure",
                          by_model("it gave no answer that could be used (" + problem + ")"), false,
                          std::nullopt};
  }

 private:
  static std::string site_lines(const SiteInput& input) {
    std::string text;
    const auto line = [&](const char* name, const std::string& value) {
      if (const auto shown = one_line(value); !shown.empty())
        text += std::string(name) + ": " + shown + "\n";
    };
    line("domain", input.site);
    line("name", input.publisher);
    line("address of a page", input.url);
    line("title of that page", input.title);
    return fenced(text);
  }

  std::string by_model(const std::string& reason) const {
    return "judged by the model " + identity().model + ", not by a list: " + reason;
  }

  std::optional<SiteOpinion> read(const models::ChatAnswer& answer, const SiteInput& input,
                                  Session& session, std::string& problem) const {
    problem = Asking::unfit(answer);
    const auto object = problem.empty() ? read_object(answer, {"class"}) : ReadObject{};
    if (problem.empty()) problem = object.problem;
    if (!object.object) {
      session.judge_form(core::Form::unusable, problem);
      return std::nullopt;
    }
    const auto said = text_member(*object.object, "class", 100);
    auto reason = one_line(text_member(*object.object, "reason", longest_reason), longest_reason);
    const auto named = class_of(said);
    if (!named) {
      problem = "'" + one_line(said, 60) + "' is none of the five classes";
      session.judge_form(core::Form::unusable, problem);
      return std::nullopt;
    }
    session.judge_form(object.form, object.problem);
    if (reason.empty()) reason = "it gave no reason";
    return SiteOpinion{input.site, *named, by_model(reason), true, std::nullopt};
  }
};

}  // namespace

std::shared_ptr<const Stage<SiteInput, SiteOpinion>> judge_site_stage(Shared shared,
                                                                      Backbone backbone) {
  return std::make_shared<JudgeSite>(std::move(shared), std::move(backbone));
}

}  // namespace assay::reasoning::prompted
