#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/fit.h"
#include "reasoning/prompted/known.h"
#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/quotes.h"
#include "reasoning/prompted/read_answer.h"
#include "reasoning/prompted/record_text.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using core::Summary;

constexpr std::size_t most_quotations = 8;

constexpr const char* schema = R"({
  "type": "object",
  "properties": {
    "relevant": {"type": "boolean"},
    "takeaways": {"type": "string"},
    "quotations": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["relevant", "takeaways", "quotations"], "additionalProperties": false
})";

std::string source_lines(const SummarizeInput& input) {
  const auto& source = input.source;
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("- {}: {}\n", name, in_quotes(value));
  };
  line("title", source.title);
  line("publisher", source.publisher);
  line("address", source.url.empty() ? source.document : source.url);
  if (source.published) text += "- published: " + source.published->to_string() + "\n";
  line("kind of site", site_text(source));
  if (const auto warning = warning_text(source); !warning.empty()) text += "- " + warning + "\n";
  if (source.review) text += "- a fact-check " + review_text(source) + "\n";
  return text;
}

std::string picture_lines(const SummarizeInput& input) {
  std::string text;
  if (const auto& match = input.source.match)
    text +=
        fmt::format("A reverse search for {} found {} on this page: {}.\n",
                    core::to_string(core::ImageRef{match->query}),
                    core::to_string(core::ImageRef{match->found}), one_line(match->description));
  for (const auto& image : input.source.images) text += picture_text(image);
  return text;
}

// Of one page among many it is enough that the calls of its entry say what went wrong. A model that
// can't be asked at all would lose every page: the check ends, and can be resumed.
bool ends_the_check(models::ModelFailure::Kind kind) {
  using Kind = models::ModelFailure::Kind;
  return kind == Kind::key || kind == Kind::quota || kind == Kind::not_found ||
         kind == Kind::unreachable;
}

class SummarizeStage : public PromptedStage<SummarizeInput, Summary> {
 public:
  SummarizeStage(Shared shared, Backbone backbone)
      : PromptedStage("summarize", "3", {"system", "summarize"}, std::move(shared),
                      std::move(backbone)) {}

  awaitable<Summary> run(SummarizeInput input, Session& session) const override {
    Compose prompt = [&](Room room) { return this->prompt(input, room, session.blobs()); };
    try {
      auto answered = co_await ask_for<Summary>(
          session, with_schema("summary", schema), prompt,
          [&](const models::ChatAnswer& answer) { return read(answer, input); });
      if (answered.value) co_return std::move(*answered.value);
    } catch (const models::ModelFailure& failure) {
      if (ends_the_check(failure.kind)) throw;
    }
    co_return Summary{};
  }

 private:
  awaitable<Composed> prompt(const SummarizeInput& input, Room room, const io::Blobs& blobs) const {
    Templates::Values values{{"claim", claim_text(input.claim)},
                             {"source", source_lines(input)},
                             {"pictures", picture_lines(input)},
                             {"page", ""}};
    const auto rest = templates().fill("summarize", values);
    auto pictures = input.claim.images;
    const auto left = [&] { return left_for_evidence(room, rest, pictures.size()); };
    // The page's own pictures, while they take no more than half of what is left.
    std::vector<std::string> dropped;
    const auto half = left() / 2;
    for (const auto& image : input.source.images) {
      const auto used =
          static_cast<std::int64_t>(pictures.size() - input.claim.images.size()) * picture_tokens;
      if (!room.pictures || used + picture_tokens <= half)
        pictures.push_back(image);
      else
        dropped.push_back(core::to_string(core::ImageRef{image.number}));
    }
    const auto shown = room.pictures ? pictures.size() - input.claim.images.size() : 0;
    auto fitted = fit_text(input.text, input.claim, left());
    values["page"] = fenced(fitted.text);
    auto composed =
        co_await compose(templates().fill("summarize", values), std::move(pictures), room, blobs);
    composed.can_shrink = estimated_tokens(fitted.text) > 64 || shown > 0;
    composed.dropped = std::move(dropped);
    for (auto& what : fitted.dropped) composed.dropped.push_back(std::move(what));
    co_return composed;
  }

  static Reading<Summary> read(const models::ChatAnswer& answer, const SummarizeInput& input) {
    Reading<Summary> reading;
    if (says_none(answer.text)) {
      reading.value = Summary{};
      reading.form = core::Form::repaired;
      return reading;
    }
    const auto object = read_object(answer, {"takeaways"});
    if (!object.object) {
      reading.problem = object.problem;
      return reading;
    }
    reading.form = object.form;
    Summary summary;
    summary.takeaways = text_member(*object.object, "takeaways", 8'000);
    const bool relevant = flag_member(*object.object, "relevant").value_or(true);
    if (!relevant || says_none(summary.takeaways) || summary.takeaways.empty()) {
      reading.value = Summary{};
      return reading;
    }
    auto checked =
        checked_references(summary.takeaways, known_in(input.claim, input.source, input.text));
    reading.problem = removed_note(checked);
    summary.takeaways = std::move(checked.text);
    std::size_t invented = 0;
    const Quotes quotes(input.text, input.source.text_blob);
    for (const auto& sentence : texts_member(*object.object, "quotations", most_quotations)) {
      auto quotation = quotes.find(sentence);
      if (!quotation)
        ++invented;
      else if (std::ranges::find(summary.quotations, *quotation) == summary.quotations.end())
        summary.quotations.push_back(std::move(*quotation));
    }
    if (invented > 0)
      reading.problem += fmt::format("{}{} of its quotations do not stand in the source",
                                     reading.problem.empty() ? "" : "; ", invented);
    if (!reading.problem.empty()) reading.form = core::Form::repaired;
    reading.value = std::move(summary);
    return reading;
  }
};

}  // namespace

std::shared_ptr<const Stage<SummarizeInput, Summary>> summarize_stage(Shared shared,
                                                                      Backbone backbone) {
  return std::make_shared<SummarizeStage>(std::move(shared), std::move(backbone));
}

}  // namespace assay::reasoning::prompted
