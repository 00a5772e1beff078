/** Causes on a terminal: what failed by itself, as many in full as there are lines for. */
import { besideOf, counted, type NewCause } from "../schema/summary.ts";
import { besideText, CAUSES, exchangeText } from "./cause-text.ts";
import { cellsText } from "./cells-text.ts";
import { LABELLED, labelled, linesIn, type TerminalPage } from "./terminal-lines.ts";
import { printable } from "./text.ts";
import { clipped, cut } from "./wrap.ts";

/** Of what is told of a cause no text is longer. */
const LINES_EACH = 2;

/** Of the line of a cause what was seen has at most this part, what was asked the rest. */
const SEEN_SHARE = 0.4;

/** Causes told in a line each, which no cause in full may take the lines of. */
const BRIEF_LEAST = 6;

/**
 * The heaviest causes in full, the next in a line each, then how many more there are and where they
 * stand; nothing at all without any. Shape: no longer than `rows`, but for the first cause.
 */
export function causesText(causes: readonly NewCause[], rows: number, page: TerminalPage): string {
  if (causes.length === 0) return "";
  const full = causes.map((one) => causeText(one, page));
  const inFull = fitting(full.map(linesIn), rows - 1);
  const used = full.slice(0, inFull).reduce((sum, text) => sum + linesIn(text), 1);
  const left = causes.slice(inFull);
  return [
    page.colors.underline(CAUSES),
    ...full.slice(0, inFull),
    ...briefLines(left, rows - used, page),
  ].join("\n");
}

/** How many causes are told in full: at least one, and as many as leave room for the others. */
function fitting(lengths: readonly number[], rows: number): number {
  const most = lengths.findIndex((_, at) => {
    const used = lengths.slice(0, at + 1).reduce((sum, n) => sum + n, 0);
    return used + Math.min(lengths.length - at - 1, BRIEF_LEAST) > rows;
  });
  return most < 0 ? lengths.length : Math.max(most, 1);
}

/** A line for each of these, as far as the rows reach. */
export function briefLines(
  causes: readonly NewCause[],
  rows: number,
  page: TerminalPage,
): string[] {
  const fit = causes.length <= rows ? causes.length : Math.max(rows - 1, 0);
  const more = causes.length - fit;
  const lines = causes.slice(0, fit).map((one) => briefLine(one, page));
  const rest = `  and ${counted(more, "more cause")}: --verbose tells them, --report DIR writes them`;
  return more === 0 ? lines : [...lines, page.colors.dim(cut(rest, page.width))];
}

function briefLine({ cause, rule }: NewCause, { colors, width }: TerminalPage): string {
  const beside = besideOf(cause);
  const folded = beside === 0 ? "" : ` (+${beside})`;
  const room = width - rule.id.length - 4 - folded.length;
  const line = (text: string) => printable(text).replaceAll("\n", " ");
  const seen = cut(line(rule.failure?.actual ?? rule.detail ?? ""), Math.floor(room * SEEN_SHARE));
  const asked = cut(line(rule.statement), room - seen.length - 2);
  return `${colors.red(rule.id)}${folded}  ${asked}: ${seen}`;
}

function causeText({ cause, rule }: NewCause, page: TerminalPage): string {
  const { colors, width } = page;
  const { failure, about } = rule;
  const head = clipped(printable(rule.statement), {
    ...{ columns: rule.id.length + 2, width, lines: LINES_EACH },
  });
  const deciding = failure?.exchanges.at(-1);
  const facts: readonly (readonly [label: string, text: string | null | undefined])[] = [
    ["where", rule.cells && cellsText(rule.cells)],
    ["narrowed", cause.narrowed],
    ["expected", failure?.expected],
    ["actual", failure?.actual ?? rule.detail],
    ["answered", failure?.answered],
    ["exchange", deciding && exchangeText(deciding)],
    ["fix", about?.fix],
    ["check", about?.source],
    ["beside", besideText(cause)],
  ];
  return [
    `${colors.red(colors.bold(rule.id))}  ${head}`,
    ...facts.flatMap(([label, text]) => (text ? [fact(label, text, page)] : [])),
  ].join("\n");
}

function fact(label: string, text: string, page: TerminalPage): string {
  const room = { columns: LABELLED, width: page.width, lines: LINES_EACH };
  return labelled(label, clipped(printable(text), room), page);
}
