#include "reasoning/inputs.h"

#include <nlohmann/json.hpp>

namespace assay::reasoning {

using core::Json;

namespace {

// When a source was retrieved says nothing about the claim: a check that was resumed later has the
// same inputs as one that was not stopped.
std::vector<core::Evidence> timeless(std::vector<core::Evidence> evidence) {
  for (auto& item : evidence) item.source.retrieved.reset();
  return evidence;
}

core::Source timeless(core::Source source) {
  source.retrieved.reset();
  return source;
}

// As far as there are any: an input without is what it was before there could be.
void add_repeats(Json& json, std::vector<core::Repeat> repeats) {
  for (auto& repeat : repeats) repeat.source = timeless(std::move(repeat.source));
  if (!repeats.empty()) json["repeats"] = repeats;
}

}  // namespace

void to_json(Json& json, const SiteInput& input) {
  json = Json{{"site", input.site},
              {"publisher", input.publisher},
              {"url", input.url},
              {"title", input.title}};
}

void to_json(Json& json, const ExtractInput& input) {
  // The text is named by its hash in the source. Where the page was archived says nothing.
  auto page = input.page;
  page.source = timeless(std::move(page.source));
  page.source.archive_record.clear();
  json = Json{{"page", page}, {"bytes", input.text.size()}};
}

void to_json(Json& json, const ExtractedClaim& claim) {
  json = Json{{"claim", claim.text}, {"passage", claim.passage}};
}

void from_json(const Json& json, ExtractedClaim& claim) {
  claim.text = json.value("claim", "");
  if (json.contains("passage")) json.at("passage").get_to(claim.passage);
}

void to_json(Json& json, const Content& content) {
  json = Json{{"text", content.text},
              {"images", content.images},
              {"author", content.author},
              {"url", content.url}};
  if (content.date) json["date"] = *content.date;
}

void to_json(Json& json, const Interpretation& interpretation) {
  json = Json{{"topic", interpretation.topic}, {"interpretation", interpretation.text}};
}

void from_json(const Json& json, Interpretation& interpretation) {
  interpretation.topic = json.value("topic", "");
  interpretation.text = json.value("interpretation", "");
}

void to_json(Json& json, const StandaloneClaim& claim) {
  json = Json{{"claim", claim.text}, {"check_worthy", claim.check_worthy}};
}

void from_json(const Json& json, StandaloneClaim& claim) {
  claim.text = json.value("claim", "");
  claim.check_worthy = json.value("check_worthy", true);
}

void to_json(Json& json, const InterpretInput& input) { json = Json{{"content", input.content}}; }

void to_json(Json& json, const DecomposeInput& input) {
  json = Json{{"content", input.content}, {"interpretation", input.interpretation}};
}

void to_json(Json& json, const DecontextualizeInput& input) {
  json = Json{
      {"content", input.content}, {"interpretation", input.interpretation}, {"claim", input.claim}};
}

void to_json(Json& json, const BaselineInput& input) {
  json = Json{{"claim", input.claim}, {"labels", input.labels.name()}};
  if (!input.evidence.empty()) json["evidence"] = input.evidence;
}

void to_json(Json& json, const PlanInput& input) {
  // What is said of a tool changes with its version.
  std::vector<std::string> tools;
  for (const auto& tool : input.tools) tools.push_back(tool.name);
  json = Json{{"claim", input.claim},
              {"labels", input.labels},
              {"turn", input.turn},
              {"tools", tools},
              {"done", input.done},
              {"evidence", timeless(input.evidence)},
              {"developments", input.developments},
              {"new_evidence", input.new_evidence}};
  add_repeats(json, input.repeats);
}

void to_json(Json& json, const SummarizeInput& input) {
  // The text is named by its hash in the source.
  json = Json{{"claim", input.claim}, {"source", timeless(input.source)}};
  if (input.picture) json["picture"] = *input.picture;
}

void to_json(Json& json, const DevelopInput& input) {
  json = Json{{"claim", input.claim}, {"evidence", timeless(input.evidence)}};
  add_repeats(json, input.repeats);
}

void to_json(Json& json, const JudgeInput& input) {
  json = Json{{"claim", input.claim},
              {"labels", input.labels.name()},
              {"evidence", timeless(input.evidence)},
              {"development", input.development},
              {"last", input.last}};
  add_repeats(json, input.repeats);
}

void to_json(Json& json, const JustifyInput& input) {
  json = Json{{"claim", input.claim},
              {"labels", input.labels.name()},
              {"evidence", timeless(input.evidence)},
              {"development", input.development},
              {"judgement", input.judgement}};
  add_repeats(json, input.repeats);
}

}  // namespace assay::reasoning
