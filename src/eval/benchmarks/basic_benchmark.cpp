#include "eval/benchmarks/basic_benchmark.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>

#include "assay/core/error.h"
#include "eval/benchmarks/json_rows.h"
#include "eval/benchmarks/predictions.h"
#include "io/files.h"

namespace assay::eval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::string with_split(std::string pattern, const std::string& split) {
  const auto at = pattern.find("{}");
  if (at != std::string::npos) pattern.replace(at, 2, split);
  return pattern;
}

}  // namespace

core::LabelSpace BasicBenchmark::labels(std::string_view variant) const {
  return checked_reader(variant).space();
}

LabelReader BasicBenchmark::checked_reader(std::string_view variant) const {
  const auto known = variants();
  if (!variant.empty() && std::ranges::find(known, variant) == known.end())
    throw InputError(fmt::format("{} has no variant '{}' of its labels (known: {})", title(),
                                 variant,
                                 known.empty() ? "none" : fmt::to_string(fmt::join(known, ", "))));
  return reader(variant);
}

std::string BasicBenchmark::split_of(const LoadOptions& options) const {
  const auto known = splits();
  if (options.split.empty()) return known.empty() ? std::string() : known.front();
  if (std::ranges::find(known, options.split) == known.end())
    throw InputError(fmt::format("{} has no split '{}' (known: {})", title(), options.split,
                                 known.empty() ? "none" : fmt::to_string(fmt::join(known, ", "))));
  return options.split;
}

fs::path BasicBenchmark::file_of(const LoadOptions& options,
                                 const std::vector<std::string>& patterns) const {
  if (is_file(options.data)) return options.data;
  if (!is_folder(options.data))
    throw InputError(fmt::format("'{}' is not there", io::shown(options.data)));
  const auto split = split_of(options);
  for (const auto& pattern : patterns)
    if (auto file = options.data / with_split(pattern, split); is_file(file)) return file;
  throw InputError(fmt::format("'{}' holds no '{}' of {}", io::shown(options.data),
                               with_split(patterns.front(), split), title()));
}

std::vector<Prediction> BasicBenchmark::read_predictions(const fs::path& file,
                                                         std::string_view variant) const {
  return read_json_predictions(read_benchmark_file(file), file, checked_reader(variant));
}

std::vector<fs::path> BasicBenchmark::write_predictions(
    const fs::path& folder, const Dataset& dataset, std::span<const Prediction> predictions) const {
  return {write_prediction_lines(folder, dataset, predictions)};
}

}  // namespace assay::eval
