// One's own claims in JSON Lines, with any label space.
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

std::vector<GoldEvidence> own_evidence(const Json& item, const std::string& claim) {
  std::vector<GoldEvidence> evidence;
  const auto* list = language::list_field(item, "evidence");
  if (list == nullptr) return evidence;
  for (const auto& one : *list) {
    if (!one.is_object()) throw InputError("an item of `evidence` is not a JSON object");
    GoldEvidence document;
    document.id = language::id_field(one, "id");
    if (document.id.empty()) document.id = claim + "-" + std::to_string(evidence.size());
    document.text = text_field(one, "text");
    document.url = text_field(one, "url");
    document.title = text_field(one, "title");
    document.published = language::date_field(one, "date");
    document.images = language::texts_field(one, "images");
    evidence.push_back(std::move(document));
  }
  return evidence;
}

Instance instance_of(const Json& item, std::size_t number, const core::LabelSpace& labels) {
  Instance instance;
  set_id(item, number, instance);
  auto& claim = instance.claim;
  auto text = text_field(item, "claim");
  if (language::is_blank(text)) text = text_field(item, "text");
  claim.text = claim_text_of(text);
  claim.date = language::date_field(item, "date");
  claim.speaker = text_field(item, "speaker");
  claim.origin = text_field(item, "url");
  claim.place = text_field(item, "place");
  claim.post = text_field(item, "post");
  instance.image_files = language::texts_field(item, "images");
  if (const auto label = text_field(item, "label"); !label.empty())
    instance.label = need_label(labels, label);
  instance.justification = text_field(item, "justification");
  instance.questions = gold_questions_of(item);
  instance.evidence = own_evidence(item, claim.id);
  instance.group = text_field(item, "group");
  return instance;
}

class Jsonl : public OwnFormat {
 public:
  std::string_view name() const override { return "jsonl"; }
  std::string_view title() const override { return "JSON Lines"; }
  std::vector<std::string> splits() const override { return {}; }
  std::vector<std::string> variants() const override {
    const auto known = core::LabelSpace::known();
    return {known.begin(), known.end()};
  }
  core::LabelSpace labels(std::string_view variant) const override {
    check_variant(variant);
    return core::LabelSpace::named(variant.empty() ? "default" : variant);
  }
  bool has_evidence() const override { return true; }
  bool scores_hu_meteor() const override { return true; }

  Dataset load(const LoadOptions& options) const override {
    if (std::filesystem::is_directory(options.data))
      throw InputError("jsonl is one file of JSON Lines, and '" + options.data.string() +
                       "' is a folder");
    const auto file = file_in(options, "");
    const auto space = labels(options.variant);
    Collector collector(options, file);
    collector.dataset().base = folder_in(options);
    each_item(file, [&](const Json& item, std::size_t number) {
      collector.add("item " + std::to_string(number + 1),
                    [&] { return instance_of(item, number, space); });
    });
    auto dataset = collector.take();
    warn_of_pictures(dataset);
    return dataset;
  }
};

}  // namespace

std::shared_ptr<const Benchmark> jsonl() { return std::make_shared<Jsonl>(); }

}  // namespace assay::eval
