#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "assay/core/error.h"
#include "eval/benchmarks/basic_benchmark.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/evidence_items.h"
#include "eval/benchmarks/fields.h"
#include "eval/benchmarks/json_rows.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;

constexpr std::string_view challenge = "challenge";

LabelReader challenge_labels() { return LabelReader(core::LabelSpace::named("rwpost-challenge")); }

struct Reasoning {
  std::string text;                     // the overview, then the key points, one a line
  std::unordered_set<std::string> ids;  // of the evidence that they cite
};

Reasoning reasoning_of(const Json& object) {
  Reasoning reasoning;
  const auto* given = object_of(object, {"reasoning"});
  if (given == nullptr) return reasoning;
  reasoning.text = text_of(*given, {"overview"});
  const auto* points = list_of(*given, {"key_points"});
  if (points == nullptr) return reasoning;
  for (const auto& point : *points) {
    if (!point.is_object()) throw InputError("a key point is not an object");
    const auto text = text_of(point, {"text"});
    if (!text.empty()) reasoning.text += (reasoning.text.empty() ? "" : "\n") + text;
    const auto* cited = list_of(point, {"evidence"});
    if (cited == nullptr) continue;
    for (const auto& id : *cited)
      reasoning.ids.insert(id.is_string() ? id.get<std::string>() : id.dump());
  }
  return reasoning;
}

void read_post(const Json& object, Instance& instance) {
  const auto* post = object_of(object, {"post"});
  if (post == nullptr) return;
  instance.claim.post = text_of(*post, {"text"});
  instance.claim.origin = text_of(*post, {"url"});
  instance.claim.speaker = text_of(*post, {"author"});
  for (auto& image : texts_of(*post, {"images"}))
    instance.image_files.push_back(DatasetBuilder::image(std::move(image)));
}

void note_unknown(const Reasoning& reasoning, const Instance& instance, DatasetBuilder& builder) {
  for (const auto& id : reasoning.ids)
    if (std::ranges::find(instance.evidence, id, &GoldEvidence::id) == instance.evidence.end())
      builder.note("citations of evidence that is not there");
}

Instance instance_of(const JsonRow& row, const LabelReader& labels, DatasetBuilder& builder) {
  const auto& object = row.object;
  Instance instance;
  const auto id = id_of(object, {"id"}).value_or(id_of_number(row.index));
  instance.claim.id = id.text;
  instance.id_json = id.json;
  read_post(object, instance);
  instance.claim.text = core::MultimodalText(checked_claim(text_of(object, {"claim"}), "claim"));
  instance.claim.date = builder.date(text_of(object, {"date"}));
  instance.label = labels.gold(text_of(object, {"label"}));
  const auto reasoning = reasoning_of(object);
  instance.justification = reasoning.text;
  instance.evidence = evidence_items(object, builder);
  for (const auto& item : instance.evidence)
    for (const auto& image : item.images) DatasetBuilder::image(image);
  note_unknown(reasoning, instance, builder);
  return instance;
}

class RwPost : public BasicBenchmark {
 public:
  std::string_view name() const override { return "rwpost"; }
  std::string_view title() const override { return "RW-Post"; }
  std::vector<std::string> splits() const override { return {"test", "dev", "challenge"}; }
  std::vector<std::string> variants() const override { return {std::string(challenge)}; }
  bool has_evidence() const override { return true; }

  Dataset load(const LoadOptions& options) const override {
    const auto labels = checked_reader(options.variant);
    const auto every = challenge_labels();
    const auto file = file_of(options, {"{}.json", "{}.jsonl"});
    DatasetBuilder builder(file, file.parent_path(), options);
    read_rows(
        read_benchmark_file(file), file,
        [&](const JsonRow& row) {
          builder.add(row.place, [&]() -> std::optional<Instance> {
            auto instance = instance_of(row, every, builder);
            if (!instance.label.empty() && !labels.read(instance.label)) {
              builder.note("claims of the challenge set's labels left out");
              return std::nullopt;
            }
            return instance;
          });
        },
        builder.bad_rows());
    return builder.finish();
  }

 protected:
  LabelReader reader(std::string_view variant) const override {
    if (variant == challenge) return challenge_labels();
    return LabelReader(core::LabelSpace::named("rwpost"));
  }
};

}  // namespace

std::shared_ptr<const Benchmark> make_rwpost() { return std::make_shared<const RwPost>(); }

}  // namespace assay::eval
