#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/averitec_labels.h"
#include "eval/benchmarks/basic_benchmark.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/evidence_items.h"
#include "eval/benchmarks/fields.h"
#include "eval/benchmarks/gold_answers.h"
#include "eval/benchmarks/json_rows.h"
#include "io/files.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;

// One's own file: a date that is none is a mistake to be told of, as in a batch.
std::optional<core::Date> strict_date(const Json& object) {
  const auto text = text_of(object, {"date"});
  if (text.empty()) return std::nullopt;
  const auto date = core::Date::parse(text);
  if (!date)
    throw InputError(fmt::format("`date` is not a date: '{}' (write YYYY-MM-DD)",
                                 io::shown(text.substr(0, 60))));
  return date;
}

Instance instance_of(const JsonRow& row, const LabelReader& labels, DatasetBuilder& builder) {
  const auto& object = row.object;
  Instance instance;
  const std::string named = fmt::format("claim-{}", row.number);
  const auto id = id_of(object, {"id"}).value_or(Id{named, Json(named).dump()});
  instance.claim.id = id.text;
  instance.id_json = id.json;
  instance.claim.text =
      core::MultimodalText(checked_claim(text_of(object, {"claim", "text"}), "claim"));
  instance.claim.date = strict_date(object);
  instance.claim.speaker = text_of(object, {"speaker"});
  instance.claim.origin = text_of(object, {"url"});
  instance.claim.place = text_of(object, {"place"});
  instance.claim.post = text_of(object, {"post"});
  instance.image_files = texts_of(object, {"images"});
  instance.label = labels.gold(text_of(object, {"label"}));
  instance.justification = text_of(object, {"justification"});
  instance.questions = questions_of(object);
  instance.evidence = evidence_items(object, builder);
  instance.group = text_of(object, {"group"});
  return instance;
}

class JsonLines : public BasicBenchmark {
 public:
  std::string_view name() const override { return "jsonl"; }
  std::string_view title() const override { return "JSON Lines"; }
  bool scores_hu_meteor() const override { return true; }
  std::vector<std::string> splits() const override { return {}; }
  std::vector<std::string> variants() const override {
    const auto known = core::LabelSpace::known();
    return {known.begin(), known.end()};
  }
  bool has_evidence() const override { return true; }

  Dataset load(const LoadOptions& options) const override {
    const auto labels = checked_reader(options.variant);
    const auto file = file_of(options, {"claims.jsonl"});
    DatasetBuilder builder(file, file.parent_path(), options);
    read_rows(
        read_benchmark_file(file), file,
        [&](const JsonRow& row) {
          builder.add(row.place, [&] { return instance_of(row, labels, builder); });
        },
        builder.bad_rows());
    return builder.finish();
  }

 protected:
  LabelReader reader(std::string_view variant) const override {
    if (variant == "averitec") return averitec_labels();
    return LabelReader(core::LabelSpace::named(variant.empty() ? "default" : variant));
  }
};

}  // namespace

std::shared_ptr<const Benchmark> make_jsonl() { return std::make_shared<const JsonLines>(); }

}  // namespace assay::eval
