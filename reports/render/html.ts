/** A conformance report as one self-contained page; only the sessions are files beside it. */

import type { FinishedRun, Timing } from "../schema/finished-run.ts";
import type { Report } from "../schema/report.ts";
import { effortText, openText, percentShown, verdictOf } from "../schema/summary.ts";
import { controls, factLine, pageText, verdictLine } from "./page.ts";
import { PAGE_ORDER, ruleSections } from "./rule-sections.ts";
import { rulesMap } from "./rules-map.ts";
import { tableSection } from "./table.ts";
import { markup } from "./text.ts";

const SLOWEST_SHOWN = 15;

/**
 * Text of index.html. Shape: every rule is an element whose id is the rule's, for deep links;
 * `sessions` give the exchanges of failures their bodies.
 */
export function renderHtml(run: FinishedRun): string {
  const { report } = run;
  const present = PAGE_ORDER.filter((result) => report.summary[result] > 0);
  return pageText({
    title: `${verdictOf(report).word} · ${report.target.name}`,
    header: header(report),
    main: [
      rulesMap(report),
      controls(
        report.rules.length,
        present.map((result) => [result, report.summary[result]]),
      ),
      ruleSections(run),
      slowest(run.timings),
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
  const parts = PAGE_ORDER.map((result) => ({ result, n: summary[result] }))
    .filter(({ n }) => n > 0)
    .map(({ result, n }) => `<i class="${result}" style="flex:${n}" title="${result} ${n}"></i>`);
  return total === 0 ? "" : `<div class="bar" aria-hidden="true">${parts.join("")}</div>`;
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
