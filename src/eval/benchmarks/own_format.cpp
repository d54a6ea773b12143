#include "eval/benchmarks/own_format.h"

#include <algorithm>

#include "assay/core/error.h"
#include "eval/benchmarks/predictions.h"

namespace assay::eval {

std::vector<Prediction> OwnFormat::read_predictions(const std::filesystem::path& file,
                                                    std::string_view variant) const {
  return read_own_predictions(file, labels(variant));
}

std::vector<std::filesystem::path> OwnFormat::write_predictions(
    const std::filesystem::path& folder, const Dataset& dataset,
    std::span<const Prediction> predictions) const {
  return {write_own_predictions(folder, dataset, predictions)};
}

void OwnFormat::check_variant(std::string_view variant) const {
  if (variant.empty()) return;
  const auto known = variants();
  if (std::find(known.begin(), known.end(), variant) != known.end()) return;
  std::string names;
  for (const auto& name : known) names += " " + name;
  throw core::UsageError(std::string(title()) + " has no labels '" + std::string(variant) + "'" +
                         (known.empty() ? "" : "; known are:" + names));
}

}  // namespace assay::eval
