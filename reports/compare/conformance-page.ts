/** Conformance runs side by side as one page: deployments as columns, rules as rows. */

import { controls, factLine, pageText } from "../render/page.ts";
import { markup, valueText } from "../render/text.ts";
import { RESULTS, type Report, type RuleResult } from "../schema/report.ts";
import { counted, toneOf, verdictOf } from "../schema/summary.ts";
import { columnNames, compareRuns, RELATIONS, type Relation, type RuleRow } from "./conformance.ts";
import { sentenceOf } from "./conformance-text.ts";

const TITLES: Record<Relation, string> = {
  flipped: "Flipped between runs of one deployment",
  differs: "Different results",
  "seen otherwise": "Same result, another behaviour",
  same: "The same everywhere",
};

/** A cell tells this much of what was seen; the run's own page has the rest. */
const SEEN_MAX = 120;

/** Text of the page. */
export function comparisonPage(reports: readonly Report[]): string {
  const rows = compareRuns(reports);
  const names = columnNames(reports);
  const groups = RELATIONS.map((relation) => ({
    relation,
    members: rows.filter((row) => row.relation === relation),
  })).filter(({ members }) => members.length > 0);
  const filters = groups.map(({ relation, members }) => [relation, members.length] as const);
  return pageText({
    title: names.join(" · "),
    header: `<h1>${markup(sentenceOf(rows, names.length))}</h1>
${factLine([`${counted(rows.length, "rule")}`, ...new Set(reports.map(({ tool }) => `touchstone ${tool.version}`))])}`,
    main: [
      targets(reports, names),
      controls(rows.length, filters),
      ...groups.map(({ relation, members }) => section(relation, members, names)),
    ].join("\n"),
  });
}

function targets(reports: readonly Report[], names: readonly string[]): string {
  const row = (report: Report, at: number) => {
    const { word } = verdictOf(report);
    const tone = { good: "pass", part: "warn", bad: "fail" }[toneOf(word)];
    const counts = RESULTS.map((result) => `<td class="n">${report.summary[result] || "·"}</td>`);
    const where = report.target.embedded ? "embedded" : report.target.url;
    return `<tr><th scope="row">${markup(names[at] ?? "")}</th><td>${markup(where)}</td>
<td class="cell ${tone}">${word}</td><td class="n">${report.shown} of ${report.total}</td>
${counts.join("")}</tr>`;
  };
  const head = ["deployment", "address", "verdict", "shown", ...RESULTS];
  return tableOf("Deployments", head, reports.map(row));
}

function section(relation: Relation, rows: readonly RuleRow[], names: readonly string[]): string {
  const heading = `<h2>${TITLES[relation]} <span>${rows.length}</span></h2>`;
  const body = tableOf(TITLES[relation], ["rule", ...names], rows.map(ruleRow));
  const folded = `<details class="fold"><summary>${heading}</summary>${body}</details>`;
  return `<section class="rules">${relation === "same" ? folded : heading + body}</section>`;
}

function ruleRow({ id, statement, relation, cells }: RuleRow): string {
  const name = markup(id);
  return `<tr id="${name}" data-result="${relation}"><th scope="row"><a href="#${name}">${name}</a>
<div class="told">${markup(statement)}</div></th>
${cells.map((cell) => cellHtml(cell, relation)).join("")}</tr>`;
}

function cellHtml(cell: RuleResult | undefined, relation: Relation): string {
  if (cell === undefined) return `<td class="cell skipped">not run</td>`;
  const why = relation === "same" ? "" : reasonText(cell);
  const rest = why === "" ? "" : `<div class="told">${markup(why)}</div>`;
  return `<td><span class="cell ${cell.result}">${cell.result}</span>${rest}</td>`;
}

function reasonText({ failure, observed, detail }: RuleResult): string {
  const text = failure?.actual ?? (observed === null ? (detail ?? "") : valueText(observed));
  return text.length > SEEN_MAX ? `${text.slice(0, SEEN_MAX)}…` : text;
}

function tableOf(title: string, head: readonly string[], rows: readonly string[]): string {
  const titles = head.map((text) => `<th scope="col">${markup(text)}</th>`).join("");
  return `<div class="table" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${titles}</tr></thead><tbody>
${rows.join("\n")}
</tbody></table></div>`;
}
