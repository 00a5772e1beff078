/** A report as a person reads it in a terminal: verdict, causes, areas, the rest folded, verdict. */
import pc from "picocolors";
import type { Report } from "../schema/report.ts";
import {
  counted,
  effortText,
  type NewCause,
  newCauses,
  newFailures,
  openText,
  shownText,
  toneOf,
  verdictOf,
} from "../schema/summary.ts";
import { CAUSES } from "./cause-text.ts";
import { leftBehindText } from "./left-behind.ts";
import { areaColumns, areaTable } from "./terminal-areas.ts";
import { briefLines, causesText } from "./terminal-causes.ts";
import { failureText } from "./terminal-failure.ts";
import { linesIn, type TerminalPage } from "./terminal-lines.ts";
import { foldedRest, wholeRest } from "./terminal-rest.ts";
import { printable } from "./text.ts";
import { clipped, wrapped } from "./wrap.ts";

/** The page is no longer, unless everything is asked for. */
export const LINES_MOST = 60;

/**
 * How the terminal looks, and what is printed on it. Units: `width` in columns.
 * Shape: `notes` are lines that stand before the last one.
 */
export interface TerminalOptions {
  color: boolean;
  width: number;
  verbose?: boolean;
  notes?: readonly string[];
}

/** The page printed at the end of a run, with a line break at its end. */
export function renderSummary(report: Report, options: TerminalOptions): string {
  const page = { colors: pc.createColors(options.color), width: options.width };
  const { verbose = false } = options;
  const left = leftBehindText(report);
  const notes = [...(options.notes ?? []), ...(left === "" ? [] : left.split("\n"))];
  const sections = verbose ? wholePage(report, page) : shortPage(report, notes, page);
  const end = [...notes, verdictLine(report, page)].join("\n");
  return `${[...sections, end].filter(Boolean).join("\n\n")}\n`;
}

function wholePage(report: Report, page: TerminalPage): string[] {
  const causes = newCauses(report);
  const title = page.colors.underline(CAUSES);
  return [
    headline(report, page),
    causes.length === 0 ? "" : [title, ...briefLines(causes, causes.length, page)].join("\n"),
    areaTable(report, page),
    ...newFailures(report).map((rule) => failureText(rule, page)),
    ...wholeRest(report, page),
  ];
}

function shortPage(report: Report, notes: readonly string[], page: TerminalPage): string[] {
  const head = headline(report, page);
  const areas = areaColumns(report, page);
  const causes = newCauses(report);
  // The lines that are left belong to the causes.
  const folded = foldedRest(report, causes.length === 0 ? 2 : 1, page);
  const rest = [folded, readOn(causes, page)].filter(Boolean).join("\n");
  const others = [head, areas, rest].reduce((sum, text) => sum + linesIn(text) + 1, 0);
  const rows = LINES_MOST - others - notes.length - 2;
  return [head, causesText(causes, rows, page), areas, rest];
}

function readOn([first]: readonly NewCause[], { colors, width }: TerminalPage): string {
  const explain = first ? `touchstone explain ${first.rule.id} says what it asks; ` : "";
  const text = `${explain}--verbose prints everything; --report DIR writes it as a page`;
  return colors.dim(wrapped(text, 0, width));
}

function verdictLine(report: Report, { colors, width }: TerminalPage): string {
  const { word, sentence } = verdictOf(report);
  const paint = { good: colors.green, part: colors.yellow, bad: colors.red }[toneOf(word)];
  return `${colors.bold(paint(word))}  ${wrapped(sentence, word.length + 2, width)}`;
}

function headline(report: Report, page: TerminalPage): string {
  const { colors, width } = page;
  const { target, requests } = report;
  const seconds = (report.duration_ms / 1000).toFixed(1);
  const shown = [`rules shown ${shownText(report)}`, openText(report), effortText(report)];
  const run =
    `${target.name} ${target.url}, seed ${report.seed}, ${seconds} s, ` +
    `${counted(requests.reads, "read")}, ${counted(requests.writes, "write")}`;
  const fitting = (text: string) => clipped(printable(text), { columns: 0, width, lines: 2 });
  const lines = [
    verdictLine(report, page),
    wrapped(shown.filter(Boolean).join(", "), 0, width),
    colors.dim(fitting(run)),
  ];
  if (report.aborted) lines.push(colors.yellow(fitting(`ended early: ${report.aborted}`)));
  return lines.join("\n");
}
