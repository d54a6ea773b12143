#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/fit.h"
#include "reasoning/prompted/prompted_stage.h"
#include "reasoning/prompted/quotes.h"
#include "reasoning/prompted/read_answer.h"

namespace assay::reasoning::prompted {
namespace {

using boost::asio::awaitable;
using Claims = std::vector<ExtractedClaim>;

constexpr std::size_t longest_claim = 1'000;    // bytes
constexpr std::size_t longest_passage = 2'000;  // bytes
constexpr std::size_t most_read = 100;          // claims of an answer that are looked at

constexpr const char* schema = R"({
  "type": "object",
  "properties": {"claims": {"type": "array", "items": {
    "type": "object",
    "properties": {"claim": {"type": "string"}, "passage": {"type": "string"},
                   "check_worthy": {"type": "boolean"}},
    "required": ["claim", "passage", "check_worthy"], "additionalProperties": false}}},
  "required": ["claims"], "additionalProperties": false
})";

std::string page_lines(const core::Origin& page) {
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("- {}: {}\n", name, in_quotes(value));
  };
  line("title", page.source.title);
  line("author", page.author);
  line("publisher", page.source.publisher);
  if (page.source.published) text += "- published: " + page.source.published->to_string() + "\n";
  line("address", page.source.url);
  return text;
}

std::string picture_lines(const core::Source& source) {
  std::string text;
  for (const auto& image : source.images) text += picture_text(image);
  return text;
}

// Takes from an answer the claims that the page makes.
class ClaimReader {
 public:
  explicit ClaimReader(const ExtractInput& input)
      : input_(input),
        text_(input.text, input.page.source.text_blob),
        title_(input.page.source.title, input.page.title_blob) {}

  Reading<Claims> read(const models::ChatAnswer& answer) {
    const auto object = read_object(answer, {"claims"});
    if (!object.object) return {std::nullopt, core::Form::unusable, object.problem};
    const auto& list = object.object->at("claims");
    if (!list.is_array()) return {std::nullopt, core::Form::unusable, "`claims` is no list"};
    Claims claims;
    std::size_t looked_at = 0;
    for (const auto& one : list) {
      if (claims.size() == most_extracted || ++looked_at > most_read) break;
      if (one.is_object()) take(one, claims);
    }
    if (claims.empty() && !problem_.empty()) return {std::nullopt, core::Form::unusable, problem_};
    const auto form = problem_.empty() ? object.form : core::Form::repaired;
    return {std::move(claims), form, problem_};
  }

 private:
  void take(const core::Json& one, Claims& claims) {
    ExtractedClaim claim;
    claim.text = text_member(one, "claim", longest_claim);
    if (claim.text.empty() || !flag_member(one, "check_worthy").value_or(true)) return;
    leave_out_unknown_pictures(claim.text);
    const auto passage = text_member(one, "passage", longest_passage);
    auto found = text_.find(passage);
    if (!found && !input_.page.title_blob.empty()) found = title_.find(passage);
    if (!found) {
      problem_ = "the page does not say \"" + one_line(passage, 120) +
                 "\": copy the words of the page letter by letter";
      return;
    }
    claim.passage = std::move(*found);
    claims.push_back(std::move(claim));
  }

  void leave_out_unknown_pictures(std::string& text) const {
    core::MultimodalText known;
    const core::MultimodalText claim(text);
    for (const auto& part : claim.parts()) {
      if (const auto* words = std::get_if<std::string>(&part))
        known.append(*words);
      else if (const auto reference = std::get<core::ImageRef>(part);
               std::ranges::find(input_.page.source.images, reference.number,
                                 &core::Image::number) != input_.page.source.images.end())
        known.append(reference);
    }
    text = known.to_string();
  }

  const ExtractInput& input_;
  Quotes text_;
  Quotes title_;
  std::string problem_;
};

class ExtractStage : public PromptedStage<ExtractInput, Claims> {
 public:
  ExtractStage(Shared shared, Backbone backbone)
      : PromptedStage("extract", "1", {"system", "extract"}, std::move(shared),
                      std::move(backbone)) {}

  awaitable<Claims> run(ExtractInput input, Session& session) const override {
    Compose prompt = [&](Room room) { return this->prompt(input, room, session.blobs()); };
    Answered<Claims> answered = co_await ask_for<Claims>(
        session, with_schema("claims", schema), prompt,
        [&](const models::ChatAnswer& answer) { return ClaimReader(input).read(answer); });
    if (answered.value) co_return std::move(*answered.value);
    co_return Claims{};
  }

 private:
  // A text that is too long is read as far as there is room, its paragraphs left out whole.
  awaitable<Composed> prompt(const ExtractInput& input, Room room, const io::Blobs& blobs) const {
    const auto& source = input.page.source;
    Templates::Values values{{"page", page_lines(input.page)},
                             {"pictures", picture_lines(source)},
                             {"text", ""},
                             {"most", std::to_string(most_extracted)}};
    const auto rest = templates().fill("extract", values);
    auto fitted = fit_text(input.text, {}, left_for_evidence(room, rest, source.images.size()));
    values["text"] = fenced(fitted.text);
    auto composed =
        co_await compose(templates().fill("extract", values), source.images, room, blobs);
    composed.can_shrink = estimated_tokens(fitted.text) > 64;
    composed.dropped = std::move(fitted.dropped);
    co_return composed;
  }
};

}  // namespace

std::shared_ptr<const Stage<ExtractInput, std::vector<ExtractedClaim>>> extract_stage(
    Shared shared, Backbone backbone) {
  return std::make_shared<ExtractStage>(std::move(shared), std::move(backbone));
}

}  // namespace assay::reasoning::prompted
