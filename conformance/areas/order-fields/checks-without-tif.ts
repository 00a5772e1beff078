/** LIMIT orders that name no tif: GTC is the default, whatever else they say. */

import { type OrderBody, ownIdOf } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { KINDS, ORDERS, type Over, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { shrinkingSide } from "../../check/take-position.ts";
import { contains } from "../../expect/answers.ts";
import { accepted } from "../../expect/placed.ts";
import { BESIDE, MARGINS, ON_PERPS, TURNS } from "./ranges.ts";

/** A LIMIT order that names no tif, its fields made of the cell. */
function restsWithoutTif(parts: {
  title: string;
  needs: Check["needs"];
  over: Over;
  order: (t: CheckContext) => OrderBody | Promise<OrderBody>;
}): Check {
  const { title, needs, over } = parts;
  return {
    ...{ title, proves: ["ORD-FIELD-13"], needs, over, once: true },
    async body(t) {
      const { agent, market } = t;
      const placed = await agent.place({ ...(await parts.order(t)), tif: undefined });
      if (placed.reason === "INSUFFICIENT_MARGIN") throw new Missing("needs cash for an order");
      t.expect("ORD-FIELD-13", placed, accepted);
      const id = ownIdOf(placed);
      await t.eventually("ORD-FIELD-13", () => agent.openOrders(market.id), contains(id));
    },
  };
}

/** What each of those members is on an order. */
const MEMBERS_BESIDE: Readonly<
  Record<(typeof BESIDE)[number], (t: CheckContext) => OrderBody | Promise<OrderBody>>
> = {
  "a window": async ({ clock }) => ({
    timestamp_ms: await clock.serverNow(),
    recv_window_ms: 30_000,
  }),
  confirm_fat_finger: () => ({ confirm_fat_finger: true }),
  "reduce_only false": () => ({ reduce_only: false }),
  "no id": () => ({ client_order_id: undefined }),
};

const MEMBERS_OF_MARGIN: Readonly<Record<string, OrderBody>> = {
  CROSS: { margin_mode: "CROSS" },
  ISOLATED: { margin_mode: "ISOLATED" },
  "leverage 1": { leverage: 1 },
};

/** Checks of the default. */
export const withoutTif: readonly Check[] = [
  restsWithoutTif({
    title: "a LIMIT order without tif rests",
    needs: ["agent", "market"],
    over: ORDERS,
    order: ({ market }) => market.resting(),
  }),
  restsWithoutTif({
    title: "a LIMIT order without tif rests, whatever other members it has or lacks",
    needs: ["agent", "market"],
    over: { value: BESIDE, ...ORDERS },
    async order(t) {
      const beside = MEMBERS_BESIDE[t.cell.value as (typeof BESIDE)[number]];
      return { ...t.market.resting(), ...(await beside(t)) };
    },
  }),
  restsWithoutTif({
    title: "a LIMIT order on a perp without tif rests, whatever margin it asks for",
    needs: ["agent", "market"],
    over: { value: MARGINS, ...ON_PERPS },
    async order(t) {
      await t.flat(t.agent); // with a position open a mode may be declined (D-079)
      return t.market.resting(t.side, MEMBERS_OF_MARGIN[t.cell.value ?? ""]);
    },
  }),
  restsWithoutTif({
    title: "a reduce_only LIMIT order without tif rests",
    needs: ["market", "quiet"],
    over: { kind: KINDS, ...TURNS, prefix: PREFIXES },
    order: ({ market, cell }) => market.resting(shrinkingSide(cell), { reduce_only: true }),
  }),
];
