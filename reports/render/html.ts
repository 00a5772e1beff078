/** A conformance report as one self-contained page; only the sessions are files beside it. */

import type { FailureSession, FinishedRun, Timing } from "../schema/finished-run.ts";
import type { Report, Result, RuleResult } from "../schema/report.ts";
import {
  areasOf,
  byReason,
  effortText,
  knownFailures,
  newFailures,
  openText,
  partShown,
  percentShown,
  verdictOf,
  withResult,
} from "../schema/summary.ts";
import { cellsText } from "./cells-text.ts";
import { controls, factLine, pageText, verdictLine } from "./page.ts";
import { openRow, ruleArticle } from "./rule-html.ts";
import { tableSection } from "./table.ts";
import { markup } from "./text.ts";

/** What a reader looks for first comes first. */
const SECTIONS: readonly { result: Result; title: string; glyph: string }[] = [
  { result: "fail", title: "Failed", glyph: "×" },
  { result: "error", title: "Errors of the harness", glyph: "E" },
  { result: "warn", title: "Legal, worth a look", glyph: "!" },
  { result: "inconclusive", title: "Inconclusive: something else interfered", glyph: "?" },
  { result: "observed", title: "What this deployment does where the spec is open", glyph: "o" },
  { result: "skipped", title: "Skipped, and what would unlock it", glyph: "" },
  { result: "pass", title: "Shown to hold", glyph: "" },
];

/** Failures beyond this many are told without the bodies of their exchanges. */
const FAILURES_WITH_BODIES = 12;

const SLOWEST_SHOWN = 15;

/**
 * Text of index.html. Shape: every rule is an element whose id is the rule's, for deep links;
 * `sessions` give the exchanges of failures their bodies.
 */
export function renderHtml({ report, sessions, timings }: FinishedRun): string {
  const present = SECTIONS.filter(({ result }) => report.summary[result] > 0);
  const filters = present.map(({ result }) => [result, report.summary[result]] as const);
  const some = sessions.slice(0, FAILURES_WITH_BODIES);
  return pageText({
    title: `${verdictOf(report).word} · ${report.target.name}`,
    header: header(report),
    main: [
      map(report),
      controls(report.rules.length, filters),
      ...present.map((kind) => section(report, kind, some)),
      slowest(timings),
    ].join("\n"),
  });
}

function header(report: Report): string {
  const aborted = report.aborted
    ? `<p class="aborted">Ended early: ${markup(report.aborted)}</p>`
    : "";
  const open = openText(report);
  return `${verdictLine(verdictOf(report))}
<p class="shown"><b>${report.shown}</b> of <b>${report.total}</b> rules shown
<span>(${percentShown(report)}%)${open === "" ? "" : `, ${open}`}</span></p>
${bar(report)}
${aborted}
${factLine(facts(report))}`;
}

function facts(report: Report): string[] {
  const { target, tool, requests } = report;
  return [
    target.embedded ? `${target.name} (embedded reference)` : `${target.name} ${target.url}`,
    `control: ${target.control.join(", ") || "none"}`,
    `seed ${report.seed}`,
    ...(report.cells.of > 0 ? [effortText(report)] : []),
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
  const rows = areasOf(report).map(
    ({ area, rules }) =>
      `<div class="area"><b>${area}</b><div>${rules.map(cell).join("")}</div></div>`,
  );
  return `<nav class="map" aria-label="All rules by area">${rows.join("\n")}</nav>`;
}

function cell(rule: RuleResult): string {
  const { id, result, statement, baseline } = rule;
  const glyph = SECTIONS.find((section) => section.result === result)?.glyph ?? "";
  const cells = rule.cells ? ` (${cellsText(rule.cells)})` : "";
  const title = markup(`${id} ${result}: ${statement}${cells}`);
  const part = partShown(rule) < 1 && result !== "skipped" ? " part" : "";
  const kind = `${result}${baseline ? " known" : ""}${part}`;
  return `<a class="${kind}" href="#${id}" title="${title}" aria-label="${title}">${glyph}</a>`;
}

type SectionKind = (typeof SECTIONS)[number];

/** Results that do not stand one by one. */
const GROUPED: Partial<Record<Result, (report: Report) => string>> = {
  observed: openTable,
  skipped: unlocks,
};

function section(
  report: Report,
  { result, title }: SectionKind,
  sessions: readonly FailureSession[],
) {
  const rules =
    result === "fail"
      ? [...newFailures(report), ...knownFailures(report)]
      : withResult(report, result);
  const article = (rule: RuleResult) =>
    ruleArticle(
      rule,
      sessions.find(({ file }) => file === rule.failure?.session),
    );
  const inside = GROUPED[result]?.(report) ?? rules.map(article).join("\n");
  const heading = `<h2>${title} <span>${rules.length}</span></h2>`;
  const folded = `<details class="fold"><summary>${heading}</summary>${inside}</details>`;
  return `<section class="rules ${result}">
${result === "pass" ? folded : `${heading}\n${inside}`}
</section>`;
}

function openTable(report: Report): string {
  return `<div class="table" tabindex="0" role="region" aria-label="Open places"><table class="open">
<thead><tr><th scope="col">rule</th><th scope="col">the spec leaves open</th>
<th scope="col">seen here</th></tr></thead>
<tbody>
${withResult(report, "observed").map(openRow).join("\n")}
</tbody></table></div>`;
}

/** One fold a reason: the reason says what to add to the profile. */
function unlocks(report: Report): string {
  const rules = new Map(report.rules.map((rule) => [rule.id, rule]));
  const groups = byReason(report, "skipped").map(({ reason, ids }) => {
    const articles = ids.map((id) => ruleArticle(rules.get(id) as RuleResult, undefined));
    const summary = `<summary><b>${ids.length}</b> ${markup(reason)}</summary>`;
    return `<details class="reason">${summary}\n${articles.join("\n")}</details>`;
  });
  return groups.join("\n");
}

/** Checks run side by side: their times sum to more than the run's. */
function slowest(timings: readonly Timing[]): string {
  const rows = timings
    .toSorted((a, b) => b.tookMs - a.tookMs)
    .slice(0, SLOWEST_SHOWN)
    .map(({ check, requests, tookMs }) => [
      check,
      String(requests),
      `${(tookMs / 1000).toFixed(2)} s`,
    ]);
  return tableSection(
    "Where the time went: the slowest checks",
    ["check", "requests", "took"],
    rows,
  );
}
