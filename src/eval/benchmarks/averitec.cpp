#include "eval/benchmarks/averitec_gold.h"
#include "eval/benchmarks/averitec_labels.h"
#include "eval/benchmarks/averitec_submission.h"
#include "eval/benchmarks/basic_benchmark.h"
#include "eval/benchmarks/json_rows.h"
#include "io/files.h"

namespace assay::eval {
namespace {

namespace fs = std::filesystem;

class Averitec : public BasicBenchmark {
 public:
  std::string_view name() const override { return "averitec"; }
  std::string_view title() const override { return "AVeriTeC"; }
  // Its claims are words, and the paper searches for text alone (DEFAME, section 4.1).
  std::vector<std::string> allowed_tools() const override { return {"web_search"}; }
  bool scores_hu_meteor() const override { return true; }
  std::vector<std::string> splits() const override { return {"dev", "train", "test"}; }
  bool has_evidence() const override { return true; }

  Dataset load(const LoadOptions& options) const override {
    const auto labels = checked_reader(options.variant);
    const auto file = file_of(options, {"{}.json", "{}.csv"});
    const auto bytes = read_benchmark_file(file);
    DatasetBuilder builder(file, file.parent_path(), options);
    if (shape_of(bytes) == Shape::other)
      read_averitec_csv(bytes, file, labels, builder);
    else
      read_averitec_json(bytes, file, labels, builder);
    return builder.finish();
  }

  std::vector<Prediction> read_predictions(const fs::path& file,
                                           std::string_view variant) const override {
    const auto bytes = read_benchmark_file(file);
    const auto labels = checked_reader(variant);
    if (shape_of(bytes) == Shape::other) return read_averitec_table(bytes, file, labels);
    return read_json_predictions(bytes, file, labels);
  }

  std::vector<fs::path> write_predictions(const fs::path& folder, const Dataset& dataset,
                                          std::span<const Prediction> predictions) const override {
    const auto claims = answered(dataset, predictions);
    const auto list = averitec_list(claims);
    const auto table = averitec_table(claims);
    io::make_folder(folder);
    io::write_file(folder / "predictions.json", list);
    io::write_file(folder / "predictions.csv", table);
    return {folder / "predictions.json", folder / "predictions.csv"};
  }

 protected:
  LabelReader reader(std::string_view) const override { return averitec_labels(); }
};

}  // namespace

std::shared_ptr<const Benchmark> make_averitec() { return std::make_shared<const Averitec>(); }

}  // namespace assay::eval
