/** Plays a script over the markets of a check, each a run of its own, and compares what is left. */
import type { AgentClient } from "../check/agent-client.ts";
import type { CheckContext } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";
import { Broken, type Deviation } from "./broken.ts";
import { callerOf, perform } from "./perform.ts";
import { type Pace, PropertyRun } from "./property-run.ts";
import { endContests } from "./property-send.ts";
import { type AgentReading, differenceOf, type Reading } from "./readings.ts";
import { isNamed, repeatElsewhere } from "./repeat.ts";
import { INSTEAD, type PropertyStep } from "./step.ts";

/** The markets of one play: by the same agents, the first at least. */
type Runs = readonly [PropertyRun, ...PropertyRun[]];

/** How a script is played. */
interface PlayHow {
  pace: Pace;
  /** Whether agents of shared markets begin flat. */
  flat?: boolean;
  /** Whether ladders are known to be taken. */
  ladders?: boolean;
}

/** Plays it from a fresh start. Errors: Broken where the model explains not all. */
export async function playScript(
  t: CheckContext,
  script: readonly PropertyStep[],
  { pace, flat = false, ladders = false }: PlayHow,
): Promise<Runs> {
  const runs = await PropertyRun.openAll(t, pace, { flat });
  for (const run of runs) run.ladders = ladders;
  for (const step of script) await performIn(runs, step);
  await reconcile(runs);
  return runs;
}

async function performIn(runs: Runs, step: PropertyStep): Promise<void> {
  const [first] = runs;
  if (step.do === "look") {
    await reconcile(runs);
  } else if (step.do === "cancel-everywhere") {
    const caller = callerOf(first, step.who);
    const exchange = await caller.cancelAll();
    for (const run of runs) await run.cancelled(caller, exchange);
  } else if (step.do === "repeat-elsewhere") {
    const there = runs[step.market] ?? first;
    const others = runs.filter((run) => run !== there).flatMap(({ sent }) => sent);
    const order = others.filter(isNamed).at(-1 - step.pick);
    if (order === undefined) await perform(there, INSTEAD);
    else await repeatElsewhere(there, order);
  } else {
    await perform(runs[step.market ?? 0] ?? first, step);
  }
}

/** Everything that can be read of all markets at once. */
interface WholeReading {
  markets: readonly Reading[];
  /** Of each agent, whatever the market. */
  agents: readonly AgentReading[];
}

/** Reads everything. Errors: Broken where the model does not explain it. */
async function reconcile(runs: Runs): Promise<void> {
  for (const run of runs) await endContests(run);
  const [first] = runs;
  const difference = (reading: WholeReading) => differenceIn(runs, reading);
  const explained = that<WholeReading>("as modelled", (reading) => difference(reading) === null);
  const wrong = difference(await first.reading(() => readAll(runs), explained));
  if (wrong !== null) throw new Broken("state", wrong);
}

async function readAll(runs: Runs): Promise<WholeReading> {
  const [{ callers }, ...others] = runs;
  const [markets, agents] = await Promise.all([
    Promise.all(runs.map((run) => run.read())),
    Promise.all(others.length === 0 ? [] : callers.map(readWhole)),
  ]);
  return { markets, agents };
}

/** Lists that no market narrows. */
async function readWhole(caller: AgentClient): Promise<AgentReading> {
  const [open, all] = await Promise.all([caller.openOrders(), caller.orders()]);
  const bodies = { open: open.response?.body, all: all.response?.body };
  return { agent: caller.name, ...bodies, position: null };
}

function differenceIn(runs: Runs, { markets, agents }: WholeReading): Deviation | null {
  for (const [index, run] of runs.entries()) {
    const reading = markets[index];
    const difference = reading === undefined ? null : run.differenceFrom(reading);
    if (difference !== null) return difference;
  }
  const resting = runs.flatMap(({ state }) => state.resting);
  const model = { state: { resting, positions: {} }, known: runs.flatMap(({ sent }) => sent) };
  const own = runs.every((run) => run.own);
  return differenceOf({ agents, book: null }, model, { prices: [], own });
}
