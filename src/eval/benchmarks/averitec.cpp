// AVeriTeC: claims in words, gold questions with answers, two forms of submission.
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/all.h"
#include "eval/benchmarks/averitec_pairs.h"
#include "eval/benchmarks/files.h"
#include "eval/benchmarks/own_format.h"
#include "eval/benchmarks/predictions.h"
#include "eval/csv.h"
#include "io/files.h"
#include "language/json_input.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
using language::text_field;
namespace fs = std::filesystem;

bool is_csv(const fs::path& file) { return file.extension() == ".csv"; }

// A date that is none is no reason to leave a claim out: it has no limit then.
std::optional<core::Date> date_of(const Json& item, const std::string& id, Dataset& dataset) {
  const auto text = text_field(item, "claim_date");
  auto date = core::Date::parse(text);
  if (!date && !text.empty())
    dataset.warnings.push_back("the date of claim " + id + " is none: '" + text + "'");
  return date;
}

Instance instance_of(const Json& item, std::size_t number, const core::LabelSpace& labels,
                     Dataset& dataset) {
  Instance instance;
  set_id(item, number, instance);
  auto& claim = instance.claim;
  claim.text = claim_text_of(text_field(item, "claim"));
  claim.date = date_of(item, claim.id, dataset);
  claim.speaker = text_field(item, "speaker");
  // The address of the claim itself; that of the article which checks it must not be known.
  claim.origin = text_field(item, "original_claim_url");
  claim.place = text_field(item, "location_ISO_code");
  if (const auto label = text_field(item, "label"); !label.empty())
    instance.label = need_label(labels, label);
  instance.justification = text_field(item, "justification");
  instance.questions = gold_questions_of(item);
  instance.evidence = evidence_of(claim.id, instance.questions);
  return instance;
}

Instance instance_of(const CsvTable& table, const CsvRow& row, const core::LabelSpace& labels) {
  const auto cell = [&](const char* name) { return row.cells[table.need_column(name)]; };
  Instance instance;
  set_id(cell("id"), instance);
  if (instance.claim.id.find_first_not_of("0123456789") == std::string::npos)
    instance.id_json = instance.claim.id;
  instance.claim.text = claim_text_of(cell("claim"));
  if (table.column("label") && !cell("label").empty())
    instance.label = need_label(labels, cell("label"));
  for (const auto& pair : read_evidence_cell(cell("evi"))) {
    GoldAnswer answer;
    answer.text = pair.answer;
    if (pair.answer == "No answer could be found.") answer.type = "Unanswerable";
    // Answers to one question stand in pairs of their own.
    auto& questions = instance.questions;
    if (questions.empty() || questions.back().question != pair.question)
      questions.push_back({pair.question, {}, {}});
    questions.back().answers.push_back(std::move(answer));
  }
  instance.evidence = evidence_of(instance.claim.id, instance.questions);
  return instance;
}

Prediction older_prediction(const Json& item, std::size_t number, const core::LabelSpace& labels) {
  Prediction prediction;
  prediction.id = language::id_field(item, "claim_id");
  if (prediction.id.empty()) prediction.id = std::to_string(number);
  set_label(labels, text_field(item, "pred_label"), prediction);
  prediction.justification = text_field(item, "justification");
  const auto* list = language::list_field(item, "evidence");
  if (list == nullptr) return prediction;
  for (const auto& one : *list) {
    if (!one.is_object()) throw InputError("an item of `evidence` is not a JSON object");
    prediction.pairs.push_back({text_field(one, "question"),
                                text_field(one, "answer"),
                                text_field(one, "url"),
                                text_field(one, "scraped_text"),
                                {}});
  }
  return prediction;
}

std::vector<Prediction> read_newer(const fs::path& file, const core::LabelSpace& labels) {
  const auto table = CsvTable::read(file);
  const auto id = table.need_column("id");
  const auto evidence = table.need_column("evi");
  const auto label = table.need_column("label");
  PredictionList list;
  for (const auto& row : table.rows()) {
    Prediction prediction;
    prediction.id = row.cells[id];
    set_label(labels, row.cells[label], prediction);
    for (auto& pair : read_evidence_cell(row.cells[evidence]))
      prediction.pairs.push_back({std::move(pair.question), std::move(pair.answer), "", "", {}});
    try {
      list.add(std::move(prediction));
    } catch (const InputError& error) {
      throw InputError(table.place(row) + ": " + error.what());
    }
  }
  return list.take();
}

class Averitec : public OwnFormat {
 public:
  std::string_view name() const override { return "averitec"; }
  std::string_view title() const override { return "AVeriTeC"; }
  std::vector<std::string> splits() const override { return {"dev", "train", "test"}; }
  core::LabelSpace labels(std::string_view variant) const override {
    check_variant(variant);
    return core::LabelSpace::named("averitec");
  }
  // Its claims are words: the paper's text tools alone.
  std::vector<std::string> allowed_tools() const override { return {"web_search"}; }
  bool has_evidence() const override { return true; }
  bool scores_hu_meteor() const override { return true; }

  Dataset load(const LoadOptions& options) const override {
    const auto file = file_in(options, split_of(options, *this) + ".json");
    const auto space = labels(options.variant);
    Collector collector(options, file);
    collector.dataset().base = folder_in(options);
    if (is_csv(file)) {
      const auto table = CsvTable::read(file);
      for (const auto* name : {"id", "claim", "evi"}) table.need_column(name);
      for (const auto& row : table.rows())
        collector.add("row " + std::to_string(row.number),
                      [&] { return instance_of(table, row, space); });
      return collector.take();
    }
    each_item(file, [&](const Json& item, std::size_t number) {
      collector.add("item " + std::to_string(number + 1),
                    [&] { return instance_of(item, number, space, collector.dataset()); });
    });
    return collector.take();
  }

  std::vector<Prediction> read_predictions(const fs::path& file,
                                           std::string_view variant) const override {
    const auto space = labels(variant);
    if (is_csv(file)) return read_newer(file, space);
    PredictionList list;
    each_item(file, [&](const Json& item, std::size_t number) {
      if (item.contains("pred_label")) return list.add(older_prediction(item, number, space));
      if (auto own = own_prediction(item, space)) list.add(std::move(*own));
    });
    return list.take();
  }

  std::vector<fs::path> write_predictions(const fs::path& folder, const Dataset& dataset,
                                          std::span<const Prediction> predictions) const override {
    Json older = Json::array();
    auto newer = csv_line({"id", "claim", "evi", "label", "split"});
    each_answered(dataset, predictions, [&](const Instance& instance, const Prediction& one) {
      const auto claim = instance.claim.text.plain();
      Json evidence = Json::array();
      std::vector<EvidenceText> pairs;
      for (const auto& pair : one.pairs) {
        evidence.push_back({{"question", pair.question},
                            {"answer", pair.answer},
                            {"url", pair.url},
                            {"scraped_text", pair.text}});
        pairs.push_back({pair.question, pair.answer});
      }
      const auto& label = one.label.empty() ? one.given : one.label;
      older.push_back({{"claim_id", Json::parse(instance.id_json)},
                       {"claim", claim},
                       {"pred_label", label},
                       {"evidence", evidence}});
      newer += csv_line({instance.claim.id, claim, evidence_cell(pairs), label, "dev"});
    });
    const auto json = folder / "predictions.json";
    const auto csv = folder / "predictions.csv";
    io::write_file(json, older.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    io::write_file(csv, newer);
    return {json, csv};
  }
};

}  // namespace

std::shared_ptr<const Benchmark> averitec() { return std::make_shared<Averitec>(); }

}  // namespace assay::eval
