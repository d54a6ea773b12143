#include "report/json_report.h"

#include <nlohmann/json.hpp>
#include <string>

#include "io/files.h"

namespace assay::report {
namespace {

using core::Json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}
Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json tokens_json(const CallSum& sum) {
  return {{"in", sum.tokens_in}, {"cached", sum.tokens_cached}, {"out", sum.tokens_out}};
}

// A finding without the places that its own place in the report tells.
Json finding_json(const core::Finding& finding) {
  Json json = finding;
  json.erase("evidence");
  json.erase("quotation");
  return json;
}

Json quotation_json(const QuotationView& view) {
  Json json = view.quotation;
  json["standing"] = std::string(to_string(view.standing));
  if (!view.before.empty()) json["before"] = view.before;
  if (!view.after.empty()) json["after"] = view.after;
  json["findings"] = Json::array();
  for (const auto& finding : view.findings) json["findings"].push_back(finding_json(finding));
  return json;
}

// A picture as it was found: `query` is the number of the picture that was searched for, and
// `match` how the two agree and differ; both null where no search for a picture found it.
// `shown_with`: ID of an item above that shows the same picture, or a copy of it; else null.
Json picture_json(const PictureView& view) {
  return {{"image", view.image},
          {"query", view.query ? Json(view.query->number) : Json(nullptr)},
          {"match", or_null(view.match)},
          {"shown_with", view.shown_with.empty() ? Json(nullptr) : Json(view.shown_with)}};
}

Json evidence_json(const EvidenceCard& card) {
  Json json{{"id", card.evidence.id},
            {"stance", std::string(core::to_string(card.stance))},
            {"strength", card.strength},
            {"cited", card.cited},
            {"turn", card.evidence.turn},
            {"action", card.evidence.action},
            {"takeaways", card.evidence.takeaways},
            {"source", card.evidence.source},
            {"reasons", card.reasons},
            {"quotations", Json::array()},
            {"images", card.evidence.images},
            {"pictures", Json::array()},
            {"repeats", card.repeats},
            {"shared_origins", card.shared_origins}};
  for (const auto& picture : card.pictures) json["pictures"].push_back(picture_json(picture));
  for (const auto& quotation : card.quotations)
    json["quotations"].push_back(quotation_json(quotation));
  return json;
}

Json search_json(const SearchView& search) {
  return {{"action", search.result.action.to_string()},
          {"tool", search.result.action.tool},
          {"arguments", search.result.action.arguments},
          {"reason", search.reason},
          {"found", search.result.sources},
          {"excluded", search.result.excluded},
          {"error", text_or_null(search.result.error)},
          {"evidence", search.evidence},
          {"seconds", or_null(search.seconds)}};
}

Json turn_json(const TurnView& turn) {
  Json json{{"turn", turn.number},
            {"plan", or_null(turn.plan)},
            {"searches", Json::array()},
            {"not_performed", turn.not_performed},
            {"sources_read", turn.summaries},
            {"sources_irrelevant", turn.irrelevant},
            {"development", or_null(turn.development)},
            {"judgement", or_null(turn.judgement)}};
  for (const auto& search : turn.searches) json["searches"].push_back(search_json(search));
  return json;
}

Json justification_json(const ReportView& view) {
  Json citations = Json::array();
  for (const auto& card : view.evidence)
    if (card.cited) citations.push_back(card.evidence.id);
  return {{"text", view.justification}, {"citations", citations}};
}

Json time_json(const ReportView& view) {
  Json stages = Json::array();
  for (const auto& stage : view.stages)
    stages.push_back({{"stage", stage.stage}, {"steps", stage.steps}, {"seconds", stage.seconds}});
  return {{"started", or_null(view.started)},
          {"ended", or_null(view.ended)},
          {"seconds", view.seconds},
          {"stages", stages}};
}

Json sum_json(const CallSum& sum) {
  return {{"calls", sum.calls},
          {"forms", {{"exact", sum.exact}, {"repaired", sum.repaired}, {"unusable", sum.unusable}}},
          {"well_formed", sum.well_formed()},
          {"failed", sum.failed},
          {"from_cache", sum.from_cache},
          {"retries", sum.retries},
          {"tokens", tokens_json(sum)},
          {"cost", or_null(sum.known_cost())},
          {"cost_known", sum.cost},
          {"paid_before", sum.paid_before},
          {"answers_without_price", sum.unpriced},
          {"seconds", sum.seconds}};
}

// `others`: what the group's calls are of beside it, models of a stage and stages of a model.
Json group_json(const CallGroup& group, const char* name, const char* others) {
  Json json{{name, group.name}, {others, group.others}};
  json.update(sum_json(group.sum));
  return json;
}

// The call as the record has it, and whose it was.
Json call_json(const CallView& view) {
  Json json{{"stage", view.stage}, {"turn", view.turn}, {"index", view.index}};
  json.update(Json(view.call));
  return json;
}

Json model_use_json(const CallsView& calls) {
  Json json{{"all", sum_json(calls.all)}, {"by_stage", Json::array()}, {"by_model", Json::array()}};
  for (const auto& group : calls.stages)
    json["by_stage"].push_back(group_json(group, "stage", "models"));
  for (const auto& group : calls.models)
    json["by_model"].push_back(group_json(group, "model", "stages"));
  return json;
}

template <class T>
Json each(const std::vector<T>& items, Json (*render)(const T&)) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(render(item));
  return list;
}

void put_judgement(Json& json, const ReportView& view) {
  const auto& judgement = view.judgement;
  json["verdict"] =
      judgement ? Json(std::string(core::to_string(judgement->verdict))) : Json(nullptr);
  json["label"] = judgement ? Json(judgement->label) : Json(nullptr);
  json["confidence"] = judgement ? Json(judgement->confidence) : Json(nullptr);
}

// The quoted sentences of an item, or what it says where none is quoted.
std::string quoted(const core::Evidence& evidence) {
  std::string text;
  for (const auto& quotation : evidence.quotations)
    text += (text.empty() ? "" : "\n") + quotation.text;
  return text.empty() ? evidence.takeaways : text;
}

Json result_evidence(const EvidenceCard& card) {
  const auto& source = card.evidence.source;
  return {{"id", card.evidence.id},
          {"text", quoted(card.evidence)},
          {"url", source.url.empty() ? source.document : source.url},
          {"title", source.title},
          {"published", source.published ? Json(source.published->to_string()) : Json(nullptr)},
          {"stance", std::string(core::to_string(card.stance))}};
}

Json result_images(const ReportView& view) {
  Json images = view.claim.images;
  for (const auto& card : view.evidence)
    for (const auto& image : card.evidence.images) images.push_back(image);
  return images;
}

// A path whose bytes are not UTF-8 can't stand in JSON: then it is shown with them escaped.
std::string path_text(const std::filesystem::path& path) {
  const std::string text = path.string();
  try {
    (void)Json(text).dump();
    return text;
  } catch (const Json::type_error&) {
    return io::shown(path);
  }
}

}  // namespace

Json json_report(const ReportView& view) {
  Json json{{"report", json_report_version}, {"claim", view.claim}, {"complete", view.complete}};
  put_judgement(json, view);
  json["judgement"] = or_null(view.judgement);
  json["justification"] = justification_json(view);
  json["evidence"] = each(view.evidence, evidence_json);
  json["missing"] = view.missing;
  json["turns"] = each(view.turns, turn_json);
  json["counts"] = {{"found", view.found},
                    {"excluded", view.excluded},
                    {"failed", view.failed},
                    {"evidence", view.evidence.size()}};
  json["without_evidence"] = view.without_evidence;
  json["limits"] = view.limits;
  json["warnings"] = view.warnings;
  json["models"] = {{"specs", view.models},
                    {"language_model", view.language_model},
                    {"statement", view.model_statement},
                    {"use", model_use_json(view.calls)}};
  json["calls"] = each(view.calls.calls, call_json);
  json["time"] = time_json(view);
  json["program"] = view.program;
  json["version"] = view.version;
  json["configuration"] =
      view.configuration.empty() ? Json(nullptr) : Json::parse(view.configuration);
  return json;
}

Json json_report(const core::Record& record, const ReportOptions& options) {
  return json_report(view(record, options));
}

Json result_object(const ReportView& view, const ResultPaths& paths) {
  Json json{{"claim_id", view.claim.id}};
  put_judgement(json, view);
  json["justification"] = view.justification;
  json["evidence"] = each(view.evidence, result_evidence);
  json["images"] = result_images(view);
  json["record"] = path_text(paths.record);
  json["report"] = path_text(paths.report);
  json["seconds"] = view.seconds;
  json["calls"] = view.calls.all.calls;
  json["cost"] = or_null(view.calls.all.known_cost());
  json["tokens"] = tokens_json(view.calls.all);
  return json;
}

Json result_object(const core::Record& record, const ResultPaths& paths) {
  return result_object(view(record), paths);
}

}  // namespace assay::report
