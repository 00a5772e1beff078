/** Finished runs, read back from their report directories. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type Type from "typebox";
import { Value } from "typebox/value";
import { type LoadReport, LoadReportSchema } from "../schema/load.ts";
import { nestsTooDeep } from "../schema/nesting.ts";
import { type Report, ReportSchema } from "../schema/report.ts";

/** Input the user can mend. Shape: the message is one line that names the place. */
export class RunError extends Error {
  override readonly name: string = "RunError";
}

/** Runs that can stand side by side. Shape: all of one kind, in the order given. */
export type Runs =
  | { kind: "conformance"; reports: readonly Report[] }
  | { kind: "load"; reports: readonly LoadReport[] };

const SCHEMA = "touchstone-report/1";
const SCHEMAS: Readonly<Record<string, Type.TSchema>> = {
  conformance: ReportSchema,
  load: LoadReportSchema,
};

/** Reads directories or report.json files. Errors: RunError for what is no run, or of other kinds. */
export async function readRuns(paths: readonly string[]): Promise<Runs> {
  const read = await Promise.all(paths.map(readRun));
  const kind = read[0]?.kind ?? "";
  const other = read.findIndex((one) => one.kind !== kind);
  if (other > 0) {
    const what = `${paths[0]} is a ${kind} run, ${paths[other]} a ${read[other]?.kind} run`;
    throw new RunError(`${what}: give runs of one kind`);
  }
  return { kind, reports: read.map(({ report }) => report) } as Runs;
}

async function readRun(path: string): Promise<{ kind: string; report: unknown }> {
  const file = await fileOf(path);
  const report = parsed(file, await textOf(file));
  const { schema, kind } = (report ?? {}) as { schema?: unknown; kind?: unknown };
  if (schema !== SCHEMA) {
    throw new RunError(
      `${file}: its schema is ${JSON.stringify(schema) ?? "missing"}, not ${SCHEMA}`,
    );
  }
  const shape =
    typeof kind === "string" && Object.hasOwn(SCHEMAS, kind) ? SCHEMAS[kind] : undefined;
  if (shape === undefined) {
    throw new RunError(`${file}: runs of kind ${JSON.stringify(kind)} have no columns to compare`);
  }
  const [first] = Value.Errors(shape, report);
  if (first) throw new RunError(`${file}: ${first.instancePath || "/"} ${first.message}`);
  return { kind: kind as string, report };
}

async function fileOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new RunError(`${path}: no such directory; give that of --report`);
  return found.isDirectory() ? join(path, "report.json") : path;
}

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => {
    throw new RunError(`${file}: cannot be read; give the directory of --report`);
  });
}

function parsed(file: string, text: string): unknown {
  if (nestsTooDeep(text)) throw new RunError(`${file}: nests too deep`);
  try {
    return JSON.parse(text);
  } catch {
    throw new RunError(`${file}: is no JSON; run the command that made it again`);
  }
}
