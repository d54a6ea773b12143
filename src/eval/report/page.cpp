#include "eval/report/page.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "eval/report/metric_rows.h"
#include "eval/report/page_parts.h"
#include "eval/report/plots_of.h"
#include "eval/report/summary.h"
#include "report/index.h"
#include "report/words.h"

namespace assay::eval {
namespace {

using core::Json;
using report::Markup;

constexpr std::size_t longest_claim = 400;
constexpr std::size_t most_listed = 5'000;  // claims of one list

std::string counts_line(const Json& metrics) {
  const auto count = [&](const char* key) { return metrics.value(key, std::size_t{0}); };
  return report::counted(count("claims"), "claim") + ": " + std::to_string(count("given")) +
         " answered, " + std::to_string(count("malformed")) +
         " with an answer that names no label, " + std::to_string(count("missing")) +
         " without one.";
}

void write_metrics(Markup& out, const Json& metrics) {
  std::vector<std::vector<std::string>> rows;
  std::string group;
  const auto all = metric_rows(metrics);
  const auto flush = [&] {
    if (!rows.empty()) write_table(out, group, {"metric", "value"}, rows);
    rows.clear();
  };
  for (const auto& row : all) {
    if (row.definition->group != group) flush();
    group = row.definition->group;
    rows.push_back({row.definition->title, row.text});
  }
  flush();
}

void write_labels(Markup& out, const Json& metrics) {
  if (!metrics.contains("per_class")) return;
  std::vector<std::vector<std::string>> rows;
  const auto percent = [](const Json& value) {
    return metric_text(value.get<double>(), MetricKind::share);
  };
  for (const auto& label : metrics.at("per_class"))
    rows.push_back({label.at("label").get<std::string>(), label.at("gold").dump(),
                    label.at("predicted").dump(), percent(label.at("precision")),
                    percent(label.at("recall")), percent(label.at("f1"))});
  write_table(out, "By label", {"label", "right for", "given to", "precision", "recall", "F1"},
              rows);
}

void write_plots(Markup& out, const Json& metrics) {
  const std::vector<NamedMetrics> one{{"this run", &metrics}};
  const std::pair<std::string, const char*> plots[] = {
      {confusion_svg(metrics), "Confusion matrix: rows are the right labels."},
      {reliability_svg(metrics), "Reliability: how often answers of a confidence are right."},
      {risk_coverage_svg(one), "Risk and coverage: the share of wrong answers among the surest."},
      {cost_accuracy_svg(one), "Cost against accuracy."}};
  const auto div = out.open("div", {{"class", "plots"}});
  for (const auto& [svg, caption] : plots)
    if (!svg.empty()) write_figure(out, svg, caption);
}

void write_settings(Markup& out, const Json& config) {
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const Json& object, const std::string& prefix) {
    for (const auto& [key, value] : object.items()) {
      if (value.is_null() || key == "check") continue;
      rows.push_back(
          {prefix + key, value.is_string()
                             ? value.get<std::string>()
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace)});
    }
  };
  add(config, "");
  if (config.contains("check") && config.at("check").is_object()) add(config.at("check"), "check.");
  const auto details = out.open("details");
  out.element("summary", {}, "Settings");
  write_table(out, "As the run was made", {"setting", "value"}, rows);
}

void write_claim(Markup& out, const ClaimScore& claim, const std::string& text) {
  const auto tr = out.open("tr");
  {
    const auto th = out.open("th", {{"scope", "row"}, {"class", "claim"}});
    if (claim.report.empty()) {
      out.isolated(text.empty() ? std::string_view("(no text)") : std::string_view(text), {},
                   longest_claim);
    } else {
      const auto a = out.open("a", {{"href", report::link_target(claim.report)}});
      out.isolated(text.empty() ? std::string_view("(no text)") : std::string_view(text), {},
                   longest_claim);
    }
    const auto id = out.open("span", {{"class", "id"}});
    out.isolated(claim.id, {}, 100);
  }
  const auto cell = [&](std::string_view style, const std::string& words) {
    const auto td = out.open("td", {{"class", style}});
    out.isolated(words, {}, 300);
  };
  cell("label", claim.gold);
  const auto* mark = claim.gold.empty() ? "label" : claim.right() ? "label right" : "label wrong";
  if (!claim.error.empty())
    cell(mark, "failed: " + claim.error);
  else
    cell(mark, claim.label.empty() ? std::string(to_string(claim.answer)) : claim.label);
  cell("number", claim.confidence ? report::percent(*claim.confidence) : "");
}

template <class Keep>
void write_claims(Markup& out, std::string_view title, std::span<const ClaimScore> claims,
                  const std::unordered_map<std::string, std::string>& texts, bool open, Keep keep) {
  std::vector<const ClaimScore*> kept;
  for (const auto& claim : claims)
    if (keep(claim)) kept.push_back(&claim);
  if (kept.empty()) return;
  const auto details = out.open("details", {{"open", {}, open}});
  out.element("summary", {}, std::string(title) + " (" + std::to_string(kept.size()) + ")");
  const auto table = out.open("table");
  {
    const auto head = out.open("thead");
    const auto tr = out.open("tr");
    for (const auto* name : {"Claim", "Right label", "Answer", "Confidence"})
      out.element("th", {{"scope", "col"}}, name);
  }
  const auto body = out.open("tbody");
  for (std::size_t i = 0; i < std::min(kept.size(), most_listed); ++i) {
    const auto text = texts.find(kept[i]->id);
    write_claim(out, *kept[i], text == texts.end() ? "" : text->second);
  }
}

}  // namespace

std::string run_page(const Json& config, const Json& metrics, const Dataset& dataset,
                     std::span<const ClaimScore> claims) {
  std::unordered_map<std::string, std::string> texts;
  for (const auto& instance : dataset.instances)
    texts.emplace(instance.claim.id, instance.claim.text.plain());
  Markup out;
  begin_page(out, "Evaluation", run_title(config, metrics));
  {
    const auto main = out.open("main", {{"class", "column"}});
    out.element("p", {}, counts_line(metrics));
    out.element("h2", {}, "Metrics");
    write_metrics(out, metrics);
    write_plots(out, metrics);
    write_labels(out, metrics);
    write_settings(out, config);
    out.element("h2", {{"id", "claims"}}, "Claims");
    const auto list = [&](std::string_view title, bool open, auto keep) {
      write_claims(out, title, claims, texts, open, keep);
    };
    list("Failed", true, [](const ClaimScore& one) { return !one.error.empty(); });
    list("Wrong", true, [](const ClaimScore& one) {
      return one.error.empty() && !one.gold.empty() && !one.right();
    });
    list("Right", false, [](const ClaimScore& one) { return one.right(); });
    list("Without a known label", false,
         [](const ClaimScore& one) { return one.error.empty() && one.gold.empty(); });
  }
  end_page(out);
  return out.take();
}

}  // namespace assay::eval
