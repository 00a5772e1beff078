/** Simulates seeds: parameters before, progress meanwhile, coverage and failures after. */
import pc from "picocolors";
import { say, sayPainted } from "../../reports/render/say.ts";
import { type SimulationReport, simulationVerdict } from "../../reports/schema/simulation.ts";
import { counted } from "../../reports/schema/summary.ts";
import { writeRun } from "../../reports/write.ts";
import { usableReportDir } from "../deployment/report-dir.ts";
import { Coverage, coverageTable } from "./coverage.ts";
import { runFleet } from "./fleet.ts";
import { describe, drawParameters, type Overrides } from "./parameters.ts";
import { filesOf, reportOf } from "./report.ts";
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
  if (options.report !== undefined) await usableReportDir(options.report);
  const { first, last, overrides } = options;
  if (first === last) announce(first, overrides);
  const tally = await runAll(options, progressLine());
  const { failure } = tally;
  const report = reportOf(tally);
  sayPainted(coverageTable(report));
  if (report.failure !== null) printFailure(report.failure, options.report);
  if (failure?.isWhole === false) {
    say("  its session leaves out the crashes: no request can do them");
  }
  if (options.report !== undefined) {
    await writeRun(options.report, filesOf(report, failure === null ? [] : [failure.session]));
  }
  printVerdict(report);
  return failure === null ? 0 : 1;
}

/** Before anything runs, so that even a run that never ends can be repeated. */
function announce(seed: number, overrides: Overrides): void {
  say(`seed ${seed}`);
  for (const line of describe(drawParameters(seed, overrides))) say(line);
}

/**
 * Runs the seeds and prints nothing; `told` hears of each seed as it ends, and returns false to
 * begin no more of them.
 */
export async function runAll(
  { first, last, overrides }: Omit<SimulateOptions, "report">,
  told: (tally: SeedTotals) => boolean,
): Promise<SeedTotals> {
  const startMs = performance.now();
  const tally: SeedTotals = {
    ...{ first, last, overrides, seeds: 0, commands: 0, events: 0, virtualMs: 0, tookMs: 0 },
    startedAt: new Date().toISOString(),
    coverage: new Coverage(),
    struck: new Map(),
    failure: null,
  };
  let broken: SeedVerdict | null = null;
  await runFleet({
    ...{ first, last, overrides },
    judged: (verdict) => {
      add(tally, verdict);
      if (verdict.failure !== null) broken = earlier(broken, verdict);
      return told(tally) && verdict.failure === null;
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

function progressLine(): (tally: SeedTotals) => true {
  const startMs = performance.now();
  let shownMs = startMs;
  return ({ first, last, seeds, events }) => {
    const nowMs = performance.now();
    const isOver = seeds === last - first + 1;
    if (nowMs - shownMs < PROGRESS_MS || !process.stderr.isTTY) return true;
    shownMs = nowMs;
    const rate = Math.round(events / ((nowMs - startMs) / 1_000)).toLocaleString("en");
    const line = `${seeds} of ${counted(last - first + 1, "seed")}, ${rate} events/s`;
    process.stderr.write(isOver ? "\r\u001b[K" : `\r\u001b[K${line}`);
    return true;
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
function commandLine(seed: number, overrides: Overrides): string {
  return `touchstone simulate --seed ${seed}${flagsOf(overrides)}`;
}

/** Flags that say the same, each after a space. */
export function flagsOf({ agents, steps, faults, tier }: Overrides): string {
  const flags = [
    agents === undefined ? "" : ` --agents ${agents}`,
    steps === undefined ? "" : ` --steps ${steps}`,
    faults === undefined ? "" : ` --faults ${faults.join(",") || "none"}`,
    tier === undefined ? "" : ` --tier ${tier}`,
  ];
  return flags.join("");
}

/** Tells of a broken law; `dir` is where its session lies. */
export function printFailure(
  { law, message, step, command, shrunk_to, session }: NonNullable<SimulationReport["failure"]>,
  dir: string | undefined,
): void {
  sayPainted(`\n${pc.red("BROKEN")} ${law}: ${LAWS[law as Law]}`);
  say(`  at step ${step}: ${message}`);
  if (shrunk_to !== null)
    say(`  shown by ${shrunk_to} ${shrunk_to === 1 ? "entry" : "entries"} of its tape`);
  say(`  again:   ${command}`);
  if (dir !== undefined && session !== null) say(`  replay:  touchstone replay ${dir}/${session}`);
  else say("  session: add --report DIR to keep the smallest one");
}

/** The last line: `PASS  every law held in 20 seeds`. */
export function printVerdict(report: SimulationReport): void {
  const { word, sentence } = simulationVerdict(report);
  const paint = word === "PASS" ? pc.green : pc.red;
  sayPainted(`${pc.bold(paint(word))}  ${sentence}`);
}
