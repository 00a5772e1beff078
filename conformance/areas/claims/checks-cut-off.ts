/** What an order that never rests does not find: it costs nothing. */
import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { type Amount, collateralOf, together } from "../../model/money.ts";
import { Cash, feeFor } from "./cash.ts";
import { pricedAt } from "./checks-money.ts";

const QTY = 3;

const cutOff: Check = {
  title: "an IOC and a MARKET order that are cut off cost what they filled alone",
  proves: ["CLAIM-COLL-02"],
  needs: ["two-owners", "market", "operator"],
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    const payout = t.claim("payout");
    const [own = 0, price = 0, limit = 0] = await market.ladder(3);
    // A mid near the touch: some protect a MARKET order by it.
    await other.rests(market.limit(side, own));
    const cash = await Cash.of(t, agent);
    const paid: (Amount | number)[] = [];
    const filled = { side, price, qty: 1 };
    const cut = [
      market.limit(side, limit, { qty: QTY, tif: "IOC" }),
      market.sweep(side, { qty: QTY }),
    ];
    for (const order of cut) {
      await other.rests(market.limit(opposite(side), price));
      const taken = await agent.place(order);
      if (!isCutOff(taken)) break;
      pricedAt(taken, price);
      paid.push(collateralOf(filled, payout), feeFor(t, filled, { as: "taker_bps" }));
      const why = `${order["type"]} orders cut off, ${QTY - 1} of ${QTY} not found`;
      await cash.isLessBy("CLAIM-COLL-02", together(...paid), why);
    }
    if (paid.length === 0) throw new Missing("did not arise: an order that was cut off");
  },
};

/** Errors: StandsOn where the rest of it is still there. */
function isCutOff({ filledQty, remainingQty, sent }: PlaceResponse): boolean {
  if (filledQty !== 1) return false;
  if (!remainingQty) return true;
  throw new StandsOn(sent["type"] === "MARKET" ? "TIF-MKT-03" : "TIF-IOC-03", "the rest remains");
}

/** Checks of orders that are cut off. */
export const cutOffs: readonly Check[] = [cutOff];
