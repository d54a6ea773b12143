#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "eval/benchmarks/instance.h"
#include "eval/benchmarks/labels.h"
#include "eval/benchmarks/prediction.h"

// Reading and writing predictions, in the forms that benchmarks share.
namespace assay::eval {

// Predictions of a file, no id twice.
class PredictionList {
 public:
  explicit PredictionList(std::filesystem::path file) : file_(std::move(file)) {}
  // Throws InputError, which names the earlier place, where the id was there.
  void add(Prediction prediction, const std::string& place);
  // Throws InputError where there is none.
  std::vector<Prediction> take();

 private:
  std::filesystem::path file_;
  std::vector<Prediction> predictions_;
  std::unordered_map<std::string, std::string> places_;
};

// Sets `label`, `malformed` and `given`.
void set_label(Prediction& prediction, std::string_view given, const LabelReader& labels);

// JSON Lines or an array of objects with these fields, the first of several names that is there:
//   id, claim_id              a text or a whole number; must be there
//   label, pred_label, verdict
//   confidence                0 to 1
//   justification
//   pairs                     {question, answer, url, text or scraped_text, images}
//   evidence                  where there are no pairs: the same; an item without an answer gives
//                             its text as the answer, with the question at its place in `questions`
//   questions                 texts
// Of a canonical `verdict` that is no label, the first label counts that stands for it.
std::vector<Prediction> read_json_predictions(std::string_view bytes,
                                              const std::filesystem::path& file,
                                              const LabelReader& labels);

// The claims that have a prediction, in the order of the dataset.
using Answered = std::vector<std::pair<const Instance*, const Prediction*>>;
Answered answered(const Dataset& dataset, std::span<const Prediction> predictions);

// The label as it is written into a submission: a malformed one as it was given.
const std::string& written_label(const Prediction& prediction);

// Writes `predictions.jsonl`: id, label, confidence, justification, pairs.
std::filesystem::path write_prediction_lines(const std::filesystem::path& folder,
                                             const Dataset& dataset,
                                             std::span<const Prediction> predictions);

}  // namespace assay::eval
