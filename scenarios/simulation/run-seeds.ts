/** Simulates seeds: parameters before, progress meanwhile, coverage and failures after. */
import pc from "picocolors";
import { prepareReportDir, writeRun } from "../../reports/write.ts";
import { UsageError } from "../deployment/usage-error.ts";
import { Coverage, coverageTable } from "./coverage.ts";
import { runFleet } from "./fleet.ts";
import { describe, drawParameters, type Overrides } from "./parameters.ts";
import { filesOf } from "./report.ts";
import { shrink } from "./shrink.ts";
import { shrinkSimulation } from "./shrink-simulation.ts";
import type { TapeEntry } from "./tape.ts";
import { tapeToSession } from "./tape-to-session.ts";
import type { SeedVerdict } from "./verdict.ts";
import { LAWS, type Law } from "./violation.ts";

const PROGRESS_MS = 500;

/** What to run. */
export interface SimulateOptions {
  first: number;
  last: number;
  overrides: Overrides;
  report?: string;
}

/** What all seeds came to together. Units: ms. */
export interface SeedTotals {
  first: number;
  last: number;
  overrides: Overrides;
  seeds: number;
  commands: number;
  events: number;
  virtualMs: number;
  tookMs: number;
  startedAt: string;
  coverage: Coverage;
  struck: Map<string, number>;
  failure: FoundFailure | null;
}

/** A broken law with its smallest scenario. */
export interface FoundFailure {
  seed: number;
  law: keyof typeof LAWS;
  message: string;
  step: number;
  command: string;
  /** Commands of the smallest tape; null when the tape alone does not show it. */
  shrunkTo: number | null;
  session: { file: string; text: string };
  /** False when the tape has crashes, which no request can do: the session is without them. */
  isWhole: boolean;
}

/** Runs the seeds and returns the exit code. Errors: UsageError. */
export async function simulate(options: SimulateOptions): Promise<number> {
  if (options.report !== undefined) await prepare(options.report);
  const { first, last, overrides } = options;
  if (first === last) announce(first, overrides);
  const tally = await runAll(options);
  const { failure } = tally;
  console.log(coverageTable(tally));
  if (failure !== null) printFailure(failure, options.report);
  const files = filesOf(tally);
  if (options.report !== undefined) await writeRun(options.report, files);
  return failure === null ? 0 : 1;
}

async function prepare(dir: string): Promise<void> {
  await prepareReportDir(dir).catch((error: Error) => {
    throw new UsageError(error.message);
  });
}

/** Before anything runs, so that even a run that never ends can be repeated. */
function announce(seed: number, overrides: Overrides): void {
  console.log(`seed ${seed}`);
  for (const line of describe(drawParameters(seed, overrides))) console.log(line);
}

async function runAll({ first, last, overrides }: SimulateOptions): Promise<SeedTotals> {
  const startMs = performance.now();
  const tally: SeedTotals = {
    ...{ first, last, overrides, seeds: 0, commands: 0, events: 0, virtualMs: 0, tookMs: 0 },
    startedAt: new Date().toISOString(),
    coverage: new Coverage(),
    struck: new Map(),
    failure: null,
  };
  let broken: SeedVerdict | null = null;
  const progress = progressLine(startMs);
  await runFleet({
    ...{ first, last, overrides },
    judged: (verdict) => {
      add(tally, verdict);
      progress(tally);
      if (verdict.failure !== null) broken = earlier(broken, verdict);
      return verdict.failure === null;
    },
  });
  tally.tookMs = performance.now() - startMs;
  if (broken !== null) tally.failure = await explain(broken, overrides);
  return tally;
}

function earlier(one: SeedVerdict | null, other: SeedVerdict): SeedVerdict {
  return one !== null && one.parameters.seed < other.parameters.seed ? one : other;
}

function add(tally: SeedTotals, verdict: SeedVerdict): void {
  tally.seeds += 1;
  tally.commands += verdict.commands;
  tally.events += verdict.events;
  tally.virtualMs += verdict.virtualMs;
  tally.coverage.add(verdict);
  for (const [name, count] of verdict.struck) {
    tally.struck.set(name, (tally.struck.get(name) ?? 0) + count);
  }
}

function progressLine(startMs: number): (tally: SeedTotals) => void {
  let shownMs = startMs;
  return ({ first, last, seeds, events }) => {
    const nowMs = performance.now();
    const isOver = seeds === last - first + 1;
    if (nowMs - shownMs < PROGRESS_MS || !process.stderr.isTTY) return;
    shownMs = nowMs;
    const rate = Math.round(events / ((nowMs - startMs) / 1_000)).toLocaleString("en");
    const line = `${seeds} of ${last - first + 1} seeds, ${rate} events/s`;
    process.stderr.write(isOver ? "\r\u001b[K" : `\r\u001b[K${line}`);
  };
}

async function explain(
  { parameters, failure, tape }: SeedVerdict,
  overrides: Overrides,
): Promise<FoundFailure> {
  const { seed } = parameters;
  const { law, message, step } = failure!;
  const shrunk = await shrink(tape, law, parameters);
  const small = shrunk === null ? await shrinkSimulation({ seed, law, overrides }) : null;
  const smallest = shrunk ?? small;
  return {
    ...{ seed, law, step },
    session: await sessionFile(smallest?.tape ?? tape, seed, law),
    message: smallest?.message ?? message,
    command: commandLine(seed, small?.overrides ?? overrides),
    shrunkTo: smallest?.tape.length ?? null,
    isWhole: !(smallest?.tape ?? tape).some((entry) => "crash" in entry),
  };
}

async function sessionFile(tape: readonly TapeEntry[], seed: number, law: Law) {
  const file = `failures/seed-${seed}-${law}.session.jsonl`;
  return { file, text: await tapeToSession(tape, seed, { standsStill: law === "standstill" }) };
}

/** The line that lives through this simulation again. */
export function commandLine(seed: number, { agents, steps, faults, tier }: Overrides): string {
  const flags = [
    agents === undefined ? "" : ` --agents ${agents}`,
    steps === undefined ? "" : ` --steps ${steps}`,
    faults === undefined ? "" : ` --faults ${faults.join(",") || "none"}`,
    tier === undefined ? "" : ` --tier ${tier}`,
  ];
  return `touchstone simulate --seed ${seed}${flags.join("")}`;
}

function printFailure(failure: FoundFailure, report: string | undefined): void {
  const { law, message, step, command, shrunkTo, session, isWhole } = failure;
  console.log(`\n${pc.red("BROKEN")} ${law}: ${LAWS[law]}`);
  console.log(`  at step ${step}: ${message}`);
  if (shrunkTo !== null) console.log(`  shown by ${shrunkTo} entries of its tape`);
  console.log(`  again:   ${command}`);
  if (!isWhole) console.log("  its session leaves out the crashes: no request can do them");
  if (report !== undefined) console.log(`  replay:  touchstone replay ${report}/${session.file}`);
  else console.log("  session: add --report DIR to keep the smallest one");
}
