/** The style sheet of index.html: light and dark, from a phone to a wide screen. */

/** CSS text. Shape: result names are the class names that carry the colours. */
export const PAGE_STYLE = `
:root {
  --ground: #fbfaf7; --card: #fff; --ink: #1d1f21; --dim: #62676d; --line: #dedbd3;
  --pass: #3f9464; --fail: #c22f2f; --warn: #b97400; --observed: #3d75b8;
  --inconclusive: #8a5fb0; --error: #a3195b; --skipped: #d3d0c8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15171a; --card: #1d2024; --ink: #e6e4df; --dim: #989da4; --line: #33373d;
    --pass: #4aa274; --fail: #ee6055; --warn: #dd9f35; --observed: #6aa0dd;
    --inconclusive: #af86d4; --error: #ea5f9c; --skipped: #3d4148;
  }
}
.pass { --tone: var(--pass) } .fail { --tone: var(--fail) } .warn { --tone: var(--warn) }
.observed { --tone: var(--observed) } .skipped { --tone: var(--skipped) }
.inconclusive { --tone: var(--inconclusive) } .error { --tone: var(--error) }
* { box-sizing: border-box }
[hidden] { display: none !important }
body {
  margin: 0 auto; max-width: 66rem; padding: 1.5rem 1rem 5rem; background: var(--ground);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
}
code, pre, h3, .area b { font-family: ui-monospace, Menlo, Consolas, monospace }
a { color: inherit }
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
.map { columns: 22rem; column-gap: 2rem; margin: 1.25rem 0 }
.area { break-inside: avoid; display: flex; gap: .5rem; margin-bottom: 5px }
.area b { flex: 0 0 4.2rem; font-size: .72rem; line-height: 16px; color: var(--dim) }
.area div { display: flex; flex-wrap: wrap; gap: 2px }
.area a {
  width: 16px; height: 16px; background: var(--tone); color: var(--ground); border-radius: 2px;
  text-align: center; font: 700 11px/16px ui-monospace, monospace; text-decoration: none;
}
.area a.known { opacity: .55 }
.area a:hover, .area a:focus-visible { outline: 2px solid var(--ink); outline-offset: 1px }
.controls {
  position: sticky; top: 0; z-index: 1; background: var(--ground); padding: .6rem 0;
  border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .5rem;
}
.controls div { display: flex; flex-wrap: wrap; gap: .3rem }
input, button {
  font: inherit; font-size: .85rem; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .35rem; padding: .25rem .6rem;
}
input { flex: 1 1 14rem } button { cursor: pointer }
button[aria-pressed="true"] { background: var(--ink); color: var(--ground) }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem } h2 span { color: var(--dim); font-weight: 400 }
.reasons { list-style: none; padding: 0; margin: 0 0 .75rem; font-size: .88rem }
.reasons b { display: inline-block; min-width: 2.5rem; text-align: right; margin-right: .5rem }
article {
  display: grid; grid-template-columns: 11rem 1fr; gap: 0 1rem; padding: .4rem .7rem;
  background: var(--card); border-left: 4px solid var(--tone); scroll-margin-top: 7rem;
  border-bottom: 1px solid var(--line);
}
article:target { outline: 2px solid var(--observed) }
article h3 { font-size: .8rem; line-height: 1.5rem; margin: 0 } h3 a { text-decoration: none }
article p { margin: 0 } article > div { min-width: 0 }
small { color: var(--dim); margin-left: .4rem }
.note { color: var(--dim); font-size: .88rem; overflow-wrap: anywhere }
.fail article { padding: .8rem; margin-bottom: .6rem }
dl { display: grid; grid-template-columns: 5rem 1fr; gap: .25rem .5rem; margin: .6rem 0 0 }
dt { color: var(--dim); font-size: .82rem; line-height: 1.6rem } dd { margin: 0; min-width: 0 }
pre {
  margin: 0; padding: .2rem .5rem; background: var(--ground); border-radius: .25rem;
  font-size: .8rem; line-height: 1.2rem; white-space: pre-wrap; overflow-wrap: anywhere;
}
@media (max-width: 40rem) {
  article { grid-template-columns: 1fr } dl { grid-template-columns: 1fr; gap: 0 }
  .controls { position: static }
}
@media print { .controls { display: none } article { break-inside: avoid } }
`;
