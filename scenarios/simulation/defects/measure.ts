/** Measures the simulator against its aims. */
import { availableParallelism } from "node:os";
import { drawParameters, type Parameters } from "../parameters.ts";
import { Reach } from "../reach.ts";
import { run } from "../run.ts";
import { shrinkLongTapes } from "./long-tapes.ts";

/** One line of the table of aims. */
export type Row = [what: string, aim: string, measured: string];

const REACH_SEEDS = 200;
/** What only HTTP can answer is reached over HTTP. */
const HTTP_EVERY = 20;

/** Rows of the table. */
export async function measure(): Promise<Row[]> {
  return [
    ...(await throughput()),
    await agentsRow(),
    ...(await reachRows()),
    ...(await shrinkRows()),
  ];
}

async function throughput(): Promise<Row[]> {
  const core = await rateOf(drawParameters(4, { steps: 50_000, faults: [] }));
  const http = await rateOf(drawParameters(4, { steps: 10_000, tier: "http", faults: [] }));
  return [
    ["core tier, every law on every event", "1,000,000 events/s", `${core.events} events/s`],
    ["HTTP tier, laws of the core too", "20,000 requests/s", `${http.commands} requests/s`],
  ];
}

/** A hundred agents that act ten times a second. */
async function agentsRow(): Promise<Row> {
  const plain = drawParameters(4, { steps: 50_000, agents: 100, faults: [] });
  const { times } = await rateOf({ ...plain, thinkMs: [50, 150] });
  return ["100 agents at 10 actions a second", "500 times the clock", `${times} times`];
}

async function rateOf(parameters: Parameters) {
  await run({ ...parameters, steps: 5_000 }); // the machine's code is warm
  const before = process.cpuUsage();
  const { events, tape, virtualMs } = await run(parameters);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const per = (count: number): string => Math.round(count / seconds).toLocaleString("en");
  return { events: per(events), commands: per(tape.length), times: per(virtualMs / 1_000) };
}

async function reachRows(): Promise<Row[]> {
  const reach = new Reach();
  const struck = new Set<string>();
  const before = process.cpuUsage();
  for (let seed = 1; seed <= REACH_SEEDS; seed++) {
    const tier = seed % HTTP_EVERY === 0 ? "http" : "core";
    const result = await run(drawParameters(seed, { tier }));
    reach.add(result.reach);
    for (const name of result.struck.keys()) struck.add(name);
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = Math.round((user + system) / 1e6);
  const cores = availableParallelism();
  const missing = reach.missing();
  return [
    ["fault kinds that struck", "14", String(struck.size)],
    [
      `codes and order rules not reached in ${REACH_SEEDS} seeds`,
      "none in 60 s",
      `${missing.join(", ") || "none"}; ${seconds} s of processor time (${cores} cores)`,
    ],
  ];
}

async function shrinkRows(): Promise<Row[]> {
  const shrunk = await shrinkLongTapes();
  const sizes = shrunk.map(({ tape }) => tape.length).sort((one, other) => one - other);
  const tries = Math.max(...shrunk.map(({ executions }) => executions));
  const story = `${sizes.join(", ")} entries; ${tries} executions at most`;
  return [["tapes of 10,000 commands shrink to", "10 entries, 300 executions", story]];
}
