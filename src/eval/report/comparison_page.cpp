#include <algorithm>
#include <nlohmann/json.hpp>

#include "eval/report/comparison.h"
#include "eval/report/comparison_words.h"
#include "eval/report/page_parts.h"
#include "eval/report/plots_of.h"
#include "report/index.h"

namespace assay::eval {
namespace {

using core::Json;
using report::Markup;
namespace fs = std::filesystem;

constexpr std::size_t most_disagreements = 5'000;

void write_runs(Markup& out, const Json& comparison) {
  const auto ul = out.open("ul");
  for (const auto& run : comparison.at("runs")) {
    const auto li = out.open("li");
    out.isolated(run.at("name").get<std::string>(), {}, 200);
    out.words(": ");
    out.isolated(run.at("title").get<std::string>(), {}, 300);
  }
}

void write_metrics(Markup& out, const Json& comparison) {
  std::vector<std::string> heads{"metric"};
  for (const auto& run : comparison.at("runs")) heads.push_back(run.at("name").get<std::string>());
  std::vector<std::vector<std::string>> rows;
  std::string group;
  const auto flush = [&] {
    if (!rows.empty()) write_table(out, group, heads, rows);
    rows.clear();
  };
  for (const auto& metric : comparison.at("metrics")) {
    if (metric.at("group") != group) flush();
    group = metric.at("group").get<std::string>();
    rows.push_back({metric.at("metric").get<std::string>()});
    for (const auto& text : metric.at("texts")) rows.back().push_back(text.get<std::string>());
  }
  flush();
}

void write_plots(Markup& out, std::span<const KeptEvaluation> runs) {
  std::vector<NamedMetrics> named;
  for (const auto& run : runs) named.push_back({run.name, &run.metrics});
  const auto div = out.open("div", {{"class", "plots"}});
  if (const auto svg = scores_svg(named); !svg.empty())
    write_figure(out, svg, "Accuracy and macro F1 with their 95 % intervals.");
  if (const auto svg = cost_accuracy_svg(named); !svg.empty())
    write_figure(out, svg, "Cost against accuracy: a point is a run.");
  if (const auto svg = risk_coverage_svg(named); !svg.empty())
    write_figure(out, svg, "Risk and coverage: the share of wrong answers among the surest.");
  for (const auto& run : runs)
    if (const auto svg = confusion_svg(run.metrics); !svg.empty())
      write_figure(out, svg, "Confusion matrix of " + run.name + ": rows are the right labels.");
}

// The label, linked to the claim's report where there is one.
void write_answer(Markup& out, const std::string& label, const std::string& report,
                  const fs::path& run, const fs::path& folder) {
  const auto td = out.open("td");
  const std::string_view text =
      label.empty() ? std::string_view("(none)") : std::string_view(label);
  if (report.empty()) return out.isolated(text, {}, 200);
  const auto path = (run / report).lexically_relative(folder);
  const auto a = out.open("a", {{"href", report::link_target(path.string())}});
  out.isolated(text, {}, 200);
}

void write_disagreements(Markup& out, const Json& pair, const KeptEvaluation& a,
                         const KeptEvaluation& b, const fs::path& folder) {
  const auto& others = pair.at("disagreements");
  const auto details = out.open("details", {{"open", {}, others.size() <= 50}});
  out.element("summary", {},
              "Claims on which they disagree (" + std::to_string(others.size()) + ")");
  const auto table = out.open("table");
  {
    const auto head = out.open("thead");
    const auto tr = out.open("tr");
    for (const auto& name : {std::string("Claim"), std::string("Right label"), a.name, b.name}) {
      const auto th = out.open("th", {{"scope", "col"}});
      out.text(name, 200);
    }
  }
  const auto body = out.open("tbody");
  for (std::size_t i = 0; i < std::min(others.size(), most_disagreements); ++i) {
    const auto& one = others[i];
    const auto text = [&](const char* key) { return one.at(key).get<std::string>(); };
    const auto tr = out.open("tr");
    {
      const auto th = out.open("th", {{"scope", "row"}});
      out.isolated(text("id"), {}, 200);
    }
    {
      const auto td = out.open("td");
      out.isolated(text("gold"), {}, 200);
    }
    write_answer(out, text("a"), text("report_a"), a.folder, folder);
    write_answer(out, text("b"), text("report_b"), b.folder, folder);
  }
}

void write_pair(Markup& out, const Json& pair, const KeptEvaluation& a, const KeptEvaluation& b,
                const fs::path& folder) {
  {
    const auto h2 = out.open("h2");
    out.text(a.name + " and " + b.name, 300);
  }
  if (pair.contains("accuracy")) {
    out.paragraph(pair.at("claims").dump() + " claims in common whose label is known: " +
                  difference_words(pair) + ". " + mcnemar_words(pair) + ".");
    std::vector<std::vector<std::string>> rows;
    const auto points = [](const Json& value) {
      return points_text(value.get<double>()).substr(1);
    };
    for (const auto& label : pair.at("per_class"))
      rows.push_back({label.at("label").get<std::string>(), label.at("gold").dump(),
                      points(label.at("f1_a")), points(label.at("f1_b")),
                      points_text(label.at("change").get<double>())});
    write_table(out, "F1 by label, in %",
                {"label", "right for", a.name, b.name, "change in points"}, rows);
  }
  write_disagreements(out, pair, a, b, folder);
}

// Names of runs are different.
const KeptEvaluation& named(std::span<const KeptEvaluation> runs, const std::string& name) {
  for (const auto& run : runs)
    if (run.name == name) return run;
  return runs.front();
}

}  // namespace

std::string comparison_page(const Json& comparison, std::span<const KeptEvaluation> runs,
                            const fs::path& folder) {
  Markup out;
  begin_page(out, "Evaluation", "Comparison of " + std::to_string(runs.size()) + " runs");
  {
    const auto main = out.open("main", {{"class", "column"}});
    write_runs(out, comparison);
    for (const auto& note : comparison.at("notes"))
      out.paragraph(note.get<std::string>(), {}, "alert");
    out.element("h2", {}, "Metrics");
    write_metrics(out, comparison);
    write_plots(out, runs);
    for (const auto& pair : comparison.at("pairs"))
      write_pair(out, pair, named(runs, pair.at("a").get<std::string>()),
                 named(runs, pair.at("b").get<std::string>()), folder);
  }
  end_page(out);
  return out.take();
}

}  // namespace assay::eval
