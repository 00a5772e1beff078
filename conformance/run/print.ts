/** What a run prints at its end: the page, and what there is to do about it. */

import { isPainted, sayPainted } from "../../reports/render/say.ts";
import { renderSummary } from "../../reports/render/terminal.ts";
import type { Report } from "../../reports/schema/report.ts";
import { counted, newFailures } from "../../reports/schema/summary.ts";
import { suggestedEntries } from "./baseline.ts";
import type { JudgedRule } from "./results.ts";

/** The flags that the page depends on. */
export interface PrintFlags {
  target?: string;
  profile?: string;
  report?: string;
  baseline?: string;
  verbose?: boolean;
}

/** A finished run, and what fails it beside its rules, a line each. */
export interface Printed {
  judged: readonly JudgedRule[];
  report: Report;
  objections: readonly string[];
}

const BASELINE_DAYS = 90;

/** Of each kind of notes that are printed unasked; more would push the causes off the screen. */
const NOTES_MOST = 2;

/** Prints the page; its last line is the verdict. */
export function printRun(run: Printed, flags: PrintFlags): void {
  const { verbose = false } = flags;
  const width = Math.min(process.stdout.columns ?? 100, 120);
  sayPainted(
    renderSummary(run.report, {
      color: isPainted(),
      width,
      verbose,
      notes: notes(run, flags),
    }).trimEnd(),
  );
}

function notes({ judged, report, objections }: Printed, flags: PrintFlags): string[] {
  const page = flags.report === undefined ? [] : [`report: ${flags.report}/index.html`];
  const entries = flags.baseline === undefined ? [] : toTolerate(judged, report, flags);
  return [...replayLines(report, flags), ...page, ...objections, ...entries];
}

/** How to send again what broke a property: its session is small, and nobody wrote it. */
function replayLines({ rules }: Report, flags: PrintFlags): string[] {
  const { report: dir, target, profile, verbose = false } = flags;
  if (dir === undefined) return [];
  const [flag, where] = target === undefined ? ["profile", profile] : ["target", target];
  const on = where === undefined ? "" : ` --${flag} ${where}`;
  const broken = rules.filter(({ id, result }) => id.startsWith("PROP-") && result === "fail");
  const lines = broken.flatMap(({ failure }) =>
    failure === undefined ? [] : [`replay: touchstone replay ${dir}/${failure.session}${on}`],
  );
  if (verbose || lines.length <= NOTES_MOST) return lines;
  const more = lines.length - NOTES_MOST;
  return [...lines.slice(0, NOTES_MOST), `replay: ${more} more with --verbose`];
}

function toTolerate(
  judged: readonly JudgedRule[],
  report: Report,
  { verbose = false }: PrintFlags,
): string[] {
  const failed = newFailures(report).length;
  if (failed === 0) return [];
  if (failed > NOTES_MOST && !verbose) {
    return [`baseline: ${counted(failed, "new failure")}; --verbose prints entries to paste`];
  }
  const expires = new Date(Date.parse(report.started_at) + BASELINE_DAYS * 86_400_000);
  const entries = suggestedEntries(judged, expires.toISOString().slice(0, 10));
  return ["baseline: to tolerate the new failures, add:", ...entries.trimEnd().split("\n")];
}
