#pragma once
#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "assay/core/label_space.h"
#include "eval/benchmarks/instance.h"
#include "eval/benchmarks/prediction.h"

// Answers in files, whichever benchmark they are of.
namespace assay::eval {

// Sets label and malformed by what was given.
void set_label(const core::LabelSpace& labels, std::string given, Prediction& prediction);

// Refuses an id that comes twice.
class PredictionList {
 public:
  void add(Prediction prediction);
  std::vector<Prediction> take() { return std::move(predictions_); }

 private:
  std::vector<Prediction> predictions_;
  std::set<std::string> ids_;
};

// JSON Lines or an array of {id or claim_id, label or verdict, confidence, justification, pairs or
// evidence}, as Benchmark::read_predictions() says.
std::vector<Prediction> read_own_predictions(const std::filesystem::path& file,
                                             const core::LabelSpace& labels);
// One of its objects; nothing where it says that there is no answer ({claim_id, error}).
std::optional<Prediction> own_prediction(const core::Json& object, const core::LabelSpace& labels);

// predictions.jsonl: {id, label, confidence, justification, pairs}.
std::filesystem::path write_own_predictions(const std::filesystem::path& folder,
                                            const Dataset& dataset,
                                            std::span<const Prediction> predictions);

// Calls `each` with every instance that has a prediction, in the order of the dataset.
void each_answered(const Dataset& dataset, std::span<const Prediction> predictions,
                   const std::function<void(const Instance&, const Prediction&)>& each);

}  // namespace assay::eval
