/** MARKET orders without a reference price, and slippage caps where they do not belong. */

import type { Side } from "../../scenarios/deployment/market.ts";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../scenarios/deployment/stops.ts";
import { expectRejected } from "../areas/rejection.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { anyRefusal, declined, filledWhole, outcomeOf } from "../expect/placed.ts";

const withoutReference: Check = {
  title: "a MARKET order with liquidity but without a mark price is declined",
  proves: ["REJ-REF-01"],
  needs: ["two-owners", "perp", "operator"],
  async body(t) {
    const { operator, market } = t;
    const twin = await sweepLiquidity(t);
    await operator.setMarket(market.id, { mark_price: null });
    await expectRejected(t, "REJ-REF-01", {
      order: { ...twin, client_order_id: t.freshId() },
      as: declined("NO_REFERENCE_PRICE"),
    });
  },
};

const bpsOnBinary: Check = {
  title: "a MARKET order with slippage_cap_bps on a binary is refused",
  proves: ["REJ-SLIP-01"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const twin = await sweepLiquidity(t);
    await expectRejected(t, "REJ-SLIP-01", {
      order: { ...twin, slippage_cap_bps: 100, client_order_id: t.freshId() },
      as: anyRefusal,
    });
  },
};

/**
 * Offers twice what the valid twin takes, so that the same MARKET order would fill again.
 * Errors: StandsOn when the twin did not fill.
 */
async function sweepLiquidity({ agent, other, market }: CheckContext): Promise<OrderBody> {
  const [price = 0] = await market.inside();
  await other.rests(market.limit("SELL", price, { qty: 2 }));
  const twin = market.sweep("BUY");
  const taken = await agent.place(twin);
  if (filledWhole.judge(taken).ok) return twin;
  throw new StandsOn("TIF-MKT-01", `the valid twin was answered ${outcomeOf(taken)}`);
}

// Sweeps that only reduce, from flat: whatever the cap does, they take nobody's liquidity.
const capsElsewhere: Check = {
  title: "slippage caps on LIMIT orders, below zero, and in cents on a perp",
  proves: ["REJ-SLIP-02"],
  needs: ["agent", "perp"],
  async body(t) {
    const { agent, market } = t;
    await t.flat(agent);
    const sweep = (side: Side, cap: OrderBody) => market.sweep(side, { ...cap, reduce_only: true });
    const onLimit = await agent.provoke(market.resting("BUY", { slippage_cap_bps: 100 }));
    const negative = await agent.provoke(sweep("SELL", { slippage_cap_bps: -1 }));
    const inCents = await agent.provoke(sweep("BUY", { slippage_cap_cents: 5 }));
    t.observe("REJ-SLIP-02", {
      bps_on_limit: outcomeOf(onLimit),
      negative_bps: outcomeOf(negative),
      cents_on_perp: outcomeOf(inCents),
    });
  },
};

export const rejectsMarketOrders: readonly Check[] = [withoutReference, bpsOnBinary, capsElsewhere];
