/** Plays a script over the markets of a check, each a run of its own, and compares what is left. */
import { type CheckContext, opposite } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";
import type { Flaw } from "../check/flaw.ts";
import type { MoneyTerms } from "../model/free-cash.ts";
import type { Terms } from "../model/market-state.ts";
import { Broken, type Deviation } from "./broken.ts";
import { callerOf, perform } from "./perform.ts";
import { type MarketRuns, type Pace, PropertyRun } from "./property-run.ts";
import { endContests } from "./property-send.ts";
import { differenceOf, type Reading, readWhole, type WholeOfAgent } from "./readings.ts";
import { isNamed, repeatElsewhere } from "./repeat.ts";
import { INSTEAD, type MarketStep, type PropertyStep } from "./step.ts";
import { Wallets } from "./wallets.ts";
import { browserOf } from "./ways.ts";

/** How a script is played. */
interface PlayHow {
  pace: Pace;
  /** Whether agents of shared markets begin flat. */
  flat?: boolean;
  /** Whether ladders are known to be taken. */
  ladders?: boolean;
  /** What may be wrong with the orders that are flawed. */
  flaws?: readonly Flaw[];
  /** What is claimed of money, where cash is looked at. */
  money?: MoneyTerms | null;
}

/** What commands are sent by, beside the first key of each agent. */
const WAYS_IN = { secondKey: true, human: true } as const;

/** Plays it from a fresh start. Errors: Broken where the model explains not all. */
export async function playScript(
  t: CheckContext,
  script: readonly PropertyStep[],
  { pace, flat = false, ladders = false, flaws = [], money = null }: PlayHow,
): Promise<MarketRuns> {
  const runs = await PropertyRun.openAll(t, pace, { flat, beside: WAYS_IN });
  const browser = await browserOf(runs[0]);
  for (const run of runs) Object.assign(run, { ladders, browser, flaws });
  const wallets = money && (await Wallets.open(runs, money));
  for (const step of script) {
    if (step.do === "look") await reconcile(runs, { wallets, way: step.way });
    else await performIn(runs, step);
  }
  // In any way, and in the same one when the script is played again.
  await reconcile(runs, { wallets, way: script.length });
  if (wallets === null) return runs;
  await endFlat(runs);
  await reconcile(runs, { wallets });
  return runs;
}

/** Cancels everything, and lets those of one owner trade back with the other what all hold. */
async function endFlat(runs: MarketRuns): Promise<void> {
  const [{ callers }] = runs;
  for (const who of callers.keys()) await performIn(runs, { do: "cancel-everywhere", who });
  const [, other] = callers;
  for (const run of runs) {
    for (const caller of callers) {
      const held = run.state.positions[caller.name] ?? 0;
      if (caller === other || held === 0) continue;
      const side = held > 0 ? "SELL" : "BUY";
      const terms: Terms = { side, tif: "GTC", price: run.prices[1] ?? 0, qty: Math.abs(held) };
      const offered = await run.place(other, { ...terms, side: opposite(side) });
      if (offered.fate !== "accepted") continue;
      const taken = await run.place(caller, terms);
      // What is left of a pair would be met by the next one, of the same owner maybe (D-027).
      if (taken.fate !== "accepted") await run.cancelAll(other);
    }
  }
}

async function performIn(
  runs: MarketRuns,
  step: Exclude<PropertyStep, { do: "look" }>,
): Promise<void> {
  const [first] = runs;
  if (step.do === "cancel-everywhere") {
    const caller = callerOf(first, step.who);
    const ask = { method: "DELETE", path: "/orders", ...first.wayOf(caller, step.way) };
    const exchange = await caller.request(ask);
    for (const run of runs) await run.cancelled(caller, exchange);
  } else if (step.do === "repeat-elsewhere") {
    const there = runs[step.market] ?? first;
    const others = runs.filter((run) => run !== there).flatMap(({ sent }) => sent);
    const order = others.filter(isNamed).at(-1 - step.pick);
    if (order === undefined) await perform(there, INSTEAD);
    else await repeatElsewhere(there, order);
  } else {
    const run = meantBy(runs, step);
    const how = "who" in step ? run.wayOf(callerOf(run, step.who), step.way) : {};
    await perform(run, step, { how });
  }
}

const CHANGING = ["amend", "cancel", "cancel-all", "ladder"];

/** The market of a step; another one where it changes what rests and finds nothing in its own. */
function meantBy(runs: MarketRuns, step: MarketStep & { market?: number }): PropertyRun {
  const [first] = runs;
  const asked = runs[step.market ?? 0] ?? first;
  if (!CHANGING.includes(step.do) || !("who" in step)) return asked;
  const { name } = callerOf(first, step.who);
  const rests = ({ state }: PropertyRun) => state.resting.some(({ agent }) => agent === name);
  return [asked, ...runs].find(rests) ?? asked;
}

/** Everything that can be read of all markets at once. */
interface WholeReading {
  markets: readonly Reading[];
  /** Free cash of each agent, where it is looked at. */
  cash: readonly (number | null)[];
  /** Of each agent in all markets, where there are several. */
  agents: readonly WholeOfAgent[];
}

/** What is looked at, and the way in which it is read; plainly where there is none. */
interface Looking {
  wallets: Wallets | null;
  way?: number | undefined;
}

/** Reads everything. Errors: Broken where the model does not explain it. */
async function reconcile(runs: MarketRuns, looking: Looking): Promise<void> {
  for (const run of runs) await endContests(run);
  const [first] = runs;
  const difference = (reading: WholeReading): Broken | null => {
    const state = differenceIn(runs, reading);
    if (state !== null) return new Broken("state", state);
    const cash = looking.wallets?.differenceIn(reading.cash) ?? null;
    return cash === null ? null : new Broken("cash", cash);
  };
  const explained = that<WholeReading>("as modelled", (reading) => difference(reading) === null);
  const wrong = difference(await first.reading(() => readAll(runs, looking), explained));
  if (wrong !== null) throw wrong;
}

async function readAll(runs: MarketRuns, { wallets, way }: Looking): Promise<WholeReading> {
  const [first, ...others] = runs;
  const callers = others.length === 0 ? [] : first.callers;
  const agents = await Promise.all(callers.map((one) => readWhole(one, first.wayOf(one, way))));
  const [markets, cash] = await Promise.all([
    Promise.all(runs.map((run) => run.read(way, agents))),
    wallets?.read() ?? [],
  ]);
  return { markets, agents, cash };
}

function differenceIn(runs: MarketRuns, { markets, agents }: WholeReading): Deviation | null {
  for (const [index, run] of runs.entries()) {
    const reading = markets[index];
    const difference = reading === undefined ? null : run.differenceFrom(reading);
    if (difference !== null) return difference;
  }
  const resting = runs.flatMap(({ state }) => state.resting);
  const model = { state: { resting, positions: {} }, known: runs.flatMap(({ sent }) => sent) };
  const own = runs.every((run) => run.own && run.ownAgents);
  const whole = agents.map((one) => ({ ...one, position: null }));
  return differenceOf({ agents: whole, book: null }, model, { prices: [], own });
}
