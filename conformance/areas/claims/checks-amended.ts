/** What an order takes out of free cash once it is amended, by the claims (D-030). */
import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { type AskedTerms, amends } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { type Amount, collateralOf, marginOf, type Stake } from "../../model/money.ts";
import { Cash, LEVERAGE, multiplierOf, pricesAtMark } from "./cash.ts";

const QTY = 3;
const NO_AMENDS = "did not arise: an amended order under its own id";

/** The check of amendments by the rule on collateral. */
export function amendedCollateral(rule: string): Check {
  return {
    title: "free cash holds the collateral of what an amended order has become",
    proves: [rule],
    needs: ["agent", "market", "quiet"],
    async body(t) {
      const payout = t.claim("payout");
      const [price = 0, next = 0] = await t.market.inside(2);
      await judgeAmended(t, rule, {
        changes: changesOf(price, next),
        heldBy: (stake) => collateralOf(stake, payout),
      });
    },
  };
}

/** The check of amendments by the rule on initial margin. */
export function amendedMargin(rule: string): Check {
  return {
    title: "free cash holds the initial margin of what an amended order has become",
    proves: [rule],
    needs: ["agent", "market", "quiet"],
    once: true,
    async body(t) {
      const terms = { multiplier: await multiplierOf(t), leverage: LEVERAGE };
      const [price = 0, next] = await pricesAtMark(t);
      if (next === undefined) throw new Missing("needs two free prices at or above the mark");
      await judgeAmended(t, rule, {
        changes: changesOf(price, next),
        heldBy: (stake) => marginOf(stake, terms),
        // In amendments too: a venue may take one without it for an order of no leverage.
        fields: { leverage: LEVERAGE },
      });
    },
  };
}

/** What an order becomes, and what free cash holds of it each time. */
interface Amendments {
  changes: readonly AskedTerms[];
  heldBy(stake: Stake): Amount | number;
  fields?: OrderBody;
}

/** Errors: Missing where not even the first amendment is made. */
async function judgeAmended(
  t: CheckContext,
  rule: string,
  { changes, heldBy, fields = {} }: Amendments,
): Promise<void> {
  const { agent, market, side } = t;
  const cash = await Cash.of(t, agent);
  const { price = 0 } = changes[0] ?? {};
  const { orderId } = await agent.rests(market.limit(side, price, { qty: QTY, ...fields }));
  for (const [index, asked] of changes.entries()) {
    const isAmended = await amends(t, agent, { orderId, ...asked, ...fields });
    if (!isAmended && index > 0) break;
    if (!isAmended) throw new Missing(NO_AMENDS);
    const why = `amended to ${asked.qty} at ${asked.price}`;
    await cash.isLessBy(rule, heldBy({ side, ...asked }), why);
  }
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
