/** The report directory: one run as JSON, JUnit, a page, a summary, and sessions of its failures. */
import { constants, existsSync } from "node:fs";
import { access, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { renderHtml } from "./render/html.ts";
import { renderJson } from "./render/json.ts";
import { renderJunit } from "./render/junit.ts";
import { renderMarkdown } from "./render/markdown.ts";
import type { FailureSession, FinishedRun } from "./schema/finished-run.ts";
import type { Report } from "./schema/report.ts";

/**
 * Makes the directory before a run, so that a run is not wasted on one that cannot be written.
 * Errors: rejects with one line that names the directory.
 */
export async function prepareReportDir(dir: string): Promise<void> {
  try {
    await makeDir(join(dir, "failures"));
    await access(dir, constants.W_OK);
  } catch (error) {
    throw unwritable(dir, error);
  }
}

/** Parents first, by hand: Node's own recursive mkdir never returns for a path below /proc. */
async function makeDir(dir: string): Promise<void> {
  if (existsSync(dir)) return;
  if (dirname(dir) !== dir) await makeDir(dirname(dir));
  await mkdir(dir);
}

function unwritable(dir: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`cannot write the report to ${dir}: ${reason}`, { cause: error });
}

/** What a run leaves behind, as texts. */
export interface RunFiles {
  json: string;
  junit: string;
  html: string;
  /** For the page of a run in a CI system. */
  markdown: string;
  sessions: readonly FailureSession[];
}

/** Writes the directory of a conformance run. Errors: as `writeRun`. */
export async function writeReport(dir: string, run: FinishedRun): Promise<void> {
  const { report, sessions } = run;
  await writeRun(dir, {
    json: renderJson(report),
    junit: renderJunit(run),
    html: renderHtml(run),
    markdown: renderMarkdown(report),
    sessions,
  });
}

/**
 * Writes the directory of any run; sessions of an earlier report in it go, other files stay.
 * Errors: rejects with one line that names the directory when it cannot be written.
 */
export async function writeRun(dir: string, files: RunFiles): Promise<void> {
  await prepareReportDir(dir);
  try {
    await clearSessions(dir);
    for (const { file, text } of files.sessions) await writeFile(join(dir, file), text);
    await writeFile(join(dir, "junit.xml"), files.junit);
    await writeFile(join(dir, "index.html"), files.html);
    await writeFile(join(dir, "summary.md"), files.markdown);
    await writeFile(join(dir, "report.json"), files.json);
  } catch (error) {
    throw unwritable(dir, error);
  }
}

/** Only beside a report.json of ours: elsewhere the session files are somebody else's. */
async function clearSessions(dir: string): Promise<void> {
  if (!(await holdsReport(dir))) return;
  const failures = join(dir, "failures");
  const files = (await readdir(failures)).filter((file) => file.endsWith(".session.jsonl"));
  await Promise.all(files.map((file) => rm(join(failures, file))));
}

async function holdsReport(dir: string): Promise<boolean> {
  try {
    const report: unknown = JSON.parse(await readFile(join(dir, "report.json"), "utf8"));
    return (report as Partial<Report> | null)?.schema === "touchstone-report/1";
  } catch {
    return false;
  }
}
