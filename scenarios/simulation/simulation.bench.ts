/** How fast the simulator goes on each tier, and with many agents beside the clock. */
import { type BenchRow, median } from "../../reports/schema/bench.ts";
import { coreAlone, shellAlone } from "./alone.fixture.ts";
import { drawParameters, type Parameters } from "./parameters.ts";
import { run } from "./run.ts";
import { START_MS, type TapeEntry } from "./tape.ts";

/** After one that warms the machine's code. */
const ROUNDS = 3;
/** Any seed: rates differ by a few parts of a hundred from one to the next. */
const SEED = 4;

const CORE =
  "the core alone takes the same commands: no agent thinks, nothing is on its way, no law is held";
const SHELL =
  "the application alone takes the same requests, made before: no agent, no law, no answer is compared";

/** Rates per second of processor time. */
export async function bench(): Promise<BenchRow[]> {
  const core = await ratesOf(drawParameters(SEED, { steps: 50_000, faults: [] }), coreAlone);
  const shell = drawParameters(SEED, { steps: 10_000, tier: "http", faults: [] });
  const http = await ratesOf(shell, shellAlone);
  const hundred = drawParameters(SEED, { steps: 50_000, agents: 100, faults: [] });
  const agents = await ratesOf({ ...hundred, thinkMs: [50, 150] }, coreAlone);
  return [
    {
      name: "simulator, core tier, every law on every event",
      ...{ measured: core.ours.events, unit: "events/s", aim: 1_000_000 },
      note: `${Math.round(core.ours.commands)} commands; per CPU second`,
      bound: { measured: core.least.events, why: CORE },
    },
    {
      name: "simulator, HTTP tier without sockets",
      ...{ measured: http.ours.commands, unit: "requests/s", aim: 20_000 },
      note: "laws of the core too; per CPU second",
      bound: { measured: http.least.commands, why: SHELL },
    },
    {
      name: "100 agents at 10 actions a second",
      ...{ measured: agents.ours.tradingSeconds, unit: "× the clock", aim: 200 },
      note: `${Math.round(agents.ours.events)} events; per CPU second`,
      bound: { measured: agents.least.tradingSeconds, why: CORE },
    },
  ];
}

/** Each per second of processor time. An event is what came due, a command, or what came of one. */
async function ratesOf(
  parameters: Parameters,
  alone: (tape: readonly TapeEntry[]) => Promise<number>,
) {
  const ours: number[] = [];
  const least: number[] = [];
  let result = await run(parameters);
  await alone(result.tape);
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    result = await run(parameters);
    const { user, system } = process.cpuUsage(before);
    ours.push((user + system) / 1e6);
    least.push(await alone(result.tape));
  }
  const { events, tape } = result;
  // What comes to rest afterwards takes virtual time, and no work.
  const tradingSeconds = (tape[parameters.steps - 1]!.at - START_MS) / 1_000;
  const over = (tookS: number) => ({
    events: events / tookS,
    commands: tape.length / tookS,
    tradingSeconds: tradingSeconds / tookS,
  });
  return { ours: over(median(ours)), least: over(median(least)) };
}
