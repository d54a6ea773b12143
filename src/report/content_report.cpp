#include "report/content_report.h"

#include <fmt/format.h>

#include "report/html/icons.h"
#include "report/html/markup.h"
#include "report/html/parts.h"
#include "report/html/style.h"
#include "report/index.h"
#include "report/markdown_escape.h"
#include "report/words.h"

namespace assay::report {
namespace {

constexpr std::size_t longest_text = 20'000;  // code points of the text that is shown
constexpr std::size_t longest_justification = 4'000;

std::string verdict_of(const ContentRow& row) {
  if (!row.error.empty()) return "not checked";
  if (!row.view.judgement) return "no verdict";
  return capitalized(core::to_string(row.view.judgement->verdict));
}

// Who published the page, and when.
std::string page_words(const core::Origin& origin) {
  std::string words = origin.author;
  if (!origin.source.publisher.empty())
    words += (words.empty() ? "" : ", ") + origin.source.publisher;
  if (origin.source.published)
    words += (words.empty() ? "" : ", ") + origin.source.published->to_string();
  return words;
}

void write_origin(Markup& out, const ContentView& view) {
  if (!view.origin) return;
  const auto p = out.open("p", {{"class", "source"}});
  out.words("The page: ");
  out.link(name_of(view.origin->source), view.origin->source.url);
  if (const auto words = page_words(*view.origin); !words.empty()) {
    out.words(" · ");
    out.isolated(words, {}, 400);
  }
}

void write_head(Markup& out, const ContentView& view) {
  const auto header = out.open("header", {{"class", "verdict"}});
  const auto inside = out.open("div", {{"class", "column"}});
  out.element("p", {{"class", "kicker"}},
              view.origin ? "Fact-check of a page" : "Fact-check of a text");
  {
    const auto h1 = out.open("h1");
    out.raw(icon(view.overall.verdict));
    out.words(capitalized(core::to_string(view.overall.verdict)));
  }
  const auto p = out.open("p", {{"class", "confidence"}});
  out.element("strong", {}, percent(view.overall.confidence));
  out.words(" confidence · " + view.overall.reason);
}

void write_sources(Markup& out, const ReportView& view) {
  bool any = false;
  for (const auto& card : view.evidence) any = any || card.cited;
  if (!any) return;
  const auto ul = out.open("ul");
  for (const auto& card : view.evidence) {
    if (!card.cited) continue;
    const auto li = out.open("li");
    out.words(card.evidence.id + ": ");
    out.link(name_of(card.evidence.source), card.evidence.source.url);
  }
}

void write_claim_row(Markup& out, const ContentRow& row) {
  const auto& view = row.view;
  const auto section = out.open("section");
  {
    const auto h2 = out.open("h2");
    out.words(view.claim.id + ": ");
    out.isolated(view.claim.text.to_string());
  }
  {
    const auto p = out.open("p");
    if (view.judgement) out.raw(icon(view.judgement->verdict));
    out.element("strong", {}, verdict_of(row));
    if (view.judgement) out.words(", " + percent(view.judgement->confidence) + " confidence");
    if (!row.error.empty()) {
      out.words(": ");
      out.inline_text(row.error, 500);
    }
  }
  if (!view.justification.empty()) out.paragraph(view.justification, {}, {}, longest_justification);
  write_sources(out, view);
  if (row.link.empty()) return;
  const auto p = out.open("p");
  const auto a = out.open("a", {{"href", link_target(row.link)}});
  out.words("The whole report of this claim");
}

void write_left_out(Markup& out, const ContentView& view) {
  if (view.left_out.empty()) return;
  const auto section = out.open("section");
  out.element("h2", {}, "Not checked");
  const auto ul = out.open("ul");
  for (const auto& one : view.left_out) {
    const auto li = out.open("li", {{"dir", "auto"}});
    out.text(one.text, 1'000);
    out.words(" (" + one.reason + ")");
  }
}

}  // namespace

std::string html_content(const ContentView& view) {
  Markup out;
  const auto title = capitalized(core::to_string(view.overall.verdict)) + ": a text with " +
                     counted(view.rows.size(), "claim");
  out.raw(page_start(title, verdict_class(view.overall.verdict), report_style()));
  write_head(out, view);
  {
    const auto main = out.open("main", {{"class", "column"}});
    write_origin(out, view);
    for (const auto& row : view.rows) write_claim_row(out, row);
    write_left_out(out, view);
    const auto section = out.open("section");
    out.element("h2", {}, "The text");
    out.paragraph(view.content.text.to_string(), language_of(view.content.text.plain()), {},
                  longest_text);
  }
  out.raw("</body>\n</html>\n");
  return out.take();
}

std::string markdown_content(const ContentView& view) {
  std::string out = fmt::format("# {} ({} confidence)\n\n{}\n\n",
                                capitalized(core::to_string(view.overall.verdict)),
                                percent(view.overall.confidence), view.overall.reason);
  if (view.origin) {
    const auto& source = view.origin->source;
    const auto words = page_words(*view.origin);
    out += "The page: " + markdown_link(name_of(source), source.url) +
           (words.empty() ? "" : " · " + markdown_text(words, 400)) + "\n\n";
  }
  for (const auto& row : view.rows) {
    out += fmt::format("## {}: {}\n\n**{}**", markdown_text(row.view.claim.id),
                       markdown_text(row.view.claim.text.to_string()), verdict_of(row));
    if (row.view.judgement) out += ", " + percent(row.view.judgement->confidence) + " confidence";
    if (!row.error.empty()) out += ": " + markdown_text(row.error, 500);
    out += "\n\n";
    if (!row.view.justification.empty())
      out += markdown_text(row.view.justification, longest_justification) + "\n\n";
    for (const auto& card : row.view.evidence)
      if (card.cited)
        out += fmt::format("- {}: {}\n", card.evidence.id,
                           markdown_link(name_of(card.evidence.source), card.evidence.source.url));
    if (!row.link.empty())
      out += fmt::format("\n[The whole report of this claim](<{}>)\n\n", link_target(row.link));
  }
  if (!view.left_out.empty()) out += "## Not checked\n\n";
  for (const auto& one : view.left_out)
    out += fmt::format("- {} ({})\n", markdown_text(one.text, 1'000), markdown_text(one.reason));
  return out + "\n## The text\n\n" + markdown_text(view.content.text.to_string(), longest_text) +
         "\n";
}

}  // namespace assay::report
