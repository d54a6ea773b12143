#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "eval/report/comparison.h"
#include "eval/report/comparison_words.h"
#include "report/columns.h"
#include "report/display_text.h"
#include "report/markdown_escape.h"

namespace assay::eval {
namespace {

using core::Json;

constexpr std::size_t most_disagreements = 50;  // listed as text; the page has them all

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, report::columns(text)), ' ');
}

std::vector<std::string> texts_of(const Json& list) { return list.get<std::vector<std::string>>(); }

std::string pair_markdown(const Json& pair) {
  const auto name = [&](const char* key) {
    return report::markdown_text(pair.at(key).get<std::string>());
  };
  std::string text = "\n## " + name("a") + " and " + name("b") + "\n\n" + pair.at("claims").dump() +
                     " claims in common whose label is known.\n";
  if (!pair.contains("accuracy")) return text;
  text += "\n- " + report::markdown_text(difference_words(pair)) + "\n- " +
          report::markdown_text(mcnemar_words(pair)) + "\n";
  text += "\n| label | right for | F1 " + name("a") + " | F1 " + name("b") +
          " | change |\n|---|---|---|---|---|\n";
  for (const auto& label : pair.at("per_class"))
    text += fmt::format("| {} | {} | {:.3f} | {:.3f} | {:+.3f} |\n",
                        report::markdown_text(label.at("label").get<std::string>()),
                        label.at("gold").dump(), label.at("f1_a").get<double>(),
                        label.at("f1_b").get<double>(), label.at("change").get<double>());
  const auto& others = pair.at("disagreements");
  text += fmt::format("\nThey disagree on {} claims.\n", others.size());
  if (others.empty()) return text;
  text += "\n| claim | right | " + name("a") + " | " + name("b") + " |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < std::min(others.size(), most_disagreements); ++i) {
    const auto cell = [&](const char* key) {
      return report::markdown_text(others[i].at(key).get<std::string>());
    };
    text +=
        "| " + cell("id") + " | " + cell("gold") + " | " + cell("a") + " | " + cell("b") + " |\n";
  }
  return text;
}

}  // namespace

std::string comparison_markdown(const Json& comparison) {
  std::string text = "# Comparison\n\n";
  for (const auto& run : comparison.at("runs"))
    text += "- " + report::markdown_text(run.at("name").get<std::string>()) + ": " +
            report::markdown_text(run.at("title").get<std::string>()) + "\n";
  for (const auto& note : comparison.at("notes"))
    text += "\n> " + report::markdown_text(note.get<std::string>()) + "\n";
  text += "\n| metric |";
  std::string rule = "\n|---|";
  for (const auto& run : comparison.at("runs")) {
    text += " " + report::markdown_text(run.at("name").get<std::string>()) + " |";
    rule += "---|";
  }
  text += rule + "\n";
  for (const auto& metric : comparison.at("metrics")) {
    text += "| " + metric.at("metric").get<std::string>() + " |";
    for (const auto& value : texts_of(metric.at("texts"))) text += " " + value + " |";
    text += "\n";
  }
  for (const auto& pair : comparison.at("pairs")) text += pair_markdown(pair);
  return text;
}

std::string comparison_text(const Json& comparison) {
  std::vector<std::vector<std::string>> rows(1);
  rows[0].emplace_back("");
  for (const auto& run : comparison.at("runs"))
    rows[0].push_back(report::one_line(run.at("name").get<std::string>(), 40));
  for (const auto& metric : comparison.at("metrics")) {
    rows.push_back({metric.at("metric").get<std::string>()});
    for (auto& value : texts_of(metric.at("texts"))) rows.back().push_back(std::move(value));
  }
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], report::columns(row[i]));
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += padded(row[i], widths[i] + 2);
    text += "\n";
  }
  for (const auto& pair : comparison.at("pairs"))
    if (pair.contains("accuracy"))
      text += "\n" + report::one_line(difference_words(pair)) + "\n" +
              report::one_line(mcnemar_words(pair)) + "\n" +
              fmt::format("they disagree on {} claims\n", pair.at("disagreements").size());
  for (const auto& note : comparison.at("notes"))
    text += "\nNote: " + report::one_line(note.get<std::string>()) + "\n";
  return text;
}

}  // namespace assay::eval
