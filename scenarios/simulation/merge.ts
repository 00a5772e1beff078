/** Puts the reports of parts of a range of seeds together: one batch, as if it had run in one place. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Value } from "typebox/value";
import { sayPainted } from "../../reports/render/say.ts";
import type { FailureSession } from "../../reports/schema/finished-run.ts";
import { type SimulationReport, SimulationReportSchema } from "../../reports/schema/simulation.ts";
import { writeRun } from "../../reports/write.ts";
import { jsonIn } from "../deployment/reading/json-in.ts";
import { usableReportDir } from "../deployment/report-dir.ts";
import { UsageError } from "../deployment/usage-error.ts";
import { coverageTable } from "./coverage.ts";
import { filesOf } from "./report.ts";
import { printFailure, printVerdict } from "./run-seeds.ts";

/** A part and where it lies. */
interface BatchPart {
  dir: string;
  report: SimulationReport;
}

/**
 * Reads the parts, tells of them as one batch, and writes it to `to` where that is given. Returns: the
 * exit code. Errors: UsageError for what is no report of a simulation, and for seeds that are missing,
 * there twice, or were simulated otherwise: what was not run has not passed.
 */
export async function merge(dirs: readonly string[], to?: string): Promise<number> {
  const parts = (await Promise.all(dirs.map(partIn))).toSorted(
    (one, other) => one.report.seed - other.report.seed,
  );
  demandOneBatch(parts);
  const report = merged(parts.map((part) => part.report));
  const broken = parts.find((part) => part.report.failure !== null);
  sayPainted(coverageTable(report));
  if (report.failure !== null) printFailure(report.failure, to ?? broken?.dir);
  if (to !== undefined) {
    await usableReportDir(to);
    await writeRun(to, filesOf(report, broken === undefined ? [] : await sessionsOf(broken)));
  }
  printVerdict(report);
  return report.failure === null ? 0 : 1;
}

async function partIn(dir: string): Promise<BatchPart> {
  const file = join(dir, "report.json");
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file}: cannot be read: ${error.code}`);
  });
  const report = jsonIn(text);
  if (Value.Check(SimulationReportSchema, report)) return { dir, report };
  throw new UsageError(`${file}: is no report of a simulation`);
}

function demandOneBatch(parts: readonly BatchPart[]): void {
  for (const [at, { dir, report }] of parts.entries()) {
    const before = parts[at - 1];
    if (before === undefined) continue;
    const due = before.report.seed_last + 1;
    if (report.seed < due) throw new UsageError(`${dir}: has seeds that ${before.dir} has too`);
    if (report.seed > due) {
      throw new UsageError(`seeds ${due}..${report.seed - 1} are missing: no part has them`);
    }
    if (report.tool.version !== before.report.tool.version) {
      throw new UsageError(`${dir}: was made by another version than ${before.dir}`);
    }
  }
  for (const { dir, report } of parts) {
    const all = report.seed_last - report.seed + 1;
    if (report.failure === null && report.seeds < all) {
      throw new UsageError(`${dir}: ended after ${report.seeds} of ${all} seeds`);
    }
  }
}

/** The first seed that broke a law is the failure; parameters are those of the first seed. */
function merged(parts: readonly SimulationReport[]): SimulationReport {
  const first = parts[0]!;
  const total = (of: (part: SimulationReport) => number) =>
    parts.reduce((sum, part) => sum + of(part), 0);
  return {
    ...first,
    seed_last: parts.at(-1)!.seed_last,
    started_at: parts.map(({ started_at }) => started_at).toSorted()[0]!,
    duration_ms: total(({ duration_ms }) => duration_ms),
    seeds: total(({ seeds }) => seeds),
    commands: total(({ commands }) => commands),
    events: total(({ events }) => events),
    virtual_ms: total(({ virtual_ms }) => virtual_ms),
    codes: counted(parts.map(({ codes }) => codes)),
    order_rules: counted(parts.map(({ order_rules }) => order_rules)),
    faults: counted(parts.map(({ faults }) => faults)),
    laws: first.laws.map((law, at) => {
      const isBroken = parts.some(({ laws }) => laws[at]?.result === "fail");
      return { ...law, result: isBroken ? "fail" : "pass" };
    }),
    failure: parts.find(({ failure }) => failure !== null)?.failure ?? null,
  };
}

function counted(tables: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of tables.flatMap((table) => Object.entries(table))) {
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

async function sessionsOf({ dir, report }: BatchPart): Promise<FailureSession[]> {
  const file = report.failure?.session;
  if (!file) return [];
  const text = await readFile(join(dir, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${join(dir, file)}: cannot be read: ${error.code}`);
  });
  return [{ file, text }];
}
