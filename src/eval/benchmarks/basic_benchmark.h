#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "eval/benchmarks/benchmark.h"
#include "eval/benchmarks/labels.h"

namespace assay::eval {

// What most benchmarks share: predictions are JSON Lines, labels come from one reader a variant.
class BasicBenchmark : public Benchmark {
 public:
  core::LabelSpace labels(std::string_view variant) const override;
  std::vector<Prediction> read_predictions(const std::filesystem::path& file,
                                           std::string_view variant) const override;
  std::vector<std::filesystem::path> write_predictions(
      const std::filesystem::path& folder, const Dataset& dataset,
      std::span<const Prediction> predictions) const override;

 protected:
  // Of one of variants(), or of none.
  virtual LabelReader reader(std::string_view variant) const = 0;
  // The same for any name. Throws InputError where the variant is unknown.
  LabelReader checked_reader(std::string_view variant) const;
  // The split that is asked for: the usual one where none is. Throws InputError, which lists the
  // splits, where it is none.
  std::string split_of(const LoadOptions& options) const;
  // `data` itself where it is a file; else the first of these that is there, `{}` standing for the
  // split. Throws InputError, which names the first, where none is.
  std::filesystem::path file_of(const LoadOptions& options,
                                const std::vector<std::string>& patterns) const;
};

// One function a benchmark, each in its own file.
std::shared_ptr<const Benchmark> make_averitec();
std::shared_ptr<const Benchmark> make_averimatec();
std::shared_ptr<const Benchmark> make_mocheg();
std::shared_ptr<const Benchmark> make_verite();
std::shared_ptr<const Benchmark> make_cr2024plus();
std::shared_ptr<const Benchmark> make_newsclippings();
std::shared_ptr<const Benchmark> make_rwpost();
std::shared_ptr<const Benchmark> make_jsonl();

}  // namespace assay::eval
