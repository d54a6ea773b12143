#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/call_words.h"
#include "report/html/icons.h"
#include "report/html/parts.h"
#include "report/words.h"

namespace assay::report {
namespace {

constexpr std::size_t most_reasons = 12;
constexpr std::size_t most_limits = 4;

// A bar from 0 to 1; the number stands beside it in words.
void bar(Markup& out, double share) {
  const double valid = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  const auto svg = out.open("svg", {{"class", "bar"}, {"aria-hidden", "true"}});
  const auto rect =
      out.open("rect", {{"width", fmt::format("{:.1f}%", valid * 100)}, {"height", "100%"}});
}

void write_alerts(Markup& out, const ReportView& view) {
  if (view.without_evidence) write_alert(out, made_without_evidence);
  if (!view.complete)
    write_alert(out, view.judgement
                         ? "This check is not finished: its record ends before it was complete."
                         : "This check is not finished: its record ends before a verdict.");
  std::size_t differing = 0;
  for (const auto& card : view.evidence)
    for (const auto& quotation : card.quotations)
      differing += quotation.standing == Standing::differs ? 1 : 0;
  if (differing > 0)
    write_alert(out, counted(differing, "quotation") + (differing == 1 ? " was" : " were") +
                         " not found in the kept text of the source. Do not rely on what is marked "
                         "so below.");
  for (std::size_t i = 0; i < std::min(view.limits.size(), most_limits); ++i)
    write_alert(out, capitalized(view.limits[i]));
}

void write_judgement(Markup& out, const PageContext& page, const core::Judgement& judgement) {
  const auto name = core::to_string(judgement.verdict);
  {
    const auto h1 = out.open("h1");
    out.raw(icon(judgement.verdict));
    out.words(capitalized(name));
  }
  {
    const auto p = out.open("p", {{"class", "confidence"}});
    bar(out, judgement.confidence);
    out.element("strong", {}, percent(judgement.confidence));
    out.words(" confidence");
    if (!is_same_word(judgement.label, name)) {
      out.words(" · label: ");
      out.isolated(judgement.label, {}, 200);
    }
  }
  // Of a verdict without evidence the justification tells them.
  if (!page.view.without_evidence)
    write_prose(out, page, page.view.key_findings, Citing::plain, "key");
}

}  // namespace

void write_verdict(Markup& out, const PageContext& page) {
  const auto& view = page.view;
  const auto header = out.open("header", {{"class", "verdict"}});
  const auto inside = out.open("div", {{"class", "column"}});
  out.element("p", {{"class", "kicker"}}, "Fact-check report");
  if (view.judgement) {
    write_judgement(out, page, *view.judgement);
  } else {
    const auto h1 = out.open("h1");
    out.raw(open_icon());
    out.words("No verdict yet");
  }
  write_alerts(out, view);
  if (view.judgement && !view.judgement->reasons.empty()) {
    const auto details = out.open("details");
    out.element("summary", {}, "What the verdict rests on");
    const auto ul = out.open("ul");
    const auto& reasons = view.judgement->reasons;
    for (std::size_t i = 0; i < std::min(reasons.size(), most_reasons); ++i) {
      const auto li = out.open("li", {{"dir", "auto"}});
      out.text(reasons[i], 1000);
    }
  }
  if (!view.model_statement.empty()) out.paragraph(view.model_statement, {}, "models", 2000);
  if (const auto& all = view.calls.all; all.calls > 0)
    out.element("p", {{"class", "models"}}, calls_line(all) + ".");
}

void write_contents(Markup& out, const PageContext& page) {
  const auto& view = page.view;
  const auto nav = out.open("nav", {{"aria-label", "Parts of this report"}, {"class", "column"}});
  const auto list = out.open("ul");
  const auto entry = [&](std::string_view target, std::string_view words) {
    const auto li = out.open("li");
    out.element("a", {{"href", target}}, words);
  };
  entry("#claim", "The claim");
  entry("#why", "Why");
  entry("#evidence", fmt::format("Evidence ({})", view.evidence.size()));
  if (!view.missing.empty()) entry("#missing", "What is missing");
  if (!view.warnings.empty())
    entry("#warnings", fmt::format("Warnings ({})", view.warnings.size()));
  entry("#turns", "How it was checked");
  if (!view.without_evidence) entry("#searches", "What was searched");
  if (!view.calls.calls.empty()) entry("#models", "What the models did");
  entry("#time", "Time");
}

}  // namespace assay::report
