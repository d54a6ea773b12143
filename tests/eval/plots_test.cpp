#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "eval/plots/bars_plot.h"
#include "eval/plots/confusion_plot.h"
#include "eval/plots/reliability_plot.h"
#include "eval/plots/risk_coverage_plot.h"
#include "eval/plots/scatter_plot.h"
#include "eval/plots/svg.h"
#include "language/utf8.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double infinite = std::numeric_limits<double>::infinity();

using Document = std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)>;

Document parsed(const std::string& svg) {
  constexpr int quiet = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
  return {xmlReadMemory(svg.data(), static_cast<int>(svg.size()), "plot.svg", nullptr, quiet),
          &xmlFreeDoc};
}

void each_element(const xmlNode* node, const std::function<void(const xmlNode*)>& visit) {
  for (; node != nullptr; node = node->next) {
    if (node->type == XML_ELEMENT_NODE) visit(node);
    each_element(node->children, visit);
  }
}

std::string name_of(const xmlNode* node) { return reinterpret_cast<const char*>(node->name); }

// One complete picture of nothing but shapes and texts, that is told to who can't see it, needs
// nothing from outside, and may stand in a page several times (no ids).
void expect_plain_svg(const std::string& svg) {
  const auto document = parsed(svg);
  ASSERT_TRUE(document) << svg;
  ASSERT_TRUE(language::is_utf8(svg));
  const auto* root = xmlDocGetRootElement(document.get());
  EXPECT_EQ(name_of(root), "svg");
  ASSERT_NE(root->children, nullptr);
  EXPECT_EQ(name_of(root->children), "title");
  EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 "));
  EXPECT_THAT(svg, HasSubstr("role=\"img\""));
  each_element(root, [](const xmlNode* node) {
    EXPECT_THAT(name_of(node), testing::AnyOf("svg", "title", "desc", "rect", "line", "polyline",
                                              "polygon", "circle", "text"));
    for (const auto* attribute = node->properties; attribute != nullptr;
         attribute = attribute->next) {
      const std::string name = reinterpret_cast<const char*>(attribute->name);
      EXPECT_THAT(name, Not(testing::AnyOf("id", "style", "href", "class")));
      EXPECT_FALSE(name.starts_with("on")) << name;
    }
  });
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

// Where ASSAY_KEEP_PAGES names a folder, plots are left there, for people.
void keep_for_people(const std::string& name, const std::string& svg) {
  if (const auto* folder = std::getenv("ASSAY_KEEP_PAGES"))
    test::write(std::filesystem::path(folder) / name, svg);
}

const std::vector<std::string> hostile{"</title><script>alert(1)</script>",
                                       "\" onload=\"alert(1)",
                                       "a & b ]]> <!-- ",
                                       std::string(100'000, 'x'),
                                       std::string("\0\x01\x1B[31m\x7F", 9),
                                       "\xFF\xFE\xC0\x80 invalid",
                                       "\xE2\x80\xAEoverride",
                                       "&#0;&bad;",
                                       ""};

TEST(Svg, EscapesAndCutsText) {
  EXPECT_EQ(svg_text("<a> & \"b\" 'c'"), "&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;");
  EXPECT_LT(svg_text(std::string(100'000, 'x')).size(), 200U);
}

TEST(Svg, WritesNumbersPlainly) {
  EXPECT_EQ(svg_number(12.5), "12.5");
  EXPECT_EQ(svg_number(-0.001), "0");
  EXPECT_EQ(svg_number(3), "3");
  EXPECT_EQ(svg_number(std::nan("")), "0");
  EXPECT_EQ(svg_number(infinite), "0");
}

TEST(Plots, OfNothingAreEmpty) {
  EXPECT_EQ(confusion_plot({}, {}, {}), "");
  EXPECT_EQ(reliability_plot({}), "");
  EXPECT_EQ(reliability_plot(std::vector<ReliabilityBin>{{0, 0.5, 0, 0, 0}}), "");
  EXPECT_EQ(risk_coverage_plot({}), "");
  EXPECT_EQ(risk_coverage_plot(std::vector<RiskCurve>{{"a", {}}}), "");
  EXPECT_EQ(scatter_plot({}, "t", "x", "y"), "");
  EXPECT_EQ(bars_plot({}, {}, "t", "y"), "");
  EXPECT_EQ(
      bars_plot(std::vector<std::string>{"a"}, std::vector<BarGroup>{{"g", {Bar{}}}}, "t", "y"),
      "");
}

TEST(Plots, TakeHostileLabels) {
  expect_plain_svg(
      confusion_plot(hostile, hostile,
                     std::vector<std::vector<std::size_t>>(
                         hostile.size(), std::vector<std::size_t>(hostile.size(), 3))));
  std::vector<RiskCurve> curves;
  std::vector<PlotPoint> points;
  std::vector<BarGroup> groups;
  for (const auto& label : hostile) {
    curves.push_back({label, {{0.5, 0.1}, {1, 0.3}}});
    points.push_back({label, 2, 0.5});
    groups.push_back({label, std::vector<Bar>(hostile.size(), Bar{0.5, Interval{0.4, 0.6}})});
  }
  expect_plain_svg(risk_coverage_plot(curves));
  for (const auto& label : hostile) {
    expect_plain_svg(scatter_plot(points, label, label, label));
    expect_plain_svg(bars_plot(hostile, groups, label, label));
  }
}

TEST(ConfusionPlot, ShowsCountsAndShares) {
  const std::vector<std::string> rows{"Supported", "Refuted", "Not Enough Evidence",
                                      "Conflicting Evidence/Cherrypicking"};
  std::vector<std::string> columns = rows;
  columns.push_back("(none)");
  const auto svg = confusion_plot(
      rows, columns, {{40, 8, 2, 0, 0}, {10, 100, 5, 1, 1}, {0, 9, 6, 0, 2}, {1, 11, 3, 1, 0}});
  expect_plain_svg(svg);
  keep_for_people("confusion.svg", svg);
  EXPECT_THAT(svg, HasSubstr(">40</text>"));
  EXPECT_THAT(svg, HasSubstr(">80 %</text>"));
}

TEST(ConfusionPlot, OfARowWithoutItemsHasNoShares) {
  const std::vector<std::string> labels{"a", "b"};
  expect_plain_svg(confusion_plot(labels, labels, {{0, 0}, {1, 0}}));
}

TEST(ConfusionPlot, RefusesWhatDoesNotFit) {
  const std::vector<std::string> labels{"a", "b"};
  EXPECT_EQ(confusion_plot(labels, labels, {{1, 2}}), "");
  EXPECT_EQ(confusion_plot(labels, labels, {{1, 2}, {3}}), "");
  const std::vector<std::string> many(41, "a");
  EXPECT_EQ(confusion_plot(many, labels, std::vector<std::vector<std::size_t>>(41, {1, 2})), "");
}

TEST(ReliabilityPlot, ShowsBinsAndCounts) {
  std::vector<Graded> items;
  for (int i = 0; i < 200; ++i) items.push_back({0.3 + 0.0034 * i, i * 37 % 100 < 20 + 0.3 * i});
  const auto svg = reliability_plot(reliability(items));
  expect_plain_svg(svg);
  keep_for_people("reliability.svg", svg);
}

TEST(ReliabilityPlot, LeavesOutBinsThatAreNone) {
  const std::vector<ReliabilityBin> bins{{0, 0.5, 3, std::nan(""), 0.5},
                                         {0, 0.5, 3, 0.5, infinite},
                                         {-1e308, 1e308, 3, 0.5, 0.5},
                                         {0.5, 0.5, 3, 0.5, 0.5}};
  EXPECT_EQ(reliability_plot(bins), "");
}

TEST(RiskCoveragePlot, ShowsSeveralRuns) {
  std::vector<RiskCurve> curves{{"embedded", {}}, {"DEFAME, gpt-4o", {}}, {"majority", {}}};
  for (int i = 1; i <= 50; ++i) {
    curves[0].points.push_back({i / 50.0, 0.1 + 0.006 * i});
    curves[1].points.push_back({i / 50.0, 0.25 * i / 50.0 * i / 50.0});
  }
  curves[2].points.push_back({1, 0.415});
  const auto svg = risk_coverage_plot(curves);
  expect_plain_svg(svg);
  keep_for_people("risk_coverage.svg", svg);
  for (const auto& curve : curves) EXPECT_THAT(svg, HasSubstr(curve.name + "</text>"));
}

TEST(RiskCoveragePlot, LeavesOutWhatIsNoNumberAndWhatCannotBeSeen) {
  EXPECT_EQ(risk_coverage_plot(std::vector<RiskCurve>{{"a", {{1, std::nan("")}, {infinite, 0}}}}),
            "");
  std::vector<RiskPoint> points(500'000, RiskPoint{0.5, 0.5});
  const auto svg = risk_coverage_plot(std::vector<RiskCurve>{{"a", points}, {"b", {{7, -9}}}});
  expect_plain_svg(svg);
  EXPECT_LT(svg.size(), 60'000U);
}

TEST(ScatterPlot, ShowsCostAgainstAccuracy) {
  const std::vector<PlotPoint> points{{"majority", 0.01, 0.585},
                                      {"embedded", 0.01, 0.62},
                                      {"embedded, retrieval", 0.012, 0.61},
                                      {"gpt-4o-mini, no evidence", 0.4, 0.66},
                                      {"gpt-4o-mini, evidence", 0.9, 0.71},
                                      {"gpt-4o, evidence", 11, 0.75},
                                      {"gpt-4o, open web", 14, 0.752}};
  const auto svg = scatter_plot(points, "Cost against accuracy", "US cents a claim", "accuracy");
  expect_plain_svg(svg);
  keep_for_people("cost_accuracy.svg", svg);
  for (const auto& point : points) EXPECT_THAT(svg, HasSubstr(point.name + "</text>"));
}

TEST(ScatterPlot, TakesExtremeNumbers) {
  for (const double x : {std::nan(""), infinite, 1e300, -1e300})
    EXPECT_EQ(scatter_plot(std::vector<PlotPoint>{{"a", x, 0.5}}, "t", "x", "y"), "");
  for (const double y : {std::nan(""), -0.1, 1.1})
    EXPECT_EQ(scatter_plot(std::vector<PlotPoint>{{"a", 1, y}}, "t", "x", "y"), "");
  for (const double x : {0.0, -3.0, 1e-320, 1e-11, 1e15, -1e15})
    expect_plain_svg(
        scatter_plot(std::vector<PlotPoint>{{"a", x, 0.5}, {"b", 1e15, 1}}, "t", "x", "y"));
  expect_plain_svg(
      scatter_plot(std::vector<PlotPoint>(60, PlotPoint{"same", 1, 0}), "t", "x", "y"));
  EXPECT_EQ(scatter_plot(std::vector<PlotPoint>(61, PlotPoint{"same", 1, 0}), "t", "x", "y"), "");
}

TEST(BarsPlot, ShowsRunsSideBySide) {
  const std::vector<std::string> runs{"embedded", "gpt-4o-mini", "gpt-4o"};
  const std::vector<BarGroup> groups{
      {"accuracy",
       {{0.62, Interval{0.55, 0.69}}, {0.71, Interval{0.65, 0.77}}, {0.75, Interval{0.69, 0.81}}}},
      {"macro F1",
       {{0.38, Interval{0.32, 0.45}}, {0.49, Interval{0.42, 0.57}}, {0.52, Interval{0.45, 0.6}}}},
      {"HU-METEOR, questions and answers", {{0.18, {}}, {}, {0.24, Interval{0.22, 0.26}}}}};
  const auto svg = bars_plot(runs, groups, "Runs compared", "score");
  expect_plain_svg(svg);
  keep_for_people("bars.svg", svg);
  EXPECT_THAT(svg, HasSubstr(">0.62</text>"));
  EXPECT_THAT(svg, HasSubstr("gpt-4o-mini</text>"));
}

TEST(BarsPlot, LeavesOutWhatIsNoNumber) {
  const std::vector<std::string> series{"a", "b"};
  const Interval none{std::nan(""), infinite};
  const std::vector<BarGroup> groups{{"g", {{std::nan(""), {}}, {0.5, none}, {0.9, {}}}},
                                     {"h", {{-0.5, {}}, {infinite, {}}}}};
  const auto svg = bars_plot(series, groups, "t", "y");
  expect_plain_svg(svg);
  EXPECT_THAT(svg, HasSubstr(">-0.5</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">0.9</text>")));  // of no series
  expect_plain_svg(bars_plot(series, std::vector<BarGroup>{{"g", {{0.0, {}}}}}, "t", "y"));
  EXPECT_EQ(bars_plot(series, std::vector<BarGroup>(201, BarGroup{"g", {{1.0, {}}}}), "t", "y"),
            "");
}

}  // namespace
}  // namespace assay::eval
