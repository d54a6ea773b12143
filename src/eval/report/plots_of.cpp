#include "eval/report/plots_of.h"

#include <nlohmann/json.hpp>

#include "eval/plots/bars_plot.h"
#include "eval/plots/confusion_plot.h"
#include "eval/plots/reliability_plot.h"
#include "eval/plots/risk_coverage_plot.h"
#include "eval/plots/scatter_plot.h"
#include "eval/report/metric_rows.h"

namespace assay::eval {

using core::Json;

std::string confusion_svg(const Json& metrics) {
  if (!metrics.contains("confusion")) return "";
  const auto& confusion = metrics.at("confusion");
  const auto rows = confusion.at("labels").get<std::vector<std::string>>();
  const auto columns = confusion.at("predicted").get<std::vector<std::string>>();
  const auto counts = confusion.at("counts").get<std::vector<std::vector<std::size_t>>>();
  return confusion_plot(rows, columns, counts);
}

std::string reliability_svg(const Json& metrics) {
  if (!metrics.contains("calibration")) return "";
  std::vector<ReliabilityBin> bins;
  for (const auto& bin : metrics.at("calibration").at("reliability"))
    bins.push_back({bin.at("low").get<double>(), bin.at("high").get<double>(),
                    bin.at("claims").get<std::size_t>(), bin.at("confidence").get<double>(),
                    bin.at("accuracy").get<double>()});
  return reliability_plot(bins);
}

std::string risk_coverage_svg(const std::vector<NamedMetrics>& runs) {
  std::vector<RiskCurve> curves;
  for (const auto& run : runs) {
    if (!run.metrics->contains("calibration")) continue;
    RiskCurve curve{run.name, {}};
    for (const auto& point : run.metrics->at("calibration").at("risk_coverage"))
      curve.points.push_back({point.at("coverage").get<double>(), point.at("risk").get<double>()});
    curves.push_back(std::move(curve));
  }
  return curves.empty() ? "" : risk_coverage_plot(curves);
}

std::string scores_svg(const std::vector<NamedMetrics>& runs) {
  std::vector<std::string> names;
  for (const auto& run : runs) names.push_back(run.name);
  std::vector<BarGroup> groups;
  for (const auto& [key, title] :
       {std::pair("accuracy", "accuracy"), std::pair("macro_f1", "macro F1")}) {
    BarGroup group{title, {}};
    for (const auto& run : runs) {
      Bar bar{metric_value(*run.metrics, std::string("/") + key), {}};
      const auto low = metric_value(*run.metrics, std::string("/intervals/") + key + "/0");
      const auto high = metric_value(*run.metrics, std::string("/intervals/") + key + "/1");
      if (low && high) bar.interval = Interval{*low, *high};
      group.bars.push_back(bar);
    }
    groups.push_back(std::move(group));
  }
  return bars_plot(names, groups, "Scores of the runs", "share");
}

std::string cost_accuracy_svg(const std::vector<NamedMetrics>& runs) {
  std::vector<PlotPoint> points;
  for (const auto& run : runs) {
    const auto accuracy = metric_value(*run.metrics, "/accuracy");
    const auto models = metric_value(*run.metrics, "/cost/model_cents");
    const auto searches = metric_value(*run.metrics, "/cost/search_cents");
    if (accuracy && models) points.push_back({run.name, *models + searches.value_or(0), *accuracy});
  }
  if (points.empty()) return "";
  return scatter_plot(points, "Cost against accuracy", "US cents a claim", "accuracy");
}

}  // namespace assay::eval
