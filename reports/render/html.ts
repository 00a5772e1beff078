/** A report as one self-contained page: no network, no other file but the linked sessions. */
import type { Report, Result, RuleResult } from "../schema/report.ts";
import {
  areasOf,
  byReason,
  knownFailures,
  newFailures,
  percentShown,
  verdictOf,
  withResult,
} from "../summary.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { markup, valueText } from "./text.ts";

/** What a reader looks for first comes first. */
const SECTIONS: readonly { result: Result; title: string; glyph: string }[] = [
  { result: "fail", title: "Failed", glyph: "×" },
  { result: "error", title: "Errors of the harness", glyph: "E" },
  { result: "warn", title: "Legal, worth a look", glyph: "!" },
  { result: "inconclusive", title: "Inconclusive: something else interfered", glyph: "?" },
  { result: "observed", title: "Where the spec is open: what this deployment does", glyph: "o" },
  { result: "skipped", title: "Skipped", glyph: "" },
  { result: "pass", title: "Shown to hold", glyph: "" },
];

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/** Text of index.html. Shape: every rule is an element whose id is the rule's, for deep links. */
export function renderHtml(report: Report): string {
  const name = markup(report.target.name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${verdictOf(report).word} · ${name} · Touchstone</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
${header(report)}
${map(report)}
${controls(report)}
<main>
${SECTIONS.map(({ result, title }) => section(report, result, title)).join("\n")}
<p id="none" hidden>No rule matches.</p>
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function header(report: Report): string {
  const { word, sentence } = verdictOf(report);
  const tone = word === "PASS" ? "good" : "bad";
  const aborted = report.aborted
    ? `<p class="aborted">Ended early: ${markup(report.aborted)}</p>`
    : "";
  return `<header>
<h1><span class="verdict ${tone}">${word}</span> ${markup(sentence)}</h1>
<p class="shown"><b>${report.shown}</b> of <b>${report.total}</b> rules shown
<span>(${percentShown(report)}%)</span></p>
${bar(report)}
${aborted}
<p class="run">${facts(report)
    .map((fact) => `<span>${markup(fact)}</span>`)
    .join(" ")}</p>
</header>`;
}

function facts({ target, tool, requests, ...report }: Report): string[] {
  return [
    target.embedded ? `${target.name} (embedded reference)` : `${target.name} ${target.url}`,
    `control: ${target.control.join(", ") || "none"}`,
    `seed ${report.seed}`,
    report.started_at,
    `${(report.duration_ms / 1000).toFixed(1)} s`,
    `${requests.reads} reads, ${requests.writes} writes`,
    `${tool.name} ${tool.version}`,
  ];
}

function bar({ summary, total }: Report): string {
  const parts = SECTIONS.map(({ result }) => ({ result, n: summary[result] }))
    .filter(({ n }) => n > 0)
    .map(({ result, n }) => `<i class="${result}" style="flex:${n}" title="${result} ${n}"></i>`);
  return total === 0 ? "" : `<div class="bar" aria-hidden="true">${parts.join("")}</div>`;
}

function map(report: Report): string {
  const rows = areasOf(report.rules).map(
    ({ area, rules }) =>
      `<div class="area"><b>${area}</b><div>${rules.map(cell).join("")}</div></div>`,
  );
  return `<nav class="map" aria-label="All rules by area">${rows.join("\n")}</nav>`;
}

function cell({ id, result, statement, baseline }: RuleResult): string {
  const glyph = SECTIONS.find((section) => section.result === result)?.glyph ?? "";
  const title = markup(`${id} ${result}: ${statement}`);
  const kind = `${result}${baseline ? " known" : ""}`;
  return `<a class="${kind}" href="#${id}" title="${title}" aria-label="${title}">${glyph}</a>`;
}

function controls({ summary, total }: Report): string {
  const button = (result: string, count: number) =>
    `<button type="button" data-show="${result}" aria-pressed="${result === "all"}">` +
    `${result} <b>${count}</b></button>`;
  const buttons = SECTIONS.filter(({ result }) => summary[result] > 0).map(({ result }) =>
    button(result, summary[result]),
  );
  return `<div class="controls" role="search">
<input type="search" id="search" placeholder="Find a rule, a code, a word" aria-label="Find">
<div>${button("all", total)}${buttons.join("")}</div>
</div>`;
}

function section(report: Report, result: Result, title: string): string {
  const rules =
    result === "fail"
      ? [...newFailures(report), ...knownFailures(report)]
      : withResult(report, result);
  if (rules.length === 0) return "";
  return `<section class="${result}">
<h2>${title} <span>${rules.length}</span></h2>
${result === "skipped" ? reasons(report) : ""}
${rules.map(article).join("\n")}
</section>`;
}

function reasons(report: Report): string {
  const rows = byReason(report, "skipped").map(
    ({ reason, ids }) => `<li><b>${ids.length}</b> ${markup(reason)}</li>`,
  );
  return `<ul class="reasons">${rows.join("")}</ul>`;
}

function article(rule: RuleResult): string {
  const spec = `${rule.section} · ${rule.level}${rule.conditional ? ", conditional" : ""}`;
  return `<article id="${rule.id}" data-result="${rule.result}">
<h3><a href="#${rule.id}">${rule.id}</a></h3>
<div>
<p>${markup(rule.statement)} <small>${markup(spec)}</small></p>
${[baseline(rule), detail(rule), observed(rule), evidence(rule)].filter(Boolean).join("\n")}
</div>
</article>`;
}

function baseline({ baseline: known }: RuleResult): string {
  if (!known) return "";
  const text = `Known failure, until ${known.expires}: ${known.reason}`;
  return `<p class="note">${markup(text)}</p>`;
}

function detail(rule: RuleResult): string {
  return rule.detail === null || rule.failure ? "" : `<p class="note">${markup(rule.detail)}</p>`;
}

function observed(rule: RuleResult): string {
  const nothing = rule.observed === null || rule.observed === undefined;
  return nothing
    ? ""
    : `<p class="note">seen: <code>${markup(valueText(rule.observed))}</code></p>`;
}

function evidence({ failure, checks }: RuleResult): string {
  if (!failure) return "";
  const exchanges = failure.exchanges.map(
    ({ method, path, status }) => `${method} ${path} → ${status ?? "no answer"}`,
  );
  const row = (term: string, text: string) => `<dt>${term}</dt><dd>${text}</dd>`;
  const code = (text: string) => `<pre>${markup(text)}</pre>`;
  const session = markup(failure.session);
  return `<dl>
${row("expected", code(failure.expected))}
${row("actual", code(failure.actual))}
${row("exchange", code(exchanges.join("\n")))}
${row("curl", code(failure.curl))}
${row("session", `<a href="${session}">${session}</a>`)}
${row("check", markup(checks.join("; ")))}
</dl>`;
}
