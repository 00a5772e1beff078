/** Measures the simulator against its aims. */
import { availableParallelism } from "node:os";
import { Coverage } from "../simulation/coverage.ts";
import { runFleet } from "../simulation/fleet.ts";
import { shrinkLongTapes } from "./long-tapes.ts";

/** One line of the table of aims. */
export type AimRow = [what: string, aim: string, measured: string];

const REACH_SEEDS = 200;
/** What only HTTP can answer is reached over HTTP. */
const HTTP_SEEDS = 10;
const CLEAN_SEEDS = 10_000;
const CLEAN_STEPS = 120;

/** Rows of the table. */
export async function measure(): Promise<AimRow[]> {
  const rows: AimRow[] = [];
  for (const part of [coverageRows, cleanRow, shrinkRows]) {
    console.error(`measuring: ${part.name}`);
    rows.push(...(await part()));
  }
  return rows;
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
