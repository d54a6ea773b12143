#include "report/html/stylesheets.h"

namespace assay::report {

constexpr std::string_view report_css_text = R"css(
body { --tone: var(--none); --tone-back: var(--none-back); }
body.supported { --tone: var(--good); --tone-back: var(--good-back); }
body.refuted { --tone: var(--bad); --tone-back: var(--bad-back); }
body.conflicting { --tone: var(--mixed); --tone-back: var(--mixed-back); }
.verdict { background: var(--tone-back); border-top: .5rem solid var(--tone);
  border-bottom: 1px solid var(--line); padding-block: 2rem 1.25rem; }
.kicker { margin: 0 0 .5rem; color: var(--soft); font-size: .9rem; letter-spacing: .04em; }
h1 { display: flex; align-items: center; margin: 0 0 .5rem; color: var(--tone);
  font: 700 clamp(2.1rem, 7vw, 3.25rem)/1.1 var(--serif); }
h1 .icon { margin-inline-end: .3em; }
.confidence { color: var(--ink); font-size: 1.1rem; }
.confidence .bar { width: 7rem; margin-inline-end: .75rem; color: var(--tone); }
.verdict .key { font-size: 1.1rem; max-width: 46rem; }
.verdict details { margin-bottom: .75rem; }
.models { color: var(--soft); font-size: .9rem; margin: 0; }
.alert { display: flex; align-items: flex-start; gap: .25rem; margin: .75rem 0; padding: .6rem .8rem;
  color: var(--bad); background: var(--bad-back); border: 2px solid currentColor; border-radius: .4rem;
  font-weight: 600; }
.alert .icon { margin-top: .25em; width: 1.2em; height: 1.2em; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: .9rem 0 0;
  font-size: .925rem; }
main { padding-bottom: 3rem; }
section { margin-top: 2.75rem; scroll-margin-top: 1rem; }
.claim { margin: 0 0 1rem; padding-inline-start: 1.25rem; border-inline-start: 4px solid var(--tone);
  font: clamp(1.25rem, 4vw, 1.6rem)/1.45 var(--serif); }
.claim p, .post p, .quotation p { margin: 0; }
.post, .quotation { margin: .75rem 0 .4rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
.quotation { color: var(--soft); font-family: var(--serif); font-size: 1.05rem; }
mark { background: var(--mark); color: var(--mark-ink); padding: .1em 0; box-decoration-break: clone;
  -webkit-box-decoration-break: clone; }
.facts { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem 2rem;
  margin: 1rem 0; font-size: .925rem; }
.facts .name { display: block; color: var(--soft); font-size: .85rem; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1.25rem;
  margin: 1rem 0; align-items: start; }
figure { margin: 0; }
.frame { position: relative; display: inline-block; max-width: 100%; line-height: 0; border: 1px solid var(--line);
  background: var(--page); }
.frame img { display: block; max-width: 100%; height: auto; max-height: 32rem; width: auto; }
.regions { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.regions rect { fill: none; }
.regions .halo { stroke: #fff; stroke-width: 5px; }
.regions .edge { stroke: #c2001b; stroke-width: 2.5px; stroke-dasharray: 8 3; }
.regions text { fill: #c2001b; font: 700 14px var(--sans); }
.regions text.halo { stroke-width: 4px; }
.regions text.edge { stroke: none; }
figcaption { margin-top: .4rem; color: var(--soft); font-size: .875rem; line-height: 1.5; }
figcaption strong { color: var(--ink); }
.no-picture { margin: 0; padding: 1.5rem 1rem; border: 1px dashed var(--line); color: var(--soft);
  font-size: .9rem; text-align: center; }
.prose { font: 1.15rem/1.65 var(--serif); max-width: 44rem; }
.cite { display: inline-block; padding: 0 .4em; margin-inline: .1em; border: 1px solid currentColor;
  border-radius: .8em; font: 600 .72em/1.5 var(--sans); text-decoration: none; vertical-align: .12em;
  scroll-margin-top: 4rem; }
.cite:hover { background: var(--link); color: var(--page); }
.cite:target, .card:target { outline: 3px solid var(--focus); outline-offset: 2px; }
.cards, .timeline, .steps { list-style: none; margin: 0; padding: 0; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem;
  padding: 1.1rem 1.25rem; margin-bottom: 1.25rem; scroll-margin-top: 1rem; --tone: var(--none); }
.card.supports { --tone: var(--good); }
.card.contradicts { --tone: var(--bad); }
.card h3 { margin: .25rem 0; font: 600 1.2rem/1.35 var(--serif); }
.card-top { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .9rem; margin: 0 0 .25rem;
  font-size: .9rem; }
.id { font-weight: 700; }
.stance { color: var(--tone); font-weight: 600; }
.strength, .back, .source, .standing, .reason { color: var(--soft); }
.back { margin-inline-start: auto; }
.source { font-size: .9rem; }
.undated { padding: 0 .45em; border: 1px dashed currentColor; border-radius: .3em; white-space: nowrap; }
.standing { font-size: .85rem; margin-bottom: .5rem; }
.match { margin: 1rem 0 -.25rem; }
.takeaways { margin-top: .75rem; }
.findings, .repeats { margin: 0 0 .75rem; padding-inline-start: 1.25rem; font-size: .925rem; }
ul.findings { list-style: none; padding-inline-start: 0; }
.origin { margin-top: .75rem; font-size: .875rem; }
.short { padding: .25rem 0; border-bottom: 1px solid var(--line); --tone: var(--ink); }
.turn { padding-bottom: .5rem; }
.turn h3 { margin-top: 1rem; }
.step { position: relative; padding: 0 0 1rem 0; padding-inline-start: 1.6rem; }
.step::before { content: ""; position: absolute; inset-inline-start: 1px; top: 6px; width: 14px; height: 14px;
  border: 2px solid var(--soft); border-radius: 50%; background: var(--page); }
.step:not(:last-child)::after { content: ""; position: absolute; inset-inline-start: 7px; top: 20px;
  bottom: -6px; border-inline-start: 2px solid var(--line); }
.step.judged::before { background: var(--soft); }
.step p { margin-bottom: .35rem; }
.actions { margin: 0; padding-inline-start: 1.1rem; }
.actions li { margin-bottom: .5rem; }
.outcome { font-size: .925rem; }
.failed { color: var(--bad); font-weight: 600; }
.chart { width: 45%; min-width: 6rem; }
.chart .bar { width: 100%; color: var(--soft); }
.calls td, .calls th { padding-inline-end: 1rem; }
.calls tbody th { min-width: 9rem; }
.calls td { text-align: end; }
.scroll + .scroll { margin-top: 1.5rem; }
.calls thead th:not(:first-child) { text-align: end; }
.calls .others { display: block; color: var(--soft); font-size: .85rem; max-width: 16rem; overflow-wrap: anywhere; }
.share { white-space: nowrap; }
.share .bar { width: 3rem; color: var(--soft); }
.call-list { list-style: none; padding: 0; margin: 0; }
.call-list > li { border-bottom: 1px solid var(--line); padding: .4rem 0; }
.call summary .standing { margin-inline-start: .5rem; }
.answer, .thought { margin: .5rem 0; padding: .75rem 1rem; max-height: 26rem; overflow-y: auto;
  background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; }
.thinking { margin-block: .5rem; padding-inline-start: .75rem; border-inline-start: 3px dashed var(--line); }
.thought { color: var(--soft); font-style: italic; background: none; }
footer { border-top: 1px solid var(--line); padding-block: 1.5rem 3rem; color: var(--soft); font-size: .9rem; }
pre { overflow-x: auto; white-space: pre-wrap; }
@media (max-width: 34rem) {
  .column { padding-inline: 1rem; }
  .card { padding: .9rem; }
  .back { margin-inline-start: 0; }
}
@media print {
  .verdict { padding-top: .75rem; }
  .card { border-color: #999; break-inside: avoid; }
  .card-top, .card h3, .source, .match { break-after: avoid; }
  .pictures.pair { grid-template-columns: 1fr 1fr; break-inside: avoid; }
  .frame img { max-height: 6.5cm; }
  h3 a[href^="http"]::after, .repeats a[href^="http"]::after, .turn a[href^="http"]::after { content: " (" attr(href) ")"; font: 8pt var(--sans);
    color: var(--soft); overflow-wrap: anywhere; }
  .source .address { display: none; }
  .answer, .thought { max-height: none; }
  section { margin-top: 1.5rem; }
}
)css";

const std::string_view report_css = report_css_text;

}  // namespace assay::report
