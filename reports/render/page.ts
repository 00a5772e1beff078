/** The frame of every page: one file, no network, light and dark, its own script and no other. */
import { createHash } from "node:crypto";
import { toneOf } from "../schema/summary.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { markup } from "./text.ts";

/** What a page shows. Shape: `title` is plain text, the rest is HTML. */
export interface HtmlPage {
  title: string;
  header: string;
  main: string;
}

const digest = createHash("sha256").update(PAGE_SCRIPT).digest("base64");
/** Nothing but our own style and script: no network, no form that is sent, no other base of links. */
const POLICY = [
  "default-src 'none'; style-src 'unsafe-inline'",
  `script-src 'sha256-${digest}'`,
  "base-uri 'none'; form-action 'none'",
].join("; ");

const KEYS = [
  ["/", "find"],
  ["j k", "next, previous"],
  ["t", "light or dark"],
  ["Esc", "show everything again"],
  ["?", "these keys"],
] as const;

/** Text of index.html. */
export function pageText({ title, header, main }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${markup(title)} · Touchstone</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<div class="tools"><button type="button" id="theme" title="light or dark (t)">◐ theme</button>
<button type="button" id="keys" title="keys (?)">? keys</button></div>
<header>
${header}
</header>
<main>
${main}
</main>
<dialog id="help" aria-label="Keys"><dl>
${KEYS.map(([key, what]) => `<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`).join("\n")}
</dl><form method="dialog"><button>Close</button></form></dialog>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

/** The first line of a page: the verdict in a word, then in a sentence. */
export function verdictLine({ word, sentence }: { word: string; sentence: string }): string {
  return `<h1><span class="verdict ${toneOf(word)}">${word}</span> ${markup(sentence)}</h1>`;
}

/** Facts of a run in one dim paragraph. */
export function factLine(facts: readonly string[]): string {
  return `<p class="run">${facts.map((fact) => `<span>${markup(fact)}</span>`).join(" ")}</p>`;
}

/** The row of filters. Shape: each names a `data-result` of the page, and how many have it. */
export function controls(total: number, results: readonly (readonly [string, number])[]): string {
  const button = (result: string, count: number) =>
    `<button type="button" data-show="${result}" aria-pressed="${result === "all"}">` +
    `${result} <b>${count}</b></button>`;
  return `<div class="controls" role="search">
<input type="search" id="search" placeholder="Find a rule, a code, a word" aria-label="Find">
<div>${button("all", total)}${results.map(([result, n]) => button(result, n)).join("")}</div>
</div>
<p id="none" role="status" hidden>Nothing matches.</p>`;
}
