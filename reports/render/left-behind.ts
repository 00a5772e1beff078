/** What a run could not undo at its target, told where its report ends. */
import type { LeftBehind, Report } from "../schema/report.ts";
import { markup, printable } from "./text.ts";

/** Lines after which the reader is sent to report.json. */
const LINES_MOST = 10;

/** One line each, under a heading; nothing where nothing was left. */
export function leftBehindText({ left = [] }: Pick<Report, "left">): string {
  const lines = left.slice(0, LINES_MOST).map((one) => `  ${printable(sentenceOf(one))}`);
  const more = left.length - lines.length;
  if (more > 0) lines.push(`  and ${more} more, in report.json`);
  return left.length === 0 ? "" : [headingOf(left), ...lines].join("\n");
}

/** The same as a section of a page. */
export function leftBehindHtml({ left = [] }: Pick<Report, "left">): string {
  if (left.length === 0) return "";
  const items = left.map((one) => `<li>${markup(sentenceOf(one))}</li>`);
  return `<section id="left-behind"><h2>${headingOf(left)}</h2><ul>${items.join("")}</ul></section>`;
}

function headingOf(left: readonly LeftBehind[]): string {
  return `Left behind at the target, yours to undo (${left.length})`;
}

function sentenceOf({ what, id, agent, market, why }: LeftBehind): string {
  const where = market === undefined ? "" : ` in market ${market}`;
  return what === "position"
    ? `position of ${agent} in market ${id}: ${why}`
    : `${what} ${id} of ${agent}${where}: ${why}`;
}
