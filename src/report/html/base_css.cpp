#include "report/html/stylesheets.h"

namespace assay::report {

constexpr std::string_view base_css_text = R"css(
:root {
  color-scheme: light dark;
  --page: #f5f4f0; --paper: #ffffff; --ink: #1c1d20; --soft: #565b63; --line: #dcd9d1;
  --link: #0b4f9e; --focus: #0b4f9e; --mark: #fff0a8; --mark-ink: #1c1d20;
  --good: #0a6338; --good-back: #e6f3ea; --bad: #a0161c; --bad-back: #fbeae8;
  --mixed: #754700; --mixed-back: #fcf0da; --none: #3e4a5b; --none-back: #e9edf2;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", "Noto Serif CJK SC",
    "Source Han Serif SC", "Songti SC", "Noto Naskh Arabic", "Noto Serif Hebrew", "Noto Serif Devanagari",
    "Noto Serif Bengali", "Noto Serif Tamil", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, "PingFang SC",
    "Hiragino Sans", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans Arabic", "Noto Sans Hebrew",
    "Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Tamil", "Noto Sans Thai", sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131519; --paper: #1b1e24; --ink: #e9e7e2; --soft: #a9afb9; --line: #343942;
    --link: #8fbcff; --focus: #8fbcff; --mark: #5a4a08; --mark-ink: #fff6d0;
    --good: #82d8a7; --good-back: #132b1e; --bad: #ff9d96; --bad-back: #2c1416;
    --mixed: #f0c470; --mixed-back: #30260f; --none: #bac6d6; --none-back: #222933;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 var(--sans);
  overflow-wrap: anywhere; line-break: auto; }
.column { max-width: 56rem; margin-inline: auto; padding-inline: 1.25rem; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h2 { font: 600 1.5rem/1.25 var(--serif); margin: 0 0 1rem; }
h3 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
h4 { font-size: .95rem; margin: 0 0 .25rem; }
p { margin: 0 0 .75rem; }
a { color: var(--link); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
summary { cursor: pointer; color: var(--link); width: fit-content; }
.skip { position: absolute; inset-inline-start: .5rem; top: -4rem; background: var(--paper);
  padding: .5rem 1rem; border: 1px solid var(--line); z-index: 1; }
.skip:focus { top: .5rem; }
.icon { width: 1em; height: 1em; flex: none; vertical-align: -.125em; margin-inline-end: .4em; fill: none;
  stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.bar { display: inline-block; height: .6rem; overflow: hidden; border-radius: .3rem; background: var(--line);
  fill: currentColor; vertical-align: middle; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: start; vertical-align: top; padding: .5rem .75rem .5rem 0;
  border-bottom: 1px solid var(--line); font-weight: normal; overflow-wrap: normal; }
thead th { color: var(--soft); font-size: .85rem; white-space: nowrap; }
td code, th code { overflow-wrap: anywhere; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
code, pre { font: .875em/1.5 var(--mono); }
:lang(ar), :lang(fa), :lang(ur), :lang(he), :lang(yi) { line-height: 1.8; }
:lang(zh), :lang(ja), :lang(ko) { line-height: 1.8; line-break: strict; font-style: normal; }
:lang(ja) { font-family: "Hiragino Sans", "Yu Gothic", "Noto Sans CJK JP", "Noto Sans JP", var(--sans); }
:lang(ko) { font-family: "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans CJK KR", var(--sans);
  word-break: keep-all; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
  :root { --page: #fff; --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000; --mark: #ececec;
    --mark-ink: #000; --good: #0a6338; --good-back: #fff; --bad: #a0161c; --bad-back: #fff; --mixed: #754700;
    --mixed-back: #fff; --none: #3e4a5b; --none-back: #fff; color-scheme: light; }
  body { font-size: 10.5pt; }
  .column { max-width: none; padding-inline: 0; }
  nav, .skip { display: none; }
  .bar, mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3, h4, summary { break-after: avoid; }
  p, li { orphans: 3; widows: 3; }
  tr, figure, blockquote { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  summary { list-style: none; color: var(--soft); }
  .scroll { overflow: visible; }
}
)css";

const std::string_view base_css = base_css_text;

}  // namespace assay::report
