/** Orders in every state that an accepted order can be in, for listings to show or leave out. */

import { listOf, mentions } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { contains, lacks } from "../../expect/answers.ts";
import { readBy } from "../caller.ts";

/** What GET /orders gives without a limit. */
export const LIMIT_DEFAULT = 200;
/** What GET /orders/open gives without a limit. */
export const OPEN_LIMIT_DEFAULT = 500;

/** One order id for each state. */
export type OneOfEach = Readonly<Record<"NEW" | "PARTIAL" | "FILLED" | "CANCELLED", string>>;

/** Four orders of the agent, of the cell's side, one in each state. */
export async function oneOfEach({ agent, other, market, side }: CheckContext): Promise<OneOfEach> {
  const [price = 0] = await market.inside();
  const taking = () => market.limit(opposite(side), price, { tif: "IOC" });
  const filled = await agent.rests(market.limit(side, price));
  await other.takes(taking());
  const partial = await agent.rests(market.limit(side, price, { qty: 3 }));
  await other.takes(taking());
  const cancelled = await agent.rests(market.resting());
  await agent.cancels(cancelled.orderId);
  const fresh = await agent.rests(market.resting());
  return {
    NEW: fresh.orderId,
    PARTIAL: partial.orderId,
    FILLED: filled.orderId,
    CANCELLED: cancelled.orderId,
  };
}

/**
 * A resting order of an agent, which shows in its own list of open orders by now.
 * Errors: StandsOn when it does not.
 */
export async function shownOrder(t: CheckContext, owner = t.agent): Promise<string> {
  const { orderId } = await owner.rests(t.market.resting());
  const listing = await t.reading(() => owner.openOrders(), contains(orderId));
  if (contains(orderId).judge(listing).ok) return orderId;
  throw new StandsOn("OAPI-OPEN-02", "a resting order is not in its owner's list");
}

/** Errors: StandsOn where a cancel-all in its market has left the order open. */
export async function demandTaken(t: CheckContext, orderId: string): Promise<void> {
  const gone = lacks(orderId);
  if (gone.judge(await t.reading(() => readBy(t, "/orders/open"), gone)).ok) return;
  throw new StandsOn("OAPI-ALL-02", "a cancel of all in a market left an order open");
}

/** Errors: Inconclusive when an order is missing from a full page: older ones may come first. */
export function roomFor(orderId: string, listing: Exchange): void {
  const { body } = listing.response ?? {};
  const full = (listOf(body)?.length ?? 0) >= LIMIT_DEFAULT;
  if (full && !mentions(body, orderId)) throw new Inconclusive("the agent's list is a full page");
}

/** Ids of resting orders of both sides, in either market. */
export interface BothMarkets {
  here: readonly string[];
  there: readonly string[];
}

/** Rests two orders of the agent in either market, one of each side. */
export async function inBothMarkets({
  agent,
  market,
  secondMarket,
}: CheckContext): Promise<BothMarkets> {
  const [here, there]: [string[], string[]] = [[], []];
  for (const side of ["BUY", "SELL"] as const) {
    there.push((await agent.rests(secondMarket.resting(side))).orderId);
    here.push((await agent.rests(market.resting(side))).orderId);
  }
  return { here, there };
}
