/** The report directory: report.json, junit.xml, index.html and the sessions of the failures. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderHtml } from "./render/html.ts";
import { renderJson } from "./render/json.ts";
import { renderJunit } from "./render/junit.ts";
import type { Report } from "./schema/report.ts";

/** A recorded session. Shape: `file` is the path a rule's `failure.session` names. */
export interface SessionFile {
  file: string;
  text: string;
}

/**
 * Writes a report directory; sessions of an earlier report in it go, other files stay.
 * Errors: rejects with one line that names the directory when it cannot be written.
 */
export async function writeReport(
  dir: string,
  report: Report,
  sessions: readonly SessionFile[],
): Promise<void> {
  try {
    await mkdir(join(dir, "failures"), { recursive: true });
    await clearSessions(dir);
    for (const { file, text } of sessions) await writeFile(join(dir, file), text);
    await writeFile(join(dir, "junit.xml"), renderJunit(report));
    await writeFile(join(dir, "index.html"), renderHtml(report));
    await writeFile(join(dir, "report.json"), renderJson(report));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot write the report to ${dir}: ${reason}`, { cause: error });
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
