/** The `report` command: finished runs side by side, on one page. */
import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import { comparisonPage } from "./compare/conformance-page.ts";
import { comparisonText } from "./compare/conformance-text.ts";
import { loadComparisonPage, loadComparisonText } from "./compare/load-page.ts";
import { RunError, type Runs, readRuns } from "./compare/read.ts";
import { conformanceBadge, loadBadge } from "./render/badge.ts";
import { isPainted, sayPainted, tell } from "./render/say.ts";

const EXAMPLES = `
Examples:
  touchstone report out/staging out/production          what differs, and report.html
  touchstone report monday tuesday --out flips.html     one deployment, two runs: what flipped
  touchstone report out --badge docs/touchstone.svg     a badge of one run

Exit codes: 0 the page is written; 2 something given is no run, or cannot be compared.`;

/** The flags of `touchstone report`. */
export interface ReportFlags {
  out: string;
  badge?: string;
}

/** The command as the front door lists it. */
export function reportCommand(): Command {
  return new Command("report")
    .argument("<dir...>", "directories that --report wrote, of runs of one kind")
    .option("--out <file>", "the page", "report.html")
    .option("--badge <file>", "also writes an SVG badge of the one run given")
    .addHelpText("after", EXAMPLES)
    .action(async (dirs: string[], flags: ReportFlags) => {
      process.exitCode = await report(dirs, flags);
    });
}

/** Writes the page and says what differs. Returns the exit code. */
export async function report(
  dirs: readonly string[],
  { out, badge }: ReportFlags,
): Promise<number> {
  try {
    if (badge !== undefined && dirs.length > 1) {
      throw new RunError("--badge: is of one run; give one directory");
    }
    const runs = await readRuns(dirs);
    const { page, text } = rendered(runs);
    await written("--out", out, page);
    if (badge !== undefined) await written("--badge", badge, badgeOf(runs));
    sayPainted(`${text}\npage: ${out}`);
    return 0;
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    tell(`touchstone: ${error.message}`);
    return 2;
  }
}

function rendered(runs: Runs): { page: string; text: string } {
  if (runs.kind === "load") {
    return { page: loadComparisonPage(runs.reports), text: loadComparisonText(runs.reports) };
  }
  return {
    page: comparisonPage(runs.reports),
    text: comparisonText(runs.reports, { color: isPainted() }),
  };
}

function badgeOf(runs: Runs): string {
  if (runs.kind === "load") return runs.reports.map(loadBadge).join("");
  return runs.reports.map(conformanceBadge).join("");
}

async function written(flag: string, file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new RunError(`${flag}: cannot write ${file}: ${error.code}`);
  });
}
