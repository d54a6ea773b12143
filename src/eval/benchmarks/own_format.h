#pragma once
#include "eval/benchmarks/benchmark.h"

namespace assay::eval {

// A benchmark without a form of its own for submissions: predictions are JSON Lines.
class OwnFormat : public Benchmark {
 public:
  std::vector<Prediction> read_predictions(const std::filesystem::path& file,
                                           std::string_view variant) const override;
  std::vector<std::filesystem::path> write_predictions(
      const std::filesystem::path& folder, const Dataset& dataset,
      std::span<const Prediction> predictions) const override;

 protected:
  // Throws UsageError for a variant that is none of variants().
  void check_variant(std::string_view variant) const;
};

}  // namespace assay::eval
