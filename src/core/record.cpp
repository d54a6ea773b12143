#include "assay/core/record.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/json_fields.h"

namespace assay::core {
namespace {
constexpr std::array<std::pair<EntryType, std::string_view>, 21> types{{
    {EntryType::start, "start"},
    {EntryType::claim, "claim"},
    {EntryType::plan, "plan"},
    {EntryType::tool_result, "tool_result"},
    {EntryType::summary, "summary"},
    {EntryType::site, "site"},
    {EntryType::evidence, "evidence"},
    {EntryType::repeat, "repeat"},
    {EntryType::development, "development"},
    {EntryType::judgement, "judgement"},
    {EntryType::justification, "justification"},
    {EntryType::warning, "warning"},
    {EntryType::limit, "limit"},
    {EntryType::end, "end"},
    {EntryType::origin, "origin"},
    {EntryType::interpretation, "interpretation"},
    {EntryType::decomposition, "decomposition"},
    {EntryType::standalone, "standalone"},
    {EntryType::extraction, "extraction"},
    {EntryType::content_claims, "content_claims"},
    {EntryType::overall, "overall"},
}};
}  // namespace

std::string_view to_string(EntryType type) {
  for (const auto& [value, name] : types)
    if (value == type) return name;
  return "warning";
}

std::optional<EntryType> entry_type_from_string(std::string_view text) {
  for (const auto& [value, name] : types)
    if (name == text) return value;
  return std::nullopt;
}

void to_json(Json& json, const StepKey& key) {
  json = Json{
      {"stage", key.stage}, {"version", key.version}, {"turn", key.turn}, {"index", key.index}};
  put(json, "model", key.model);
  put(json, "prompt", key.prompt);
  put(json, "options", key.options);
}

void from_json(const Json& json, StepKey& key) {
  take(json, "stage", key.stage);
  take(json, "version", key.version);
  take(json, "turn", key.turn);
  take(json, "index", key.index);
  take(json, "model", key.model);
  take(json, "prompt", key.prompt);
  take(json, "options", key.options);
}

void to_json(Json& json, const Entry& entry) {
  json = Json{{"type", std::string(to_string(entry.type))}, {"at", entry.at}};
  put(json, "step", entry.step);
  put(json, "inputs", entry.inputs);
  put(json, "started", entry.started);
  json["value"] = Json::parse(entry.value);
  put(json, "calls", entry.calls);
}

void from_json(const Json& json, Entry& entry) {
  const auto name = json.at("type").get<std::string>();
  const auto type = entry_type_from_string(name);
  if (!type) throw InputError("unknown entry type '" + name + "'");
  entry.type = *type;
  json.at("at").get_to(entry.at);
  take(json, "step", entry.step);
  take(json, "inputs", entry.inputs);
  take(json, "started", entry.started);
  entry.value = json.at("value").dump();
  take(json, "calls", entry.calls);
}

void Record::append(Entry entry) {
  try {
    const Json value = Json::parse(entry.value);
    switch (entry.type) {
      case EntryType::start:
        start_ = entry.value;
        break;
      case EntryType::claim:
        claim_ = value.get<Claim>();
        for (const auto& image : claim_.images) add_image(image);
        break;
      case EntryType::origin:
        origin_ = value.get<Origin>();
        break;
      case EntryType::plan:
        plans_.push_back(value.get<Plan>());
        break;
      case EntryType::tool_result:
        tool_results_.push_back(value.get<ToolResult>());
        for (const auto& source : tool_results_.back().sources)
          for (const auto& image : source.images) add_image(image);
        break;
      case EntryType::summary:
        (void)value.get<Summary>();
        break;
      case EntryType::site:
        sites_.push_back(value.get<SiteOpinion>());
        break;
      case EntryType::evidence:
        evidence_.push_back(value.get<Evidence>());
        break;
      case EntryType::repeat:
        repeats_.push_back(value.get<Repeat>());
        break;
      case EntryType::development:
        developments_.push_back(value.get<Development>());
        break;
      case EntryType::judgement:
        judgements_.push_back(value.get<Judgement>());
        break;
      case EntryType::justification:
        justification_ = value.get<Justification>();
        break;
      case EntryType::warning:
      case EntryType::limit:
        warnings_.push_back(value.at("message").get<std::string>());
        break;
      case EntryType::end:
        complete_ = true;
        break;
      case EntryType::interpretation:
      case EntryType::standalone:
        if (!value.is_object()) throw InputError("not an object");
        break;
      case EntryType::decomposition:
        (void)value.get<std::vector<std::string>>();
        break;
      case EntryType::extraction:
        if (!value.is_array()) throw InputError("no list");
        break;
      case EntryType::content_claims:
        (void)value.get<ContentClaims>();
        break;
      case EntryType::overall:
        (void)value.get<Overall>();
        break;
    }
  } catch (const Json::exception& error) {
    throw InputError("the value of a " + std::string(to_string(entry.type)) +
                     " entry has the wrong shape: " + error.what());
  }
  entries_.push_back(std::move(entry));
}

void Record::add_image(const Image& image) {
  if (image.number <= 0) return;
  const auto place = std::ranges::lower_bound(images_, image.number, {}, &Image::number);
  if (place == images_.end() || place->number != image.number) images_.insert(place, image);
}

const Image* Record::find_image(int number) const {
  const auto place = std::ranges::lower_bound(images_, number, {}, &Image::number);
  return place == images_.end() || place->number != number ? nullptr : &*place;
}

const Evidence* Record::find_evidence(std::string_view id) const {
  const auto it = std::find_if(evidence_.begin(), evidence_.end(),
                               [&](const Evidence& item) { return item.id == id; });
  return it == evidence_.end() ? nullptr : &*it;
}

double Record::seconds() const {
  if (entries_.empty()) return 0;
  return static_cast<double>(entries_.back().at.milliseconds - entries_.front().at.milliseconds) /
         1000;
}

}  // namespace assay::core
