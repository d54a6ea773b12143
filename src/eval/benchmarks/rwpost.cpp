// RW-Post: posts with pictures, the fact-check's reasoning, and evidence that it cites. The files
// are not public: JSON of our own with the same content (docs/evaluation.md).
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/all.h"
#include "eval/benchmarks/files.h"
#include "eval/benchmarks/own_format.h"
#include "language/json_input.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
using language::text_field;
namespace fs = std::filesystem;

const Json* object_field(const Json& item, const char* key) {
  const auto found = item.find(key);
  if (found == item.end() || found->is_null()) return nullptr;
  if (!found->is_object()) throw InputError(std::string("`") + key + "` is not a JSON object");
  return &*found;
}

// The overview, then the key points with the evidence that they cite.
std::string justification_of(const Json& item) {
  const auto* reasoning = object_field(item, "reasoning");
  if (reasoning == nullptr) return text_field(item, "justification");
  auto text = text_field(*reasoning, "overview");
  if (const auto* points = language::list_field(*reasoning, "key_points"))
    for (const auto& point : *points) {
      if (!point.is_object()) throw InputError("a key point is not a JSON object");
      text += (text.empty() ? "" : "\n") + text_field(point, "text");
    }
  return text;
}

std::vector<GoldEvidence> evidence_of(const Json& item) {
  std::vector<GoldEvidence> evidence;
  const auto* list = language::list_field(item, "evidence");
  if (list == nullptr) return evidence;
  for (const auto& one : *list) {
    if (!one.is_object()) throw InputError("an item of `evidence` is not a JSON object");
    GoldEvidence item_of;
    item_of.id = language::id_field(one, "id");
    if (item_of.id.empty()) item_of.id = std::to_string(evidence.size() + 1);
    for (const auto& known : evidence)
      if (known.id == item_of.id) throw InputError("the evidence '" + item_of.id + "' comes twice");
    item_of.text = text_field(one, "text");
    item_of.url = text_field(one, "url");
    item_of.title = text_field(one, "title");
    item_of.published = language::date_field(one, "date");
    item_of.images = language::texts_field(one, "images");
    evidence.push_back(std::move(item_of));
  }
  return evidence;
}

// A key point may only cite what is there.
void check_citations(const Json& item, const std::vector<GoldEvidence>& evidence) {
  const auto* reasoning = object_field(item, "reasoning");
  const auto* points =
      reasoning == nullptr ? nullptr : language::list_field(*reasoning, "key_points");
  if (points == nullptr) return;
  for (const auto& point : *points)
    if (const auto* ids = language::list_field(point, "evidence"))
      for (const auto& id : *ids) {
        const auto name = id.is_string() ? id.get<std::string>() : id.dump();
        bool known = false;
        for (const auto& one : evidence) known = known || one.id == name;
        if (!known)
          throw InputError("a key point cites the evidence '" + name + "', which is not there");
      }
}

Instance instance_of(const Json& item, std::size_t number, const core::LabelSpace& labels) {
  Instance instance;
  set_id(item, number, instance);
  auto& claim = instance.claim;
  if (const auto* post = object_field(item, "post")) {
    claim.post = text_field(*post, "text");
    claim.origin = text_field(*post, "url");
    claim.speaker = text_field(*post, "author");
    instance.image_files = language::texts_field(*post, "images");
  }
  const auto text = text_field(item, "claim");
  claim.text = claim_text_of(language::is_blank(text) ? claim.post : text);
  claim.date = language::date_field(item, "date");  // the fact-check's: evidence is older
  if (const auto label = text_field(item, "label"); !label.empty())
    instance.label = need_label(labels, label);
  instance.justification = justification_of(item);
  instance.evidence = evidence_of(item);
  check_citations(item, instance.evidence);
  return instance;
}

class Rwpost : public OwnFormat {
 public:
  std::string_view name() const override { return "rwpost"; }
  std::string_view title() const override { return "RW-Post"; }
  std::vector<std::string> splits() const override { return {"test", "dev", "challenge"}; }
  std::vector<std::string> variants() const override { return {"challenge"}; }
  core::LabelSpace labels(std::string_view variant) const override {
    check_variant(variant);
    return core::LabelSpace::named(variant.empty() ? "rwpost" : "rwpost-challenge");
  }
  bool has_evidence() const override { return true; }

  Dataset load(const LoadOptions& options) const override {
    const auto split = split_of(options, *this);
    const bool lines = fs::exists(options.data / (split + ".jsonl"));
    const auto file = file_in(options, split + (lines ? ".jsonl" : ".json"));
    const auto all = labels("challenge");
    const auto space = labels(options.variant);
    Collector collector(options, file);
    collector.dataset().base = folder_in(options);
    std::size_t others = 0;
    each_item(file, [&](const Json& item, std::size_t number) {
      // Mixture and Outdated are of the challenge set, whose metrics stand apart (section III).
      if (const auto* label = matching_label(all, text_field(item, "label"));
          label != nullptr && space.find(label->name) == nullptr) {
        ++others;
        return;
      }
      collector.add("item " + std::to_string(number + 1),
                    [&] { return instance_of(item, number, space); });
    });
    auto dataset = collector.take();
    if (others > 0)
      dataset.warnings.push_back(std::to_string(others) +
                                 " claims of the challenge set are left out (--labels challenge "
                                 "has them)");
    warn_of_pictures(dataset);
    return dataset;
  }
};

}  // namespace

std::shared_ptr<const Benchmark> rwpost() { return std::make_shared<Rwpost>(); }

}  // namespace assay::eval
