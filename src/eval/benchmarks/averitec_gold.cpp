#include "eval/benchmarks/averitec_gold.h"

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "eval/benchmarks/article_address.h"
#include "eval/benchmarks/averitec_cells.h"
#include "eval/benchmarks/averitec_pairs.h"
#include "eval/benchmarks/csv_fields.h"
#include "eval/benchmarks/fields.h"
#include "eval/benchmarks/gold_answers.h"
#include "eval/benchmarks/json_rows.h"

namespace assay::eval {
namespace {

using core::Json;

Instance instance_of(const JsonRow& row, const LabelReader& labels, DatasetBuilder& builder) {
  const auto& object = row.object;
  Instance instance;
  const auto id = id_of(object, {"id", "claim_id"}).value_or(id_of_number(row.index));
  instance.claim.id = id.text;
  instance.id_json = id.json;
  instance.claim.text = core::MultimodalText(checked_claim(text_of(object, {"claim"}), "claim"));
  instance.claim.date = builder.date(text_of(object, {"claim_date"}));
  instance.claim.speaker = text_of(object, {"speaker"});
  instance.claim.place = text_of(object, {"location_ISO_code"});
  const auto article = text_of(object, {"fact_checking_article"});
  auto origin = text_of(object, {"original_claim_url"});
  if (is_same_page(origin, article))
    builder.note("claims whose origin is the fact-checking article, and is left out");
  else
    instance.claim.origin = std::move(origin);
  instance.label = labels.gold(text_of(object, {"label"}));
  instance.justification = text_of(object, {"justification"});
  instance.questions = questions_of(object);
  add_evidence(instance, article, builder);
  return instance;
}

// Answers of one question stand behind each other, each with the question again.
std::vector<GoldQuestion> questions_of_cell(std::string_view cell) {
  std::vector<GoldQuestion> questions;
  for (auto& [question, answer] : read_evidence_cell(cell)) {
    if (questions.empty() || questions.back().question != question)
      questions.push_back({std::move(question), {}, {}});
    GoldAnswer gold;
    if (answer == no_answer) gold.type = "Unanswerable";
    gold.text = std::move(answer);
    questions.back().answers.push_back(std::move(gold));
  }
  return questions;
}

Instance instance_of(const CsvFields& row, const LabelReader& labels, DatasetBuilder& builder) {
  Instance instance;
  const auto id = id_of_cell(row.text("id"));
  instance.claim.id = id.text;
  instance.id_json = id.json;
  instance.claim.text = core::MultimodalText(checked_claim(row.text("claim"), "claim"));
  instance.label = labels.gold(row.text("label"));
  instance.questions = questions_of_cell(row.text("evi"));
  add_evidence(instance, {}, builder);
  return instance;
}

}  // namespace

void read_averitec_json(std::string_view bytes, const std::filesystem::path& file,
                        const LabelReader& labels, DatasetBuilder& builder) {
  read_array(
      bytes, file,
      [&](const JsonRow& row) {
        builder.add(row.place, [&] { return instance_of(row, labels, builder); });
      },
      builder.bad_rows());
}

void read_averitec_csv(std::string_view bytes, const std::filesystem::path& file,
                       const LabelReader& labels, DatasetBuilder& builder) {
  const auto table = parse_csv(bytes, file, {}, builder.bad_rows());
  const CsvColumns columns(table, file, {"id", "claim", "evi", "label"});
  for (const auto& row : table.rows)
    builder.add(columns.place(row), [&] { return instance_of(columns.of(row), labels, builder); });
}

}  // namespace assay::eval
