/** The members of an order: the kinds of market that take each, and an order in which it belongs. */

import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import type { MarketKind } from "../../../scenarios/deployment/vocabulary.ts";
import { KINDS, type Over } from "../../check/cell.ts";
import type { CheckContext } from "../../check/check-context.ts";

/** Members of orders in some kinds of market alone. Spec: Order place request. */
const OF_KIND: Readonly<Record<string, MarketKind>> = {
  ...{ slippage_cap_bps: "BTC_PERP", leverage: "BTC_PERP", margin_mode: "BTC_PERP" },
  slippage_cap_cents: "BTC_BINARY",
};

/** These members by the kinds of market that take them: the ranges of as many checks. */
export function byKind(members: readonly string[]): Over[] {
  const ranges = [
    { parameter: members.filter((member) => !(member in OF_KIND)) },
    ...KINDS.map((kind) => ({
      kind: [kind],
      parameter: members.filter((member) => OF_KIND[member] === kind),
    })),
  ];
  return ranges.filter(({ parameter }) => parameter.length > 0);
}

/** Where a member has a value only beside another. */
const CARRIERS: Readonly<Record<string, (t: CheckContext) => Promise<OrderBody>>> = {
  timestamp_ms: stamped,
  recv_window_ms: stamped,
  slippage_cap_cents: swept,
  slippage_cap_bps: swept,
};

const GOOD: OrderBody = {
  ...{ tif: "GTC", margin_mode: "CROSS", reduce_only: false, confirm_fat_finger: false },
  ...{ slippage_cap_cents: 5, slippage_cap_bps: 100, leverage: 1 },
};

/** An order with a good value in this member. */
export async function orderWith(t: CheckContext, member: string): Promise<OrderBody> {
  const order = await (CARRIERS[member] ?? rested)(t);
  return member in order ? order : { ...order, [member]: GOOD[member] };
}

async function rested({ market }: CheckContext): Promise<OrderBody> {
  return market.resting();
}

async function stamped(t: CheckContext): Promise<OrderBody> {
  const stamp = { timestamp_ms: await t.clock.serverNow(), recv_window_ms: 30_000 };
  return t.market.resting(t.side, stamp);
}

/** Were it taken, it would find nothing to reduce: it takes nobody's liquidity. */
async function swept({ market, side }: CheckContext): Promise<OrderBody> {
  return market.sweep(side, { reduce_only: true });
}
