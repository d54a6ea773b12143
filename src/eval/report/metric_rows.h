#pragma once
#include <optional>
#include <string>
#include <vector>

#include "assay/core/json.h"

namespace assay::eval {

enum class MetricKind { share, score, number, cents, seconds };

// A metric that people look at, and where it stands in metrics.json.
struct MetricDefinition {
  std::string pointer;  // a JSON pointer: `/verite/true_vs_ooc/accuracy`
  std::string title;
  MetricKind kind = MetricKind::share;
  bool lower_is_better = false;
  std::string group;  // heading under which it stands
};
// All of them, in the order in which they are shown.
const std::vector<MetricDefinition>& metric_definitions();

// Nothing where the metrics have no number there.
std::optional<double> metric_value(const core::Json& metrics, const std::string& pointer);

// `61.5 %`, `0.548`, `1,234`, `0.31 ¢`, `2.4 s`.
std::string metric_text(double value, MetricKind kind);

struct MetricRow {
  const MetricDefinition* definition = nullptr;
  double value = 0;
  std::optional<double> deviation;  // standard deviation over repeats
  std::string text;                 // with the deviation
};
// Those that the metrics have.
std::vector<MetricRow> metric_rows(const core::Json& metrics);

}  // namespace assay::eval
