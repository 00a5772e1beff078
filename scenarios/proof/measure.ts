/** Measures the simulator against its aims. */
import { availableParallelism } from "node:os";
import { median } from "../../reports/schema/bench.ts";
import { Coverage } from "../simulation/coverage.ts";
import { runFleet } from "../simulation/fleet.ts";
import { drawParameters, type Parameters } from "../simulation/parameters.ts";
import { run } from "../simulation/run.ts";
import { START_MS } from "../simulation/tape.ts";
import { shrinkLongTapes } from "./long-tapes.ts";

/** One line of the table of aims. */
export type AimRow = [what: string, aim: string, measured: string];

/** Of each rate, after a run that warms the machine's code. */
const ROUNDS = 3;
const REACH_SEEDS = 200;
/** What only HTTP can answer is reached over HTTP. */
const HTTP_SEEDS = 10;
const CLEAN_SEEDS = 10_000;
const CLEAN_STEPS = 120;

/** Rows of the table. */
export async function measure(): Promise<AimRow[]> {
  const rows: AimRow[] = [];
  for (const part of [throughput, agentsRow, coverageRows, cleanRow, shrinkRows]) {
    console.error(`measuring: ${part.name}`);
    rows.push(...(await part()));
  }
  return rows;
}

async function throughput(): Promise<AimRow[]> {
  const core = await rateOf(drawParameters(4, { steps: 50_000, faults: [] }));
  const http = await rateOf(drawParameters(4, { steps: 10_000, tier: "http", faults: [] }));
  return [
    [
      "core tier, every law on every command and its events",
      "1,000,000 events/s",
      `${core.events} events/s; ${core.commands} commands/s`,
    ],
    ["HTTP tier, laws of the core too", "20,000 requests/s", `${http.commands} requests/s`],
  ];
}

/** A hundred agents that act ten times a second. */
async function agentsRow(): Promise<AimRow[]> {
  const plain = drawParameters(4, { steps: 50_000, agents: 100, faults: [] });
  const { times, events } = await rateOf({ ...plain, thinkMs: [50, 150] });
  const measured = `${times} times; ${events} events/s`;
  return [["100 agents at 10 actions a second", "500 times the clock", measured]];
}

async function rateOf(parameters: Parameters) {
  const seconds: number[] = [];
  let result = await run(parameters);
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    result = await run(parameters);
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  const { events, tape } = result;
  // What comes to rest afterwards takes virtual time, and no work.
  const tradingMs = tape[parameters.steps - 1]!.at - START_MS;
  const per = (count: number): string => {
    return Math.round(count / median(seconds)).toLocaleString("en");
  };
  return { events: per(events), commands: per(tape.length), times: per(tradingMs / 1_000) };
}

async function coverageRows(): Promise<AimRow[]> {
  const coverage = new Coverage();
  const struck = new Set<string>();
  const startMs = performance.now();
  const coreSeeds = REACH_SEEDS - HTTP_SEEDS;
  for (const [tier, first, last] of [
    ["core", 1, coreSeeds],
    ["http", coreSeeds + 1, REACH_SEEDS],
  ] as const) {
    await runFleet({
      ...{ first, last, overrides: { tier } },
      judged: (verdict) => {
        coverage.add(verdict);
        for (const [name] of verdict.struck) struck.add(name);
        return true;
      },
    });
  }
  const seconds = Math.round((performance.now() - startMs) / 1_000);
  return [
    ["fault kinds that struck", "14", String(struck.size)],
    [
      `codes and order rules not reached in ${REACH_SEEDS} seeds`,
      "none in 60 s",
      `${coverage.missing().join(", ") || "none"}; ${seconds} s on ${availableParallelism()} cores`,
    ],
  ];
}

/** On the sound venue every broken law is a false alarm. */
async function cleanRow(): Promise<AimRow[]> {
  const alarms: number[] = [];
  await runFleet({
    ...{ first: 1, last: CLEAN_SEEDS, overrides: { steps: CLEAN_STEPS } },
    judged: ({ failure, parameters }) => {
      if (failure !== null) alarms.push(parameters.seed);
      return true;
    },
  });
  const what = `false alarms in ${CLEAN_SEEDS} clean seeds of ${CLEAN_STEPS} commands`;
  return [[what, "none", alarms.length === 0 ? "none" : `seeds ${alarms.join(", ")}`]];
}

async function shrinkRows(): Promise<AimRow[]> {
  const shrunk = await shrinkLongTapes();
  const sizes = shrunk.map(({ tape }) => tape.length).sort((one, other) => one - other);
  const tries = Math.max(...shrunk.map(({ executions }) => executions));
  const text = `${sizes.join(", ")} entries; ${tries} executions at most`;
  return [["tapes of 10,000 commands shrink to", "10 entries, 300 executions", text]];
}
