/** Ladders: their body is not shown, so they are played where one is known to be taken (D-031). */
import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import {
  BodyRecords,
  type Json,
  listOf,
  mentions,
  priceOf,
} from "../../scenarios/deployment/reading/reading.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import { replaceLadder } from "../check/changed-orders.ts";
import { type CheckContext, opposite } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";
import type { Resting, Terms } from "../model/market-state.ts";
import { cancelAll } from "../model/venue.ts";
import type { PropertyRun } from "./property-run.ts";
import { startAnew } from "./property-send.ts";
import { restingIn } from "./readings.ts";
import { clearOfAll } from "./resolve.ts";
import { LEVELS, type MarketStep } from "./step.ts";

/**
 * Whether a ladder of one rung leaves that rung alone of all that its agent has open in its market,
 * as a new order whose price and quantity can be read, and what is open `beside` it as it was. A
 * ladder may as well keep orders that are rungs already, or change them (D-031).
 */
export async function takesLadders(t: CheckContext, beside?: TradableMarket): Promise<boolean> {
  const { agent, market } = t;
  const other = beside && (await agent.rests(beside.resting()));
  const earlier: (string | null)[] = [];
  for (const side of ["BUY", "SELL"] as const) {
    earlier.push((await agent.place(market.resting(side))).orderId);
  }
  const rung = market.resting();
  const answer = await replaceLadder(agent, market.id, [rung]);
  await t.settle();
  const there = (await agent.openOrders(market.id)).response?.body;
  const isBeside = !other || mentions((await agent.openOrders()).response?.body, other.orderId);
  for (const one of [market, beside]) if (one) await agent.cancelAll(one.id);
  const [left, ...others] = listOf(there) ?? [];
  const isRung = left && !earlier.includes(idOf(left)) && isLike(rung, left, there);
  return answer.response?.status === 200 && others.length === 0 && isRung === true && isBeside;
}

type LadderStep = Extract<MarketStep, { do: "ladder" }>;

/**
 * Replaces all that an agent has open in a market by rungs that meet nobody; false where ladders are
 * not taken. The rungs that are listed then are believed, and all else must agree with them.
 */
export async function ladder(
  run: PropertyRun,
  caller: AgentClient,
  step: LadderStep & { how?: How | undefined },
): Promise<boolean> {
  const rungs = run.ladders ? rungsOf(run, caller, step) : [];
  if (rungs.length === 0) return false;
  const earlier = [...run.sent, ...run.state.resting].map(({ id }) => id);
  const bodies = rungs.map((rung) => run.bodyOf(rung));
  const { response } = await replaceLadder(caller, run.market.id, bodies, step.how);
  if (response?.status !== 200) {
    run.ladders = false;
    await startAnew(run, caller);
    return true;
  }
  run.state = cancelAll(run.state, caller.name);
  const look = async () => {
    const open = (await caller.openOrders(run.market.id)).response?.body;
    const records = (listOf(open) ?? []).filter((record) => !earlier.includes(idOf(record)));
    return rungs.map((rung) => found(rung, records, open));
  };
  const listed = that<(string | null)[]>("every rung", (ids) => !ids.includes(null));
  for (const [index, id] of (await run.reading(look, listed)).entries()) {
    const terms = rungs[index];
    if (id !== null && terms !== undefined) run.rests(caller, id, terms);
  }
  return true;
}

/** A rung at the level of the step, and one of the other side where there is room. */
function rungsOf(run: PropertyRun, { name: agent }: AgentClient, step: LadderStep): Terms[] {
  const side = step.side === 0 ? "BUY" : "SELL";
  let state = cancelAll(run.state, agent);
  const rungs: Terms[] = [];
  for (const one of [
    { side, level: step.level, qty: step.qty },
    { side: opposite(side), level: LEVELS - 1 - step.level, qty: 1 },
  ] as const) {
    const price = clearOfAll({ prices: run.prices, state }, one.side, one.level);
    if (price === null) continue;
    rungs.push({ side: one.side, tif: "GTC", price, qty: one.qty });
    const rung: Resting = { id: "", agent, side: one.side, price, qty: one.qty };
    state = { ...state, resting: [...state.resting, rung] };
  }
  return rungs;
}

function found(rung: Terms, records: readonly Json[], open: unknown): string | null {
  const record = records.find((one) => isLike({ ...rung }, one, open));
  return record === undefined ? null : idOf(record);
}

/** Whether a record of a listing rests at the price, and with the quantity, of what was sent. */
function isLike({ price, qty }: OrderBody, record: Json, open: unknown): boolean {
  return priceOf(record) === price && restingIn(new BodyRecords(open), idOf(record)) === qty;
}

function idOf(record: Json): string {
  return String(record["order_id"] ?? record["id"]);
}
