#include "assay/core/stage_results.h"

#include <array>
#include <utility>

#include "core/json_fields.h"

namespace assay::core {

namespace {
constexpr std::array<std::pair<PictureRelation, std::string_view>, 3> relations{{
    {PictureRelation::same_picture, "same picture"},
    {PictureRelation::same_event, "same event"},
    {PictureRelation::unrelated, "unrelated"},
}};
}  // namespace

std::string_view to_string(PictureRelation relation) {
  for (const auto& [value, name] : relations)
    if (value == relation) return name;
  return "unrelated";
}

std::optional<PictureRelation> picture_relation_from_string(std::string_view text) {
  for (const auto& [value, name] : relations)
    if (name == text) return value;
  return std::nullopt;
}

void to_json(Json& json, const ContentClaims& claims) {
  json = Json{{"claims", claims.claims}};
  for (const auto& one : claims.left_out)
    json["left_out"].push_back({{"text", one.text}, {"reason", one.reason}});
}

void from_json(const Json& json, ContentClaims& claims) {
  take(json, "claims", claims.claims);
  claims.left_out.clear();
  if (const auto* left_out = field(json, "left_out"))
    for (const auto& one : *left_out) {
      LeftOutClaim claim;
      take(one, "text", claim.text);
      take(one, "reason", claim.reason);
      claims.left_out.push_back(std::move(claim));
    }
}

void to_json(Json& json, const Overall& overall) {
  json = Json{{"verdict", std::string(to_string(overall.verdict))},
              {"confidence", overall.confidence},
              {"reason", overall.reason}};
}

void from_json(const Json& json, Overall& overall) {
  std::string verdict;
  take(json, "verdict", verdict);
  const auto known = verdict_from_string(verdict);
  if (!known) throw InputError("not a verdict: '" + verdict + "'");
  overall.verdict = *known;
  take(json, "confidence", overall.confidence);
  take(json, "reason", overall.reason);
}

void to_json(Json& json, const Plan& plan) {
  json = Json{{"actions", plan.actions}};
  put(json, "reasoning", plan.reasoning);
  put(json, "uncovered", plan.uncovered);
  if (plan.dead_end) json["dead_end"] = true;
}

void from_json(const Json& json, Plan& plan) {
  take(json, "actions", plan.actions);
  take(json, "reasoning", plan.reasoning);
  take(json, "uncovered", plan.uncovered);
  take(json, "dead_end", plan.dead_end);
}

void to_json(Json& json, const ExcludedSource& excluded) {
  json = Json{{"source", excluded.source}, {"reason", excluded.reason}};
}

void from_json(const Json& json, ExcludedSource& excluded) {
  take(json, "source", excluded.source);
  take(json, "reason", excluded.reason);
}

void to_json(Json& json, const SearchEffort& effort) {
  json = Json{{"requests", effort.requests}};
  put(json, "cost", effort.cost);
  put(json, "incomplete", effort.incomplete);
}

void from_json(const Json& json, SearchEffort& effort) {
  take(json, "requests", effort.requests);
  take(json, "cost", effort.cost);
  take(json, "incomplete", effort.incomplete);
}

void to_json(Json& json, const ToolResult& result) {
  json = Json{{"action", result.action}, {"sources", result.sources}};
  put(json, "excluded", result.excluded);
  put(json, "error", result.error);
  if (result.effort != SearchEffort{}) json["effort"] = result.effort;
}

void from_json(const Json& json, ToolResult& result) {
  take(json, "action", result.action);
  take(json, "sources", result.sources);
  take(json, "excluded", result.excluded);
  take(json, "error", result.error);
  take(json, "effort", result.effort);
}

void to_json(Json& json, const Summary& summary) {
  json = Json::object();
  if (summary.none()) json["none"] = true;
  put(json, "takeaways", summary.takeaways);
  put(json, "quotations", summary.quotations);
}

void from_json(const Json& json, Summary& summary) {
  take(json, "takeaways", summary.takeaways);
  take(json, "quotations", summary.quotations);
}

void to_json(Json& json, const SiteOpinion& opinion) {
  json = Json{{"site", opinion.site}, {"class", opinion.site_class}, {"reason", opinion.reason}};
  if (!opinion.answered) json["unanswered"] = true;
  put(json, "judged", opinion.judged);
}

void from_json(const Json& json, SiteOpinion& opinion) {
  bool unanswered = false;
  take(json, "site", opinion.site);
  take(json, "class", opinion.site_class);
  take(json, "reason", opinion.reason);
  take(json, "unanswered", unanswered);
  opinion.answered = !unanswered;
  take(json, "judged", opinion.judged);
}

void to_json(Json& json, const Finding& finding) {
  json = Json{{"evidence", finding.evidence}};
  put(json, "quotation", finding.quotation);
  put(json, "part", finding.part);
  json["stance"] = std::string(to_string(finding.stance));
  if (finding.picture) json["picture"] = std::string(to_string(*finding.picture));
  json["strength"] = finding.strength;
  json["coverage"] = finding.coverage;
  put(json, "reasons", finding.reasons);
}

void from_json(const Json& json, Finding& finding) {
  take(json, "evidence", finding.evidence);
  take(json, "quotation", finding.quotation);
  take(json, "part", finding.part);
  std::string stance;
  take(json, "stance", stance);
  finding.stance = stance_from_string(stance).value_or(Stance::touches);
  std::string picture;
  take(json, "picture", picture);
  finding.picture = picture_relation_from_string(picture);
  take(json, "strength", finding.strength);
  take(json, "coverage", finding.coverage);
  take(json, "reasons", finding.reasons);
}

void to_json(Json& json, const Development& development) {
  json = Json{{"prose", development.prose}, {"findings", development.findings}};
  put(json, "missing", development.missing);
}

void from_json(const Json& json, Development& development) {
  take(json, "prose", development.prose);
  take(json, "findings", development.findings);
  take(json, "missing", development.missing);
}

void to_json(Json& json, const Judgement& judgement) {
  json = Json{{"verdict", std::string(to_string(judgement.verdict))},
              {"label", judgement.label},
              {"confidence", judgement.confidence}};
  put(json, "key_findings", judgement.key_findings);
  put(json, "reasons", judgement.reasons);
}

void from_json(const Json& json, Judgement& judgement) {
  std::string verdict;
  take(json, "verdict", verdict);
  const auto known = verdict_from_string(verdict);
  if (!known) throw InputError("not a verdict: '" + verdict + "'");
  judgement.verdict = *known;
  take(json, "label", judgement.label);
  take(json, "confidence", judgement.confidence);
  take(json, "key_findings", judgement.key_findings);
  take(json, "reasons", judgement.reasons);
}

void to_json(Json& json, const Justification& justification) {
  json = Json{{"text", justification.text}};
}

void from_json(const Json& json, Justification& justification) {
  take(json, "text", justification.text);
}

}  // namespace assay::core
