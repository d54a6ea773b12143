#include "report/html_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/call_words.h"
#include "report/html/icons.h"
#include "report/html/index_script.h"
#include "report/html/markup.h"
#include "report/html/parts.h"
#include "report/html/style.h"
#include "report/words.h"

namespace assay::report {
namespace {

using core::Verdict;

constexpr std::size_t longest_claim = 600;

// A verdict, or that there is none, as rows are counted and filtered.
struct Outcome {
  std::optional<Verdict> verdict;
  std::string_view key;  // in class names and ids
  std::string_view name;
};
constexpr std::array<Outcome, 5> outcomes{
    {{Verdict::supported, "supported", "Supported"},
     {Verdict::refuted, "refuted", "Refuted"},
     {Verdict::conflicting, "conflicting", "Conflicting"},
     {Verdict::not_enough_evidence, "unknown", "Not enough evidence"},
     {std::nullopt, "open", "Without a verdict"}}};

const Outcome& outcome_of(const IndexRow& row) {
  return *std::find_if(outcomes.begin(), outcomes.end(),
                       [&](const Outcome& outcome) { return outcome.verdict == row.verdict; });
}

std::size_t count_of(const std::vector<IndexRow>& rows, const Outcome& outcome) {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const IndexRow& row) {
    return row.verdict == outcome.verdict;
  }));
}

std::string_view icon_of(const Outcome& outcome) {
  return outcome.verdict ? icon(*outcome.verdict) : open_icon();
}

// One bar of all claims, in pieces; the legend under it says the same in numbers.
void write_chart(Markup& out, const std::vector<IndexRow>& rows) {
  if (rows.empty()) return;
  const auto svg = out.open("svg", {{"class", "counts"}, {"aria-hidden", "true"}});
  double at = 0;
  for (const auto& outcome : outcomes) {
    const double share =
        100.0 * static_cast<double>(count_of(rows, outcome)) / static_cast<double>(rows.size());
    if (share <= 0) continue;
    const auto rect = out.open("rect", {{"class", outcome.key},
                                        {"x", fmt::format("{:.2f}%", at)},
                                        {"width", fmt::format("{:.2f}%", share)},
                                        {"height", "100%"}});
    at += share;
  }
}

void write_filter(Markup& out, std::string_view key, std::string_view icon, std::string_view name,
                  std::size_t count) {
  const auto id = "show-" + std::string(key);
  const auto label = out.open("label", {{"for", id}, {"class", key}});
  out.raw(icon);
  out.words(name);
  out.words(" ");
  out.element("strong", {}, std::to_string(count));
}

// The buttons stand before the table and beside it, so that the style sheet can tell which is
// chosen; their labels, with the counts, are the legend of the chart.
void write_filters(Markup& out, const std::vector<IndexRow>& rows) {
  out.element("h2", {{"id", "filter-title"}}, "By verdict");
  out.empty("input", {{"type", "radio"},
                      {"name", "show"},
                      {"id", "show-all"},
                      {"checked"},
                      {"aria-label", "All verdicts"}});
  for (const auto& outcome : outcomes)
    if (count_of(rows, outcome) > 0)
      out.empty("input", {{"type", "radio"},
                          {"name", "show"},
                          {"id", "show-" + std::string(outcome.key)},
                          {"aria-label", outcome.name}});
  const auto legend = out.open("div", {{"class", "legend"}});
  write_filter(out, "all", "", "All", rows.size());
  for (const auto& outcome : outcomes)
    if (const auto count = count_of(rows, outcome); count > 0)
      write_filter(out, outcome.key, icon_of(outcome), outcome.name, count);
}

void write_search_box(Markup& out) {
  const auto box = out.open("div", {{"id", "search"}, {"hidden"}});
  out.element("label", {{"for", "words"}}, "Search the claims");
  out.empty("input", {{"type", "search"}, {"id", "words"}, {"autocomplete", "off"}});
  const auto shown = out.open("output", {{"id", "shown"}, {"for", "words"}});
}

void write_outcome(Markup& out, const IndexRow& row) {
  const auto& outcome = outcome_of(row);
  const auto td = out.open("td", {{"class", "outcome"}});
  {
    const auto span = out.open("span", {{"class", "name"}});
    out.raw(icon_of(outcome));
    out.words(row.verdict ? outcome.name : row.error.empty() ? "Not finished" : "Failed");
  }
  if (!row.error.empty()) {
    out.words(": ");
    return out.isolated(row.error, {}, 300);
  }
  if (!row.verdict || is_same_word(row.label, core::to_string(*row.verdict))) return;
  out.words(" (");
  out.isolated(row.label, {}, 100);
  out.words(")");
}

// `unit` is read where the table has no head: on a narrow screen.
void write_number(Markup& out, std::string_view style, std::string_view number,
                  std::string_view unit) {
  const auto td = out.open("td", {{"class", style}});
  out.words(number);
  if (!number.empty()) out.element("span", {{"class", "unit"}}, unit);
}

void write_cost(Markup& out, const CallSum& sum) {
  const auto cost = cost_cell(sum);
  if (cost != "not known") return write_number(out, "number use", cost, " USD");
  const auto td = out.open("td", {{"class", "number use"}});
  out.element("span", {{"class", "unit"}}, "cost ");
  out.words(cost);
}

void write_usage(Markup& out, const CallSum& sum) {
  const bool none = sum.calls == 0;
  write_number(out, "number use", none ? "" : grouped(sum.tokens_in), " tokens in,");
  write_number(out, "number use", none ? "" : grouped(sum.tokens_out), " out,");
  if (none)
    write_number(out, "number use", "", "");
  else
    write_cost(out, sum);
}

// `models`: has any claim calls of models?
void write_row(Markup& out, const IndexRow& row, bool models) {
  const auto tr = out.open("tr", {{"class", outcome_of(row).key}});
  {
    const auto th = out.open("th", {{"scope", "row"}, {"class", "claim"}});
    const auto language = language_of(row.claim);
    const auto text =
        row.claim.empty() ? std::string_view("(no text)") : std::string_view(row.claim);
    if (row.link.empty()) {
      out.isolated(text, language, longest_claim);
    } else {
      const auto a = out.open("a", {{"href", link_target(row.link)}});
      out.isolated(text, language, longest_claim);
    }
    const auto id = out.open("span", {{"class", "id"}});
    out.isolated(row.claim_id, {}, 100);
  }
  write_outcome(out, row);
  write_number(out, "number", row.verdict ? percent(row.confidence) : "", " confidence");
  if (models) write_usage(out, row.calls);
}

void write_sum(Markup& out, const CallSum& sum) {
  const auto foot = out.open("tfoot");
  const auto tr = out.open("tr");
  out.element("th", {{"scope", "row"}, {"colspan", "3"}}, "All claims");
  write_usage(out, sum);
}

void write_table(Markup& out, const std::vector<IndexRow>& rows) {
  const auto sum = calls_of(rows);
  const bool models = sum.calls > 0;
  const auto table = out.open("table", {{"id", "claims"}});
  out.element("caption", {}, "The claims, in the order in which they were given");
  {
    const auto head = out.open("thead");
    const auto tr = out.open("tr");
    for (const auto name : {"Claim", "Verdict", "Confidence"})
      out.element("th", {{"scope", "col"}}, name);
    if (models)
      for (const auto name : {"Tokens in", "Tokens out", "USD"})
        out.element("th", {{"scope", "col"}}, name);
  }
  {
    const auto body = out.open("tbody");
    for (const auto& row : rows) write_row(out, row, models);
  }
  if (models) write_sum(out, sum);
}

}  // namespace

std::string html_index(const std::vector<IndexRow>& rows) {
  const auto title = counted(rows.size(), "claim") + " checked";
  Markup out;
  const auto script = rows.empty() ? std::string_view() : index_script;
  out.raw(page_start(title, "index", index_style(), script));
  out.element("a", {{"class", "skip"}, {"href", "#claims"}}, "Skip to the claims");
  {
    const auto header = out.open("header", {{"class", "column"}});
    out.element("p", {{"class", "kicker"}}, "Fact-check reports");
    out.element("h1", {}, title);
    write_chart(out, rows);
    if (const auto sum = calls_of(rows); sum.calls > 0)
      out.element("p", {{"class", "usage"}}, calls_line(sum) + ".");
  }
  {
    const auto main = out.open("main", {{"class", "column"}});
    if (rows.empty()) {
      out.element("p", {{"id", "claims"}}, "There is no claim yet.");
    } else {
      write_filters(out, rows);
      write_search_box(out);
      write_table(out, rows);
    }
  }
  if (!script.empty()) {
    out.raw("<script>");
    out.raw(script);
    out.raw("</script>\n");
  }
  out.raw("</body>\n</html>\n");
  return out.take();
}

}  // namespace assay::report
