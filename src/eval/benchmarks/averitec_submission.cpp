#include "eval/benchmarks/averitec_submission.h"

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/averitec_cells.h"
#include "eval/benchmarks/csv_fields.h"
#include "eval/benchmarks/fields.h"
#include "eval/csv.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;

Prediction prediction_of(const CsvFields& row, const LabelReader& labels) {
  Prediction prediction;
  prediction.id = id_of_cell(row.text("id")).text;
  set_label(prediction, row.text("label"), labels);
  for (auto& [question, answer] : read_evidence_cell(row.text("evi")))
    prediction.pairs.push_back({std::move(question), std::move(answer), {}, {}, {}});
  return prediction;
}

EvidenceCell cell_of(const Prediction& prediction) {
  EvidenceCell cell;
  for (const auto& pair : prediction.pairs) cell.emplace_back(pair.question, pair.answer);
  return cell;
}

}  // namespace

std::vector<Prediction> read_averitec_table(std::string_view bytes,
                                            const std::filesystem::path& file,
                                            const LabelReader& labels) {
  const auto table = parse_csv(bytes, file);
  const CsvColumns columns(table, file, {"id", "evi", "label"});
  PredictionList list(file);
  for (const auto& row : table.rows) {
    const auto place = columns.place(row);
    try {
      list.add(prediction_of(columns.of(row), labels), place);
    } catch (const InputError& error) {
      throw InputError(place + ": " + error.what());
    }
  }
  return list.take();
}

std::string averitec_table(const Answered& answered) {
  std::string bytes = csv_row(std::vector<std::string>{"id", "claim", "evi", "label", "split"});
  for (const auto& [instance, prediction] : answered)
    bytes += csv_row(std::vector<std::string>{instance->claim.id, instance->claim.text.to_string(),
                                              write_evidence_cell(cell_of(*prediction)),
                                              written_label(*prediction), "pred"});
  return bytes;
}

std::string averitec_list(const Answered& answered) {
  Json list = Json::array();
  for (const auto& [instance, prediction] : answered) {
    Json evidence = Json::array();
    for (const auto& pair : prediction->pairs)
      evidence.push_back({{"question", pair.question},
                          {"answer", pair.answer},
                          {"url", pair.url},
                          {"scraped_text", pair.text}});
    list.push_back({{"claim_id", Json::parse(instance->id_json)},
                    {"claim", instance->claim.text.to_string()},
                    {"pred_label", written_label(*prediction)},
                    {"evidence", std::move(evidence)}});
  }
  return list.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay::eval
