/** What an order takes out of free cash while it rests, counted in the wallet's own unit. */

import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../check/agent-client.ts";
import type { CheckContext } from "../check/check-context.ts";
import { type Expectation, that } from "../check/expectation.ts";

/** Or a large order meets FAT_FINGER, and says nothing of cash. */
export const CONFIRMED = { confirm_fat_finger: true };

/** Free cash before an order, what it took while resting, and free cash when it was cancelled. */
export interface Reserve {
  before: number;
  taken: number;
  after: number;
}

/**
 * Rests an order, cancels it, and reads free cash around it. The amounts are measured, never
 * computed: unit and formula are the target's own (H-11, D-074, D-075).
 * Errors: Missing when free cash cannot be read or shows no reserve; StandsOn when it cannot rest.
 */
export async function measureReserve(t: CheckContext, order: OrderBody): Promise<Reserve> {
  const { agent } = t;
  await t.settle();
  const before = await cashOf(agent);
  const rested = await agent.rests(order);
  const held = await t.reading(() => cashOf(agent), lessThan(before));
  await agent.cancels(rested.orderId);
  if (held >= before) throw new Missing("needs a wallet that shows what resting orders reserve");
  const taken = Number((before - held).toPrecision(6));
  const after = await t.reading(() => cashOf(agent), givenBack({ before, taken }));
  return { before, taken, after };
}

/** Contracts that would take that share of free cash, were each to take as much as the first. */
export function contractsFor(share: number, { before, taken }: Reserve): number {
  return Math.ceil((share * before) / taken);
}

/** Free cash once it shows that most was spent. Errors: Missing where it does not come below that. */
export async function cashBelow(t: CheckContext, most: number): Promise<number> {
  const cash = await t.reading(() => cashOf(t.agent), lessThan(most));
  if (cash < most) return cash;
  throw new Missing("needs a wallet that shows what resting orders reserve");
}

/** Makes orders that take that share of free cash, unlevered: few contracts are much cash then. */
export async function orderFor(
  t: CheckContext,
  market: TradableMarket,
  share: number,
): Promise<() => OrderBody> {
  const [price = 0] = await market.inside();
  const fields = {
    tif: "GTC",
    ...CONFIRMED,
    ...(market.info.kind === "BTC_PERP" && { leverage: 1 }),
  };
  const qty = contractsFor(share, await measureReserve(t, market.limit(t.side, price, fields)));
  return () => market.limit(t.side, price, { qty, ...fields });
}

/** Errors: Missing when an order that free cash covers is refused, for whatever limit. */
export function fits(first: PlaceResponse): void {
  if (first.fate === "accepted") return;
  throw new Missing(`needs an agent who may spend its cash: a first order met ${first.reason}`);
}

async function cashOf(agent: AgentClient): Promise<number> {
  const cash = await agent.freeCash();
  if (cash === null) throw new Missing("needs a wallet whose free cash can be read");
  return cash;
}

function lessThan(before: number): Expectation<number> {
  return that("less free cash than before", (cash) => cash < before);
}

/** Free cash as before, but for a hundredth of the reserve: a wallet may count in fractions. */
export function givenBack({ before, taken }: Omit<Reserve, "after">): Expectation<number> {
  return that("free cash as before the order", (cash) => cash >= before - taken / 100);
}
