/** How fast the simulator goes on each tier, and with many agents beside the clock. */
import { type BenchRow, median } from "../../reports/schema/bench.ts";
import { drawParameters, type Parameters } from "./parameters.ts";
import { run } from "./run.ts";
import { START_MS } from "./tape.ts";

/** After one that warms the machine's code. */
const ROUNDS = 3;
/** Any seed: rates differ by a few parts of a hundred from one to the next. */
const SEED = 4;

/** Rates per second of processor time. */
export async function bench(): Promise<BenchRow[]> {
  const core = await ratesOf(drawParameters(SEED, { steps: 50_000, faults: [] }));
  const http = await ratesOf(drawParameters(SEED, { steps: 10_000, tier: "http", faults: [] }));
  const hundred = drawParameters(SEED, { steps: 50_000, agents: 100, faults: [] });
  const agents = await ratesOf({ ...hundred, thinkMs: [50, 150] });
  return [
    {
      name: "simulator, core tier, every law on every event",
      ...{ measured: core.events, unit: "events/s", aim: 1_000_000 },
      note: `${Math.round(core.commands)} commands; per CPU second`,
    },
    {
      name: "simulator, HTTP tier without sockets",
      ...{ measured: http.commands, unit: "requests/s", aim: 20_000 },
      note: "laws of the core too; per CPU second",
    },
    {
      name: "100 agents at 10 actions a second",
      ...{ measured: agents.tradingSeconds, unit: "× the clock", aim: 200 },
      note: `${Math.round(agents.events)} events; per CPU second`,
    },
  ];
}

/** Each per second of processor time. An event is what came due, a command, or what came of one. */
async function ratesOf(parameters: Parameters) {
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
  const tradingSeconds = (tape[parameters.steps - 1]!.at - START_MS) / 1_000;
  const tookS = median(seconds);
  return {
    events: events / tookS,
    commands: tape.length / tookS,
    tradingSeconds: tradingSeconds / tookS,
  };
}
