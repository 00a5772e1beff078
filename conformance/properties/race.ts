/** Requests sent at the same moment: some order of them must explain every answer and the end. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../check/agent-client.ts";
import { that } from "../check/expectation.ts";
import { checkLinear, type Model, type Operation } from "../linear/index.ts";
import type { MarketState, PlaceSummary, Terms } from "../model/market-state.ts";
import { byPriceAndTime, cancel, cancelAll, explainPlaced, trade } from "../model/venue.ts";
import { Broken } from "./broken.ts";
import type { PropertyRun } from "./property-run.ts";
import { gistOf, summaryOf } from "./property-send.ts";
import { differenceOf, type KnownOrder, type Reading } from "./readings.ts";

/** What a state of a race is: the market, the orders known, how far a ladder has come. */
export interface Raced {
  state: MarketState;
  known: readonly KnownOrder[];
  /** Which order each client_order_id of the race stands for. */
  named: Readonly<Record<string, string>>;
  ladder: "old" | "gone" | "new";
}

/** A request of a race, once it is answered. */
export interface Ran {
  exchange: Exchange;
  says: string;
  /** What it may have done; several for a request of several effects. */
  effects: readonly Effect[];
}

/** The states that one thing a request did may lead to; none where its answer contradicts it. */
export type Effect = (before: Raced) => readonly Raced[];

/** What a venue may answer a request that another one like it is just before (D-045). */
const MEANWHILE = statusesOf("D-045");

/** An order of a race, and whether it may come to nothing, as others of its kind were there. */
interface Racing {
  caller: AgentClient;
  terms: Terms;
  yields?: true;
}

/** Sends an order, one of those raced under its id; it places one order or speaks of one. */
export async function placing({ caller, terms, yields }: Racing, body: OrderBody): Promise<Ran> {
  const placed = await caller.placeOnce(body, { tolerates: MEANWHILE });
  const summary = summaryOf(placed);
  const agent = caller.name;
  const name = String(body["client_order_id"]);
  const effect: Effect = (before) => {
    if (MEANWHILE.includes(placed.httpStatus)) return [before];
    const first = before.named[name];
    if (first !== undefined) return first === summary.orderId ? [before] : [];
    const isYielding = yields === true && cameToNothing(summary);
    if (!isYielding && "expected" in explainPlaced(before.state, { agent, terms }, summary)) {
      return [];
    }
    if (summary.fate !== "accepted") return [before];
    const taken = byPriceAndTime(before.state, terms, summary);
    const state = trade(before.state, { agent, terms, summary }, taken);
    const mine = { id: String(summary.orderId), agent, executed: summary.filled ?? 0 };
    const others = before.known.map((one) => ({
      ...one,
      executed: one.executed + (taken[one.id] ?? 0),
    }));
    const named = { ...before.named, [name]: mine.id };
    return [{ ...before, state, named, known: [...others, mine] }];
  };
  const { side, qty, price } = terms;
  const says = `${side} ${qty} at ${price}: ${gistOf(placed)}`;
  return { exchange: placed.exchange, says, effects: [effect] };
}

/** Declined, or over without a fill. */
function cameToNothing({ fate, filled, remaining }: PlaceSummary): boolean {
  return fate === "declined" || (fate === "accepted" && filled === 0 && remaining === 0);
}

/** Cancels an order: a resting one is gone, one that is done stays as it is (D-028). */
export async function cancelling(caller: AgentClient, orderId: string): Promise<Ran> {
  const exchange = await caller.cancel(orderId);
  const status = exchange.response?.status ?? 0;
  const effect: Effect = (before) => {
    const rests = before.state.resting.some(({ id }) => id === orderId);
    // Something else of that order may be under way.
    if (rests && MEANWHILE.includes(status)) return [before];
    if (rests && status >= 400) return [];
    return [{ ...before, state: cancel(before.state, orderId) }];
  };
  return { exchange, says: `cancel: HTTP ${status}`, effects: [effect] };
}

/** Cancels all of an agent. */
export async function cancellingAll(caller: AgentClient, marketId: string): Promise<Ran> {
  const exchange = await caller.cancelAll(marketId);
  const status = exchange.response?.status ?? 0;
  const effect: Effect = (before) => [{ ...before, state: cancelAll(before.state, caller.name) }];
  return { exchange, says: `cancel-all: HTTP ${status}`, effects: status < 300 ? [effect] : [] };
}

/** Configurations of one race that are tried; no race of a few requests comes near. */
const CONFIGURATIONS_MAX = 50_000;

/**
 * Demands an order of the requests that explains their answers and what can be read afterwards.
 * Errors: Broken where there is none, Inconclusive where the search would take too long.
 */
export async function settleRace(run: PropertyRun, ran: readonly Ran[]): Promise<void> {
  const model = raceFrom({ state: run.state, known: [...run.sent], named: {}, ladder: "old" });
  const bounds = { deadlineMs: Number.POSITIVE_INFINITY, configurationsMax: CONFIGURATIONS_MAX };
  const verdictOn = (reading: Reading) => {
    const seen = (end: Raced) => (differenceOf(reading, end, run) === null ? [end] : []);
    return checkLinear(historyOf(ran, seen), model, bounds).verdict;
  };
  const explained = that<Reading>("explained", (one) => verdictOn(one) !== "contradiction");
  const reading = await run.reading(() => run.read(), explained);
  const verdict = verdictOn(reading);
  if (verdict === "linear") return;
  if (verdict === "unknown") throw new Inconclusive("too many orders might explain the race");
  const expected = "some order of the requests that explains their answers and what is left";
  const actual = ran.map(({ says }) => says).join("; ");
  throw new Broken("state", { expected, actual }, ran.at(-1)?.exchange);
}

/** An effect is asked of the state; what was answered is in the effect. */
function raceFrom(initial: Raced): Model<Raced, Effect, string> {
  return {
    initial,
    step: (before, effect) => effect(before),
    key: ({ state, known, named, ladder }) => {
      const executed = known.map(({ id, executed: qty }) => [id, qty]);
      return JSON.stringify([state, executed, named, ladder]);
    },
  };
}

/** Each effect as an operation, and behind them all what was read of the end. */
function historyOf(ran: readonly Ran[], read: Effect): Operation<Effect, string>[] {
  const raced = ran.flatMap(({ exchange, says, effects }) => {
    const { at: call, took } = exchange;
    const client = exchange.actor ?? "nobody";
    return effects.map((op) => ({ client, op, call, answer: { at: call + took, result: says } }));
  });
  const after = Math.max(0, ...raced.map(({ answer }) => answer.at)) + 1;
  const answer = { at: after, result: "what is left" };
  return [...raced, { client: "afterwards", op: read, call: after, answer }];
}
