#include "eval/report/summary.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "eval/report/metric_rows.h"
#include "report/columns.h"
#include "report/markdown_escape.h"
#include "report/words.h"

namespace assay::eval {
namespace {

using core::Json;

constexpr std::size_t listed_failures = 200;

std::string cell(const std::string& text) { return report::markdown_text(text); }

std::string config_table(const Json& config) {
  std::string text = "| setting | value |\n|---|---|\n";
  const auto row = [&](const std::string& name, const Json& value) {
    if (value.is_null() || (value.is_string() && value.get<std::string>().empty())) return;
    text += "| " + name + " | " +
            cell(value.is_string() ? value.get<std::string>()
                                   : value.dump(-1, ' ', false, Json::error_handler_t::replace)) +
            " |\n";
  };
  for (const auto* key : {"benchmark", "split", "labels", "faults", "regime", "inputs", "preset",
                          "claims", "selection", "repeats", "predictions", "references", "assay"})
    row(key, config.value(key, Json()));
  const auto check = config.value("check", Json::object());
  for (const auto* key : {"procedure", "model", "stages", "max_turns", "results", "parameters",
                          "own_parameters", "without"})
    row(key, check.value(key, Json()));
  return text;
}

std::string metric_table(const Json& metrics) {
  std::string text;
  std::string group;
  for (const auto& row : metric_rows(metrics)) {
    if (row.definition->group != group) {
      group = row.definition->group;
      text += "\n| " + group + " | |\n|---|---|\n";
    }
    text += "| " + row.definition->title + " | " + row.text + " |\n";
  }
  return text;
}

std::string label_table(const Json& metrics) {
  if (!metrics.contains("per_class")) return "";
  std::string text =
      "\n## By label\n\n| label | right for | given to | precision | recall | F1 |\n"
      "|---|---|---|---|---|---|\n";
  for (const auto& label : metrics.at("per_class"))
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {} |\n", cell(label.at("label").get<std::string>()),
                    label.at("gold").dump(), label.at("predicted").dump(),
                    metric_text(label.at("precision").get<double>(), MetricKind::share),
                    metric_text(label.at("recall").get<double>(), MetricKind::share),
                    metric_text(label.at("f1").get<double>(), MetricKind::share));
  return text;
}

std::string confusion_table(const Json& metrics) {
  if (!metrics.contains("confusion")) return "";
  const auto& confusion = metrics.at("confusion");
  std::string text =
      "\n## Confusion matrix\n\nRows: the right label. Columns: the label that was given.\n\n| |";
  std::string rule = "\n|---|";
  for (const auto& label : confusion.at("predicted")) {
    text += " " + cell(label.get<std::string>()) + " |";
    rule += "---|";
  }
  text += rule + "\n";
  const auto& counts = confusion.at("counts");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    text += "| " + cell(confusion.at("labels").at(i).get<std::string>()) + " |";
    for (const auto& count : counts.at(i)) text += " " + count.dump() + " |";
    text += "\n";
  }
  return text;
}

// Claims that failed, those with one reason together.
std::string failures(std::span<const ClaimScore> claims) {
  std::map<std::string, std::vector<std::string>> by_reason;
  std::size_t count = 0;
  for (const auto& claim : claims) {
    if (claim.error.empty()) continue;
    by_reason[claim.error].push_back(claim.id);
    ++count;
  }
  if (count == 0) return "";
  std::string text = "\n## What failed\n\n" + report::counted(count, "claim") +
                     " could not be checked. `--retry-failed` tries again.\n\n";
  std::size_t listed = 0;
  for (const auto& [reason, ids] : by_reason) {
    text += "- " + cell(reason) + ": ";
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (listed++ == listed_failures) return text + "…\n";
      text += (i == 0 ? "" : ", ") + cell(ids[i]);
    }
    text += "\n";
  }
  return text;
}

std::string cutoff_table(const Json& metrics) {
  if (!metrics.contains("cutoff")) return "";
  const auto& cutoff = metrics.at("cutoff");
  std::string text = "\n## Before and after " + cutoff.at("date").get<std::string>() +
                     "\n\n| claims made | claims | accuracy | macro F1 |\n|---|---|---|---|\n";
  for (const auto& [key, name] : std::map<std::string, std::string>{
           {"before", "before"}, {"from", "from that day on"}, {"undated", "on an unknown day"}}) {
    const auto& part = cutoff.at(key);
    if (part.at("claims") == 0) continue;
    text += fmt::format("| {} | {} | {} | {} |\n", name, part.at("claims").dump(),
                        metric_text(part.at("accuracy").get<double>(), MetricKind::share),
                        metric_text(part.at("macro_f1").get<double>(), MetricKind::share));
  }
  return text;
}

std::string temporal_words(const Json& metrics) {
  if (!metrics.contains("temporal") || metrics.at("temporal").is_null()) return "";
  const auto& temporal = metrics.at("temporal");
  const auto words = [&](const char* key) {
    const auto& part = temporal.at(key);
    if (!part.at("accuracy").is_number()) return std::string("not known");
    return metric_text(part.at("accuracy").get<double>(), MetricKind::share) + " (macro F1 " +
           metric_text(part.at("macro_f1").get<double>(), MetricKind::share) + ")";
  };
  return fmt::format(
      "\n## Temporal validity\n\nOf {} claims, the truth of {} depends on when they are asked. "
      "Accuracy with these: {}; without them: {}.\n",
      temporal.at("asked").dump(), temporal.at("dependent").dump(), words("with"),
      words("without"));
}

}  // namespace

std::string run_title(const Json& config, const Json& metrics) {
  std::string text = metrics.value("title", config.value("benchmark", std::string("run")));
  if (const auto split = config.value("split", std::string()); !split.empty()) text += " " + split;
  const auto check = config.value("check", Json::object());
  const auto procedure = check.value("procedure", std::string());
  if (!procedure.empty()) text += ": " + procedure;
  if (const auto model = check.value("model", std::string()); !model.empty())
    text += " with " + model;
  for (const auto* key : {"regime", "inputs"})
    if (const auto value = config.value(key, std::string()); !value.empty()) text += ", " + value;
  return text;
}

std::string run_summary(const Json& config, const Json& metrics,
                        std::span<const ClaimScore> claims) {
  std::string text = "# " + cell(run_title(config, metrics)) + "\n\n";
  const auto count = [&](const char* key) { return metrics.value(key, std::size_t{0}); };
  text += fmt::format("{}: {} answered, {} with an answer that names no label, {} without one.\n\n",
                      report::counted(count("claims"), "claim"), count("given"), count("malformed"),
                      count("missing"));
  text += config_table(config) + metric_table(metrics) + label_table(metrics) +
          confusion_table(metrics) + cutoff_table(metrics) + temporal_words(metrics) +
          failures(claims);
  return text;
}

std::string metrics_text(const Json& metrics) {
  const auto count = [&](const char* key) { return metrics.value(key, std::size_t{0}); };
  std::string text = fmt::format("{}: {} answered, {} malformed, {} missing\n",
                                 report::counted(count("claims"), "claim"), count("given"),
                                 count("malformed"), count("missing"));
  std::size_t width = 0;
  const auto rows = metric_rows(metrics);
  for (const auto& row : rows) width = std::max(width, report::columns(row.definition->title));
  for (const auto& row : rows)
    text += row.definition->title +
            std::string(width + 2 - report::columns(row.definition->title), ' ') + row.text + "\n";
  return text;
}

}  // namespace assay::eval
