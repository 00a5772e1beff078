/** Every rule as a cell by area: which of them failed, at a glance. */
import type { Report, Result, RuleResult } from "../schema/report.ts";
import { areasOf, counted, newCauses, partShown } from "../schema/summary.ts";
import { cellsText } from "./cells-text.ts";
import { markup } from "./text.ts";

/** A mark beside the colour, for who does not tell colours apart. */
const GLYPHS: Partial<Record<Result, string>> = {
  fail: "×",
  error: "E",
  warn: "!",
  inconclusive: "?",
  observed: "o",
};

/** The map, folded where causes are to be read first. Shape: a cell links to its rule. */
export function rulesMap(report: Report): string {
  const causes = new Set(newCauses(report).map(({ rule }) => rule));
  const areas = areasOf(report.rules);
  const rows = areas.map(({ area, rules }) => {
    const cells = rules.map((rule) => cell(rule, causes.has(rule)));
    return `<div class="area"><b>${area}</b><div>${cells.join("")}</div></div>`;
  });
  const failed = areas.filter(({ summary }) => summary.fail > 0);
  const where = failed.map(({ area, summary }) => `${area} ${summary.fail}`).join(", ");
  const failures = where === "" ? "" : ` <small>failed: ${where}</small>`;
  const key = causes.size === 0 ? "" : `<p class="note">Framed: what failed by itself.</p>`;
  return `<details class="overview"${causes.size === 0 ? " open" : ""}>
<summary>Map of ${counted(report.rules.length, "rule")}${failures}</summary>
<nav class="map" aria-label="All rules by area">${rows.join("\n")}</nav>${key}</details>`;
}

function cell(rule: RuleResult, isCause: boolean): string {
  const { id, result, statement, baseline } = rule;
  const cells = rule.cells ? ` (${cellsText(rule.cells)})` : "";
  const said = `${id} ${result}${isCause ? ", by itself" : ""}: ${statement}${cells}`;
  const isPart = partShown(rule) < 1 && result !== "skipped";
  const marks = [isCause && "cause", baseline && "known", isPart && "part"].filter(Boolean);
  const title = markup(said);
  return (
    `<a class="${[result, ...marks].join(" ")}" href="#${id}" title="${title}" ` +
    `aria-label="${title}">${GLYPHS[result] ?? ""}</a>`
  );
}
