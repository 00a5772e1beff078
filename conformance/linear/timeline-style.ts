/** The style sheet of a drawing: light and dark, from a phone to a wide screen, and on paper. */

const COLOURS = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfaf7, #15171a); --card: light-dark(#fff, #1d2024);
  --ink: light-dark(#1d1f21, #e6e4df); --dim: light-dark(#5c6167, #a0a5ac);
  --line: light-dark(#e6e3db, #2c3035); --stripe: light-dark(#f5f3ed, #191c1f);
  --good: light-dark(#2f7d51, #55b582); --bad: light-dark(#b92a2a, #f2746a);
  --unsure: light-dark(#8f5a00, #dd9f35);
  --bar: light-dark(#e7f1ea, #1f3529); --bad-bar: light-dark(#fde5e2, #4a2320);
}
`;

const FRAME = `
* { box-sizing: border-box }
body {
  margin: 0 auto; max-width: 100rem; padding: 1.5rem 1rem 4rem; background: var(--ground);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.35rem; font-weight: 500; margin: 0 0 .6rem }
.verdict {
  background: var(--unsure); color: var(--ground); font-weight: 700; padding: .1em .5em;
  border-radius: .25em; margin-right: .3em; white-space: nowrap;
}
.verdict.linear { background: var(--good) } .verdict.contradiction { background: var(--bad) }
p { max-width: 60rem; margin: 0 0 .6rem; overflow-wrap: anywhere }
code, td, svg text { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }
code { font-size: .88em; background: var(--stripe); padding: .1em .35em; border-radius: .25em }
.note { color: var(--dim); font-size: .85rem }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; list-style: none }
.legend li { display: flex; align-items: center; gap: .45rem; color: var(--dim); font-size: .85rem }
.legend i {
  font: 700 11px/18px ui-monospace, monospace; min-width: 18px; height: 18px; text-align: center;
  border-radius: 9px; background: var(--good); color: var(--ground);
}
.legend .stuck i { background: var(--bad) }
.legend .unplaced i { background: none; border: 1.5px dashed var(--unsure) }
`;

const DRAWING = `
figure { margin: 1.2rem 0; display: flex; background: var(--card); border: 1px solid var(--line); border-radius: 8px }
.clients { flex: 0 0 auto; max-width: 8rem; position: relative; border-right: 1px solid var(--line) }
.clients div {
  display: flex; align-items: center; padding: 0 .8rem; font-weight: 600; font-size: .85rem;
}
.clients span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.clients .odd { background: var(--stripe) }
.scroll { flex: 1 1 auto; min-width: 0; overflow-x: auto }
.scroll.end { direction: rtl }
.scroll div { direction: ltr; display: inline-block; min-width: 100%; vertical-align: top }
.scroll div > svg { display: block; min-width: 100% }
.scroll:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
.stripe { fill: none } .stripe.odd { fill: var(--stripe) }
.tick { stroke: var(--line) } .time { fill: var(--dim); font-size: 11px }
.thread { fill: none; stroke: var(--good); stroke-opacity: .3; stroke-width: 1.5 }
.bar { fill: var(--bar); stroke: var(--good) }
.unplaced .bar { fill: var(--card); stroke: var(--unsure); stroke-width: 1.5; stroke-dasharray: 5 4 }
.stuck .bar { fill: var(--bad-bar); stroke: var(--bad); stroke-width: 2 }
.placed.open .bar { stroke-dasharray: 5 4 }
.wall { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 2 4 }
.asked { fill: var(--ink); font-size: 12px; font-weight: 600 }
.answered { fill: var(--dim); font-size: 12px } .stuck .answered { fill: var(--bad); font-weight: 600 }
.badge rect { fill: var(--good); stroke: var(--card); stroke-width: 2 }
.badge.stuck rect { fill: var(--bad) }
.badge text { fill: var(--ground); font-size: 11px; font-weight: 700; text-anchor: middle }
`;

const TABLE = `
.table { overflow-x: auto }
table { border-collapse: collapse; font-size: .85rem; background: var(--card); width: 100% }
caption { text-align: left; font-weight: 600; padding: .3rem 0 }
th, td { text-align: left; vertical-align: top; padding: .3rem .7rem; border-bottom: 1px solid var(--line) }
th { color: var(--dim); font-weight: 500 } td { overflow-wrap: anywhere; font-size: .8rem }
td:first-child, td:last-child { white-space: nowrap; overflow-wrap: normal }
td:first-child { color: var(--good); font-weight: 700 }
tr.stuck td { background: var(--bad-bar) } tr.stuck td:first-child { color: var(--bad) }
tr.unplaced td:first-child { color: var(--unsure) }
@media (max-width: 40rem) {
  body { padding: 1rem .7rem 3rem } .clients { max-width: 5.5rem } .clients div { padding: 0 .5rem }
  th:last-child, td:last-child { display: none } th, td { padding: .3rem .4rem }
}
@media print { :root { color-scheme: light } .scroll { overflow: visible } rect { print-color-adjust: exact } }
`;

/** CSS text. */
export const TIMELINE_STYLE = COLOURS + FRAME + DRAWING + TABLE;
