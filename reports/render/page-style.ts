/** The style sheet of every page: light and dark, from a phone to a wide screen, and on paper. */

/** Shape: result names are the class names that carry the colours. */
const COLOURS = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfaf7, #15171a); --card: light-dark(#fff, #1d2024);
  --ink: light-dark(#1d1f21, #e6e4df); --dim: light-dark(#5c6167, #a0a5ac);
  --line: light-dark(#dedbd3, #33373d); --link: light-dark(#245a99, #8ab6ea);
  --pass: light-dark(#2f7d51, #55b582); --fail: light-dark(#b92a2a, #f2746a);
  --warn: light-dark(#8f5a00, #dd9f35); --observed: light-dark(#336aa8, #7eb0e8);
  --inconclusive: light-dark(#7d52a3, #b995dc); --error: light-dark(#a3195b, #f07fb0);
  --skipped: light-dark(#d3d0c8, #3d4148);
  --gone: light-dark(#fbdcd8, #5b2723); --come: light-dark(#d6efdd, #1f4a31);
}
:root[data-theme="light"] { color-scheme: light }
:root[data-theme="dark"] { color-scheme: dark }
.pass { --tone: var(--pass) } .fail { --tone: var(--fail) } .warn { --tone: var(--warn) }
.observed { --tone: var(--observed) } .skipped { --tone: var(--skipped) }
.inconclusive { --tone: var(--inconclusive) } .error { --tone: var(--error) }
`;

const FRAME = `
* { box-sizing: border-box }
[hidden] { display: none !important }
body {
  margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 5rem; background: var(--ground);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
}
code, pre, h3, kbd, .area b, tbody th { font-family: ui-monospace, Menlo, Consolas, monospace }
a { color: inherit } dd a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
.tools { float: right; display: flex; gap: .3rem; margin-left: 1rem }
h1 { font-size: 1.35rem; font-weight: 500; margin: 0 0 1rem }
.verdict {
  background: var(--fail); color: var(--ground); font-weight: 700; padding: .1em .5em;
  border-radius: .25em; margin-right: .3em; white-space: nowrap;
}
.verdict.good { background: var(--pass) }
.shown { margin: 0 0 .5rem } .shown b { font-size: 1.35rem } .shown span { color: var(--dim) }
.bar { display: flex; gap: 2px; height: .6rem } .bar i { background: var(--tone); min-width: 3px }
.aborted { color: var(--fail); font-weight: 600 }
.run { color: var(--dim); font-size: .82rem; overflow-wrap: anywhere }
.run span { display: inline-block; max-width: 100% }
.run span:not(:last-child)::after { content: " ·" }
.overview { margin: 1rem 0 .5rem } .overview > summary { padding: .3rem 0 }
.map { columns: 24rem; column-gap: 2rem; margin: .5rem 0 }
.area { break-inside: avoid; display: flex; gap: .5rem; margin-bottom: 5px }
.area b { flex: 0 0 4.2rem; font-size: .72rem; line-height: 22px; color: var(--dim) }
.area div { display: flex; flex-wrap: wrap; gap: 2px }
.area a {
  width: 22px; height: 22px; background: var(--tone); color: var(--ground); border-radius: 2px;
  text-align: center; font: 700 12px/22px ui-monospace, monospace; text-decoration: none;
}
.area a.cause { outline: 2px solid var(--ink); outline-offset: -1px }
.area a.known { opacity: .55 }
.area a.part { clip-path: polygon(0 0, 100% 0, 100% 40%, 40% 100%, 0 100%) }
.area a:hover { outline: 2px solid var(--ink); outline-offset: 1px }
.controls {
  position: sticky; top: 0; z-index: 1; background: var(--ground); padding: .6rem 0;
  border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .5rem;
}
.controls div { display: flex; flex-wrap: wrap; gap: .3rem }
input, button {
  font: inherit; font-size: .85rem; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .35rem; padding: .25rem .6rem;
}
input { flex: 1 1 14rem } button { cursor: pointer } button:hover { border-color: var(--dim) }
button[aria-pressed="true"] { background: var(--ink); color: var(--ground) }
dialog { background: var(--card); color: inherit; border: 1px solid var(--line) }
`;

const RULES = `
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem } h2 span { color: var(--dim); font-weight: 400 }
summary { cursor: pointer } summary h2 { display: inline-block }
.reason { background: var(--card); border-bottom: 1px solid var(--line) }
.reason > summary { padding: .4rem .7rem }
.reason > summary b { display: inline-block; min-width: 2rem; text-align: right }
article {
  display: grid; grid-template-columns: 11rem 1fr; gap: 0 1rem; padding: .4rem .7rem;
  background: var(--card); border-left: 4px solid var(--tone);
  border-bottom: 1px solid var(--line);
}
[id] { scroll-margin-top: 6rem }
article[aria-current], tr[aria-current] { outline: 2px solid var(--link); outline-offset: -2px }
article h3 { font-size: .8rem; line-height: 1.5rem; margin: 0 }
h3 a, tbody th a { text-decoration: none }
article p { margin: 0 } article > div { min-width: 0 }
article, h1, .note, .aborted, .reason { overflow-wrap: anywhere }
small { color: var(--dim); margin-left: .4rem }
.note { color: var(--dim); font-size: .88rem }
.fail article { grid-template-columns: minmax(0, 1fr); padding: .8rem; margin-bottom: .6rem }
dl { display: grid; grid-template-columns: 5rem 1fr; gap: .3rem .5rem; margin: .6rem 0 0 }
dt { color: var(--dim); font-size: .82rem; line-height: 1.6rem } dd { margin: 0; min-width: 0 }
pre {
  margin: 0; padding: .2rem .5rem; background: var(--ground); border-radius: .25rem;
  font-size: .8rem; line-height: 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere;
}
pre.expected { border-left: 3px solid var(--pass) } pre.actual { border-left: 3px solid var(--fail) }
del, ins { text-decoration: none; border-radius: .2em; padding: .05em 0; font-weight: 600 }
del { background: var(--come) } ins { background: var(--gone) }
.exchanges { margin: 0; padding-left: 1.8rem; font-size: .84rem }
.exchanges li::marker { color: var(--dim) } .exchanges summary { padding: .1rem 0 }
.gist { color: var(--dim) } .gist + .status::before { content: "→ "; color: var(--dim) }
.bodies { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)) }
.bodies { gap: .2rem .6rem; margin-bottom: .4rem } .label { color: var(--dim); font-size: .78rem }
.status { color: var(--pass) } .s4 { color: var(--warn) } .s5, .s3 { color: var(--fail) }
.about, .under { font-size: .9rem } .about summary, .under summary { color: var(--link) }
.about summary, .under summary { padding: .15rem 0 }
.about ul, .under ul { margin: 0; padding-left: 1.2rem }
.under a, .note a { color: var(--link) }
.copy { display: flex; gap: .4rem; align-items: start } .copy pre { flex: 1; min-width: 0 }
`;

const TABLES = `
.table { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .85rem; background: var(--card) }
th, td {
  text-align: left; vertical-align: top; padding: .3rem .6rem;
  border-bottom: 1px solid var(--line);
}
thead th { color: var(--dim); font-weight: 500; white-space: nowrap }
tbody th { font-size: .8rem; font-weight: 600; white-space: nowrap }
td.n, th.n { text-align: right }
td.n { font-variant-numeric: tabular-nums; white-space: nowrap }
td.bad { color: var(--fail); font-weight: 600 }
.open td:last-child { min-width: 12rem; overflow-wrap: anywhere }
.counts { width: auto; min-width: 24rem } .counts .share { width: 12rem }
.share i { display: block; height: .7rem; margin-top: .25rem; background: var(--observed) }
.cell { color: var(--tone); font-weight: 600; white-space: nowrap } .cell.skipped { color: var(--dim) }
.told { color: var(--dim); font-size: .8rem; min-width: 9rem; overflow-wrap: anywhere }
th .told { font: .8rem/1.4 system-ui, sans-serif; white-space: normal }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: 1rem }
figure { margin: 1rem 0 0; background: var(--card); padding: .6rem; min-width: 0 }
figcaption { font-size: .88rem; font-weight: 600 }
svg { width: 100%; height: auto; display: block } svg text { fill: var(--dim); font-size: 11px }
.legend { display: flex; flex-wrap: wrap; gap: .2rem .9rem; font-size: .78rem; color: var(--dim) }
.legend i { display: inline-block; width: .8em; height: .8em; margin-right: .3em }
`;

const SMALL = `
@media (max-width: 40rem) {
  article, dl { grid-template-columns: minmax(0, 1fr) } dl { gap: 0 }
  .controls { position: static } [id] { scroll-margin-top: .5rem } .map { columns: 1 }
  .tools { float: none; justify-content: end; margin: -.8rem 0 .6rem }
  .counts { min-width: 0 } .counts .share { width: 5rem }
  .charts { grid-template-columns: minmax(0, 1fr) } .copy { flex-direction: column }
  .copy pre { width: 100% } button, input { min-height: 2.6rem } summary { padding: .45rem 0 }
}
@media print {
  :root, :root[data-theme] { color-scheme: light }
  .controls, .tools, .copy button { display: none } article, figure, tr { break-inside: avoid }
  .bar i, .area a, .share i { print-color-adjust: exact }
}
`;

/** CSS text. */
export const PAGE_STYLE = COLOURS + FRAME + RULES + TABLES + SMALL;
