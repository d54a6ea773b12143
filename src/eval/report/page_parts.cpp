#include "eval/report/page_parts.h"

#include "report/html/style.h"

namespace assay::eval {
namespace {

constexpr std::string_view own_style = R"css(
figure { margin: 1rem 0; padding: .5rem; background: #fff; color: #111; border-radius: .4rem; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; margin-inline: auto; }
figcaption { color: #444; font-size: .9rem; padding: .25rem .5rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem; }
.plots figure { margin: 0; }
table.metrics { margin-top: .5rem; }
table.metrics thead th:first-child { width: 45%; }
.best { font-weight: 700; }
.right::before { content: "\2713  "; color: var(--good); }
.wrong::before { content: "\2717  "; color: var(--bad); }
details { margin: .75rem 0; }
td.label { min-width: 8rem; }
)css";

std::string style() { return report::index_style() + std::string(own_style); }

}  // namespace

void begin_page(report::Markup& out, std::string_view kicker, std::string_view title) {
  out.raw(report::page_start(title, "index", style()));
  const auto header = out.open("header", {{"class", "column"}});
  out.element("p", {{"class", "kicker"}}, kicker);
  const auto h1 = out.open("h1");
  out.text(title, 300);
}

void end_page(report::Markup& out) { out.raw("</body>\n</html>\n"); }

void write_figure(report::Markup& out, const std::string& svg, std::string_view caption) {
  const auto figure = out.open("figure");
  out.raw(svg);
  out.element("figcaption", {}, caption);
}

void write_table(report::Markup& out, std::string_view caption,
                 const std::vector<std::string>& heads,
                 const std::vector<std::vector<std::string>>& rows) {
  const auto scroll = out.open("div", {{"class", "scroll"}});
  const auto table = out.open("table", {{"class", "metrics"}});
  out.element("caption", {}, caption);
  {
    const auto head = out.open("thead");
    const auto tr = out.open("tr");
    for (const auto& name : heads) {
      const auto th = out.open("th", {{"scope", "col"}});
      out.text(name, 200);
    }
  }
  const auto body = out.open("tbody");
  for (const auto& row : rows) {
    const auto tr = out.open("tr");
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == 0) {
        const auto th = out.open("th", {{"scope", "row"}});
        out.text(row[i], 400);
      } else {
        const auto td = out.open("td", {{"class", "number"}});
        out.text(row[i], 400);
      }
    }
  }
}

}  // namespace assay::eval
