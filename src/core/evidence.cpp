#include "assay/core/evidence.h"

#include <array>
#include <utility>

#include "core/json_fields.h"

namespace assay::core {
namespace {
constexpr std::array<std::pair<Stance, std::string_view>, 3> stances{{
    {Stance::supports, "supports"},
    {Stance::contradicts, "contradicts"},
    {Stance::touches, "touches"},
}};
}  // namespace

std::string Action::to_string() const {
  std::string text = tool + "(";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) text += ", ";
    if (arguments[i].starts_with("[image:")) {
      text += arguments[i];
      continue;
    }
    text += '"';
    for (const char c : arguments[i]) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += '"';
  }
  return text + ")";
}

std::string_view to_string(Stance stance) {
  for (const auto& [value, name] : stances)
    if (value == stance) return name;
  return "touches";
}

std::optional<Stance> stance_from_string(std::string_view text) {
  for (const auto& [value, name] : stances)
    if (name == text) return value;
  return std::nullopt;
}

void to_json(Json& json, const Action& action) {
  json = Json{{"tool", action.tool}, {"arguments", action.arguments}};
  put(json, "reason", action.reason);
}

void from_json(const Json& json, Action& action) {
  take(json, "tool", action.tool);
  take(json, "arguments", action.arguments);
  take(json, "reason", action.reason);
}

void to_json(Json& json, const Region& region) {
  json = Json::array({region.x, region.y, region.width, region.height});
}

void from_json(const Json& json, Region& region) {
  json.at(0).get_to(region.x);
  json.at(1).get_to(region.y);
  json.at(2).get_to(region.width);
  json.at(3).get_to(region.height);
}

void to_json(Json& json, const Difference& difference) {
  json = Json{{"in_query", difference.in_query}, {"in_found", difference.in_found}};
}

void from_json(const Json& json, Difference& difference) {
  take(json, "in_query", difference.in_query);
  take(json, "in_found", difference.in_found);
}

void to_json(Json& json, const PictureMatch& match) {
  json = Json{{"query", match.query},
              {"found", match.found},
              {"description", match.description},
              {"score", match.score},
              {"query_share", match.query_share},
              {"found_share", match.found_share}};
  put(json, "differences", match.differences);
}

void from_json(const Json& json, PictureMatch& match) {
  take(json, "query", match.query);
  take(json, "found", match.found);
  take(json, "description", match.description);
  take(json, "score", match.score);
  take(json, "query_share", match.query_share);
  take(json, "found_share", match.found_share);
  take(json, "differences", match.differences);
}

void to_json(Json& json, const Repeat& repeat) {
  json = Json{{"evidence", repeat.evidence}, {"source", repeat.source}, {"reason", repeat.reason}};
}

void from_json(const Json& json, Repeat& repeat) {
  take(json, "evidence", repeat.evidence);
  take(json, "source", repeat.source);
  take(json, "reason", repeat.reason);
}

void to_json(Json& json, const SourceLink& link) {
  json = Json{{"url", link.url}, {"position", link.position}};
}

void from_json(const Json& json, SourceLink& link) {
  take(json, "url", link.url);
  take(json, "position", link.position);
}

void to_json(Json& json, const SuspiciousPassage& passage) {
  json = Json{{"kind", passage.kind},
              {"begin", passage.begin},
              {"end", passage.end},
              {"text", passage.text}};
}

void from_json(const Json& json, SuspiciousPassage& passage) {
  take(json, "kind", passage.kind);
  take(json, "begin", passage.begin);
  take(json, "end", passage.end);
  take(json, "text", passage.text);
}

void to_json(Json& json, const SharedOrigin& origin) {
  json = Json{{"evidence", origin.evidence}, {"kind", origin.kind}, {"reason", origin.reason}};
}

void from_json(const Json& json, SharedOrigin& origin) {
  take(json, "evidence", origin.evidence);
  take(json, "kind", origin.kind);
  take(json, "reason", origin.reason);
}

void to_json(Json& json, const Review& review) {
  json = Json::object();
  put(json, "claim", review.claim);
  put(json, "claimant", review.claimant);
  put(json, "claimed", review.claimed);
  put(json, "rating", review.rating);
}

void from_json(const Json& json, Review& review) {
  take(json, "claim", review.claim);
  take(json, "claimant", review.claimant);
  take(json, "claimed", review.claimed);
  take(json, "rating", review.rating);
}

void to_json(Json& json, const Source& source) {
  json = Json::object();
  put(json, "document", source.document);
  put(json, "url", source.url);
  put(json, "title", source.title);
  put(json, "publisher", source.publisher);
  put(json, "published", source.published);
  put(json, "retrieved", source.retrieved);
  put(json, "text_blob", source.text_blob);
  put(json, "bytes_blob", source.bytes_blob);
  put(json, "extractor", source.extractor);
  put(json, "archive_record", source.archive_record);
  if (!source.archive_record.empty()) json["archive_offset"] = source.archive_offset;
  put(json, "language", source.language);
  json["score"] = source.score;
  put(json, "images", source.images);
  put(json, "reliability", source.reliability);
  put(json, "reliability_reason", source.reliability_reason);
  put(json, "site", source.site);
  put(json, "links", source.links);
  put(json, "suspicious", source.suspicious);
  put(json, "match", source.match);
  put(json, "review", source.review);
}

void from_json(const Json& json, Source& source) {
  take(json, "document", source.document);
  take(json, "url", source.url);
  take(json, "title", source.title);
  take(json, "publisher", source.publisher);
  take(json, "published", source.published);
  take(json, "retrieved", source.retrieved);
  take(json, "text_blob", source.text_blob);
  take(json, "bytes_blob", source.bytes_blob);
  take(json, "extractor", source.extractor);
  take(json, "archive_record", source.archive_record);
  take(json, "archive_offset", source.archive_offset);
  take(json, "language", source.language);
  take(json, "score", source.score);
  take(json, "images", source.images);
  take(json, "reliability", source.reliability);
  take(json, "reliability_reason", source.reliability_reason);
  take(json, "site", source.site);
  take(json, "links", source.links);
  take(json, "suspicious", source.suspicious);
  take(json, "match", source.match);
  take(json, "review", source.review);
}

void to_json(Json& json, const Origin& origin) {
  json = Json{{"asked", origin.asked}, {"source", origin.source}};
  put(json, "addresses", origin.addresses);
  put(json, "author", origin.author);
  put(json, "title_blob", origin.title_blob);
}

void from_json(const Json& json, Origin& origin) {
  take(json, "asked", origin.asked);
  take(json, "addresses", origin.addresses);
  take(json, "author", origin.author);
  take(json, "title_blob", origin.title_blob);
  take(json, "source", origin.source);
}

void to_json(Json& json, const Quotation& quotation) {
  json = Json{{"blob", quotation.blob},
              {"begin", quotation.begin},
              {"end", quotation.end},
              {"text", quotation.text}};
}

void from_json(const Json& json, Quotation& quotation) {
  take(json, "blob", quotation.blob);
  take(json, "begin", quotation.begin);
  take(json, "end", quotation.end);
  take(json, "text", quotation.text);
}

void to_json(Json& json, const Evidence& evidence) {
  json = Json{{"id", evidence.id},
              {"turn", evidence.turn},
              {"action", evidence.action},
              {"source", evidence.source}};
  put(json, "takeaways", evidence.takeaways);
  put(json, "quotations", evidence.quotations);
  put(json, "images", evidence.images);
  put(json, "shared_origins", evidence.shared_origins);
}

void from_json(const Json& json, Evidence& evidence) {
  take(json, "id", evidence.id);
  take(json, "turn", evidence.turn);
  take(json, "action", evidence.action);
  take(json, "source", evidence.source);
  take(json, "takeaways", evidence.takeaways);
  take(json, "quotations", evidence.quotations);
  take(json, "images", evidence.images);
  take(json, "shared_origins", evidence.shared_origins);
}

}  // namespace assay::core
