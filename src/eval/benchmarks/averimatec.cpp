#include <nlohmann/json.hpp>

#include "eval/benchmarks/article_address.h"
#include "eval/benchmarks/averitec_labels.h"
#include "eval/benchmarks/basic_benchmark.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/fields.h"
#include "eval/benchmarks/gold_answers.h"
#include "eval/benchmarks/json_rows.h"
#include "eval/benchmarks/predictions.h"
#include "io/files.h"

namespace assay::eval {
namespace {

namespace fs = std::filesystem;
using core::Json;

// Pictures lie in `images/`; some files name them with a folder before it.
std::string picture(std::string path) {
  if (path.starts_with("images/")) path.erase(0, std::string_view("images/").size());
  return "images/" + DatasetBuilder::image(std::move(path));
}

void below_images(std::vector<std::string>& images) {
  for (auto& image : images) image = picture(std::move(image));
}

std::vector<GoldQuestion> questions_with_pictures(const Json& claim) {
  auto questions = questions_of(claim);
  for (auto& question : questions) {
    below_images(question.images);
    for (auto& answer : question.answers) below_images(answer.images);
  }
  return questions;
}

// Of the claim itself or of its `metadata`.
std::string fact_of(const Json& claim, std::initializer_list<const char*> names) {
  auto text = text_of(claim, names);
  const auto* metadata = object_of(claim, {"metadata"});
  return text.empty() && metadata != nullptr ? text_of(*metadata, names) : text;
}

Instance instance_of(const JsonRow& row, const LabelReader& labels, DatasetBuilder& builder) {
  const auto& object = row.object;
  Instance instance;
  const auto id = id_of(object, {"id", "claim_id"}).value_or(id_of_number(row.index));
  instance.claim.id = id.text;
  instance.id_json = id.json;
  instance.claim.text =
      core::MultimodalText(checked_claim(text_of(object, {"claim_text", "claim"}), "claim_text"));
  instance.image_files = texts_of(object, {"claim_images"});
  below_images(instance.image_files);
  instance.claim.date = builder.date(fact_of(object, {"date", "claim_date"}));
  instance.claim.speaker = fact_of(object, {"speaker"});
  instance.claim.place = fact_of(object, {"location", "location_ISO_code"});
  const auto article = fact_of(object, {"article", "fact_checking_article"});
  auto origin = fact_of(object, {"original_claim_url"});
  if (!is_same_page(origin, article)) instance.claim.origin = std::move(origin);
  instance.label = labels.gold(text_of(object, {"label"}));
  instance.justification = text_of(object, {"justification"});
  instance.questions = questions_with_pictures(object);
  add_evidence(instance, article, builder);
  return instance;
}

Json submission_item(const Instance& instance, const Prediction& prediction) {
  Json questions = Json::array();
  Json evidence = Json::array();
  for (const auto& pair : prediction.pairs) {
    questions.push_back(pair.question);
    evidence.push_back({{"text", pair.answer}, {"images", pair.images}});
  }
  // Questions that were not asked behind the last one are no questions.
  while (!questions.empty() && questions.back() == "") questions.erase(questions.size() - 1);
  return {{"id", Json::parse(instance.id_json)},
          {"questions", std::move(questions)},
          {"evidence", std::move(evidence)},
          {"verdict", written_label(prediction)},
          {"justification", prediction.justification}};
}

class Averimatec : public BasicBenchmark {
 public:
  std::string_view name() const override { return "averimatec"; }
  std::string_view title() const override { return "AVerImaTeC"; }
  bool judged_as_averimatec() const override { return true; }
  std::vector<std::string> splits() const override { return {"val", "train", "test"}; }
  bool has_evidence() const override { return true; }

  Dataset load(const LoadOptions& options) const override {
    const auto labels = checked_reader(options.variant);
    const auto file = file_of(options, {"{}.json"});
    DatasetBuilder builder(file, file.parent_path(), options);
    read_array(
        read_benchmark_file(file), file,
        [&](const JsonRow& row) {
          builder.add(row.place, [&] { return instance_of(row, labels, builder); });
        },
        builder.bad_rows());
    return builder.finish();
  }

  std::vector<fs::path> write_predictions(const fs::path& folder, const Dataset& dataset,
                                          std::span<const Prediction> predictions) const override {
    Json list = Json::array();
    for (const auto& [instance, prediction] : answered(dataset, predictions))
      list.push_back(submission_item(*instance, *prediction));
    io::make_folder(folder);
    io::write_file(folder / "predictions.json",
                   list.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    return {folder / "predictions.json"};
  }

 protected:
  // AVeriTeC's four labels.
  LabelReader reader(std::string_view) const override { return averitec_labels(); }
};

}  // namespace

std::shared_ptr<const Benchmark> make_averimatec() { return std::make_shared<const Averimatec>(); }

}  // namespace assay::eval
