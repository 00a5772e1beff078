/** What an order takes out of free cash once it is amended, by the claims (D-030). */
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { type AskedTerms, amends } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { collateralOf, marginOf } from "../../model/money.ts";
import { Cash, multiplierOf, pricesAtMark } from "./cash.ts";

const QTY = 3;
const NO_AMENDS = "did not arise: an amended order under its own id";

/** The check of amendments by the rule on collateral. */
export function amendedCollateral(rule: string): Check {
  return {
    title: "free cash holds the collateral of what an amended order has become",
    proves: [rule],
    needs: ["agent", "market", "quiet"],
    async body(t) {
      const { agent, market, side } = t;
      const payout = t.claim("payout");
      const [price = 0, next = 0] = await market.inside(2);
      const cash = await Cash.of(t, agent);
      const { orderId } = await agent.rests(market.limit(side, price, { qty: QTY }));
      for (const [index, terms] of changesOf(price, next).entries()) {
        const isAmended = await amends(t, agent, { orderId, ...terms });
        if (!isAmended && index > 0) break;
        if (!isAmended) throw new Missing(NO_AMENDS);
        const held = collateralOf({ side, ...terms }, payout);
        await cash.isLessBy(rule, held, `amended to ${terms.qty} at ${terms.price}`);
      }
    },
  };
}

/** Divides few notionals, and is below any leverage cap but the lowest. */
const LEVERAGE = 3;

/** The check of amendments by the rule on initial margin. */
export function amendedMargin(rule: string): Check {
  return {
    title: "free cash holds the initial margin of what an amended order has become",
    proves: [rule],
    needs: ["agent", "market", "quiet"],
    once: true,
    async body(t) {
      const { agent, market, side } = t;
      const terms = { multiplier: await multiplierOf(t), leverage: LEVERAGE };
      const [price = 0, next] = await pricesAtMark(t);
      if (next === undefined) throw new Missing("needs two free prices at or above the mark");
      const cash = await Cash.of(t, agent);
      const fields = { qty: QTY, leverage: LEVERAGE };
      const { orderId } = await agent.rests(market.limit(side, price, fields));
      for (const [index, asked] of changesOf(price, next).entries()) {
        // Or a venue may take it for an order of no leverage.
        const isAmended = await amends(t, agent, { orderId, ...asked, leverage: LEVERAGE });
        if (!isAmended && index > 0) break;
        if (!isAmended) throw new Missing(NO_AMENDS);
        const held = marginOf({ side, ...asked }, terms);
        await cash.isLessBy(rule, held, `amended to ${asked.qty} at ${asked.price}`);
      }
    },
  };
}

/** What an order for `QTY` at the first price is amended to: quantity, price, then both at once. */
function changesOf(first: number, next: number): AskedTerms[] {
  return [
    { price: first, qty: 1 },
    { price: first, qty: QTY - 1 },
    { price: next, qty: QTY - 1 },
    { price: first, qty: 1 },
    { price: next, qty: QTY },
  ];
}
