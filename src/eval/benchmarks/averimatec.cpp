// AVerImaTeC: claims with pictures, gold questions whose answers hold text and pictures.
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/all.h"
#include "eval/benchmarks/files.h"
#include "eval/benchmarks/own_format.h"
#include "eval/benchmarks/predictions.h"
#include "io/files.h"
#include "language/json_input.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
using language::text_field;
namespace fs = std::filesystem;

// Names of files under images/.
void under_images(std::vector<std::string>& files) {
  for (auto& file : files) file = "images/" + file;
}

Instance instance_of(const Json& item, std::size_t number, const core::LabelSpace& labels,
                     Dataset& dataset) {
  Instance instance;
  set_id(item, number, instance);
  auto& claim = instance.claim;
  claim.text = claim_text_of(text_field(item, "claim_text"));
  const auto date = text_field(item, "date");
  claim.date = core::Date::parse(date);
  if (!claim.date && !date.empty())
    dataset.warnings.push_back("the date of claim " + claim.id + " is none: '" + date + "'");
  if (const auto found = item.find("metadata"); found != item.end() && found->is_object())
    claim.speaker = text_field(*found, "speaker");
  instance.image_files = language::texts_field(item, "claim_images");
  under_images(instance.image_files);
  if (const auto label = text_field(item, "label"); !label.empty())
    instance.label = need_label(labels, label);
  instance.justification = text_field(item, "justification");
  instance.questions = gold_questions_of(item);
  for (auto& question : instance.questions) {
    under_images(question.images);
    for (auto& answer : question.answers) under_images(answer.images);
  }
  instance.evidence = evidence_of(claim.id, instance.questions);
  return instance;
}

// {id, questions: [text], evidence: [{text, images}], verdict, justification}; question and
// evidence of one place belong together.
Prediction prediction_of(const Json& item, std::size_t number, const core::LabelSpace& labels) {
  Prediction prediction;
  prediction.id = language::id_field(item, "id");
  if (prediction.id.empty()) prediction.id = std::to_string(number);
  set_label(labels, text_field(item, "verdict"), prediction);
  prediction.justification = text_field(item, "justification");
  const auto questions = language::texts_field(item, "questions");
  const auto* evidence = language::list_field(item, "evidence");
  const auto count = std::max(questions.size(), evidence == nullptr ? 0 : evidence->size());
  for (std::size_t i = 0; i < count; ++i) {
    PredictedPair pair;
    if (i < questions.size()) pair.question = questions[i];
    if (evidence != nullptr && i < evidence->size()) {
      const auto& one = evidence->at(i);
      if (!one.is_object()) throw InputError("an item of `evidence` is not a JSON object");
      pair.answer = text_field(one, "text");
      pair.images = language::texts_field(one, "images");
    }
    prediction.pairs.push_back(std::move(pair));
  }
  return prediction;
}

class Averimatec : public OwnFormat {
 public:
  std::string_view name() const override { return "averimatec"; }
  std::string_view title() const override { return "AVerImaTeC"; }
  std::vector<std::string> splits() const override { return {"val", "train", "test"}; }
  core::LabelSpace labels(std::string_view variant) const override {
    check_variant(variant);
    return core::LabelSpace::named("averitec");
  }
  bool has_evidence() const override { return true; }
  bool judged_as_averimatec() const override { return true; }

  Dataset load(const LoadOptions& options) const override {
    const auto file = file_in(options, split_of(options, *this) + ".json");
    const auto space = labels(options.variant);
    Collector collector(options, file);
    collector.dataset().base = folder_in(options);
    each_item(file, [&](const Json& item, std::size_t number) {
      collector.add("item " + std::to_string(number + 1),
                    [&] { return instance_of(item, number, space, collector.dataset()); });
    });
    auto dataset = collector.take();
    warn_of_pictures(dataset);
    return dataset;
  }

  std::vector<Prediction> read_predictions(const fs::path& file,
                                           std::string_view variant) const override {
    const auto space = labels(variant);
    PredictionList list;
    each_item(file, [&](const Json& item, std::size_t number) {
      const auto questions = item.find("questions");
      const bool submission = item.contains("verdict") && questions != item.end();
      if (submission) return list.add(prediction_of(item, number, space));
      if (auto own = own_prediction(item, space)) list.add(std::move(*own));
    });
    return list.take();
  }

  std::vector<fs::path> write_predictions(const fs::path& folder, const Dataset& dataset,
                                          std::span<const Prediction> predictions) const override {
    Json list = Json::array();
    each_answered(dataset, predictions, [&](const Instance& instance, const Prediction& one) {
      Json questions = Json::array();
      Json evidence = Json::array();
      for (const auto& pair : one.pairs) {
        questions.push_back(pair.question);
        evidence.push_back({{"text", pair.answer}, {"images", pair.images}});
      }
      list.push_back({{"id", Json::parse(instance.id_json)},
                      {"questions", questions},
                      {"evidence", evidence},
                      {"verdict", one.label.empty() ? one.given : one.label},
                      {"justification", one.justification}});
    });
    const auto path = folder / "predictions.json";
    io::write_file(path, list.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    return {path};
  }
};

}  // namespace

std::shared_ptr<const Benchmark> averimatec() { return std::make_shared<Averimatec>(); }

}  // namespace assay::eval
