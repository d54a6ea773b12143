#include "report/html/stylesheets.h"

namespace assay::report {

constexpr std::string_view index_css_text = R"css(
.supported { --tone: var(--good); } .refuted { --tone: var(--bad); } .conflicting { --tone: var(--mixed); }
.unknown, .open, .all { --tone: var(--none); }
header { padding-top: 2rem; }
.kicker { margin: 0 0 .25rem; color: var(--soft); font-size: .9rem; letter-spacing: .04em; }
h1 { margin: 0 0 1.25rem; font: 700 clamp(1.9rem, 6vw, 2.75rem)/1.15 var(--serif); }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
main { padding-bottom: 4rem; }
.counts { display: block; width: 100%; height: 1.25rem; border-radius: .3rem; background: var(--line); }
.counts rect { fill: var(--tone); stroke: var(--page); stroke-width: 1px; }
.counts .open { fill: var(--line); }
input[type="radio"] { position: absolute; opacity: 0; pointer-events: none; }
.legend { display: flex; flex-wrap: wrap; gap: .5rem; }
.legend label { display: inline-flex; align-items: center; padding: .3rem .8rem; border: 1px solid var(--line);
  border-radius: 1.2rem; background: var(--paper); color: var(--tone); cursor: pointer; }
.legend strong { margin-inline-start: .5em; }
#show-all:checked ~ .legend .all, #show-supported:checked ~ .legend .supported,
#show-refuted:checked ~ .legend .refuted, #show-conflicting:checked ~ .legend .conflicting,
#show-unknown:checked ~ .legend .unknown, #show-open:checked ~ .legend .open {
  background: var(--tone); color: var(--page); border-color: var(--tone); font-weight: 600; }
#show-all:focus-visible ~ .legend .all, #show-supported:focus-visible ~ .legend .supported,
#show-refuted:focus-visible ~ .legend .refuted, #show-conflicting:focus-visible ~ .legend .conflicting,
#show-unknown:focus-visible ~ .legend .unknown, #show-open:focus-visible ~ .legend .open {
  outline: 3px solid var(--focus); outline-offset: 2px; }
#show-supported:checked ~ table tbody tr:not(.supported), #show-refuted:checked ~ table tbody tr:not(.refuted),
#show-conflicting:checked ~ table tbody tr:not(.conflicting), #show-unknown:checked ~ table tbody tr:not(.unknown),
#show-open:checked ~ table tbody tr:not(.open), tbody tr[hidden] { display: none; }
#search { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-top: 1rem; }
#search[hidden] { display: none; }
#search input { flex: 1 1 14rem; max-width: 24rem; padding: .45rem .7rem; font: inherit; color: var(--ink);
  background: var(--paper); border: 1px solid var(--soft); border-radius: .4rem; }
output { color: var(--soft); font-size: .9rem; }
table { margin-top: 1.25rem; font-size: 1rem; }
caption { text-align: start; color: var(--soft); font-size: .9rem; padding-bottom: .25rem; }
.claim { font-family: var(--serif); font-size: 1.05rem; }
.claim { width: 45%; }
.claim .id { display: block; color: var(--soft); font: .8rem var(--sans); }
.outcome { width: 13rem; }
.outcome .name { color: var(--tone); font-weight: 600; }
.unit { display: none; }
.usage { margin: .75rem 0 0; color: var(--soft); font-size: .9rem; }
.sort { padding: 0; border: 0; background: none; color: inherit; font: inherit; cursor: pointer; }
.sort::after { content: " ↕"; opacity: .5; }
[aria-sort="ascending"] .sort::after { content: " ↑"; opacity: 1; }
[aria-sort="descending"] .sort::after { content: " ↓"; opacity: 1; }
tfoot th, tfoot td { border-bottom: 0; font-weight: 600; }
@media (max-width: 40rem) {
  .column { padding-inline: 1rem; }
  table, caption, tbody, tfoot, tr, th, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
  tbody tr { padding: .75rem 0; border-bottom: 1px solid var(--line); }
  tfoot tr { padding: .75rem 0; }
  tbody th, tbody td, .sort { padding: 0; border: 0; background: none; color: inherit; font: inherit; cursor: pointer; }
.sort::after { content: " ↕"; opacity: .5; }
[aria-sort="ascending"] .sort::after { content: " ↑"; opacity: 1; }
[aria-sort="descending"] .sort::after { content: " ↓"; opacity: 1; }
tfoot th, tfoot td { border: 0; padding: .1rem 0; width: auto; }
  .claim { width: auto; }
  .unit { display: inline; }
  .use { display: inline; margin-inline-end: .35em; color: var(--soft); }
}
@media print {
  .legend label { border: 0; padding-inline-start: 0; }
  #search, #search[hidden] { display: none; }
  .counts { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)css";

const std::string_view index_css = index_css_text;

}  // namespace assay::report
