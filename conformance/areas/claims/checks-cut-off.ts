/** What an order that never rests does not find: it costs nothing. */
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { type Amount, collateralOf, together } from "../../model/money.ts";
import { Cash, feeFor, freeCashOf, pricedAt, UNLEVERED } from "./cash.ts";

const QTY = 3;
const NOT_CUT_OFF = "did not arise: an order that was cut off";

/** The check of such orders by a rule on collateral. */
export function cutOff(rule: string): Check {
  return {
    title: "an IOC and a MARKET order that are cut off cost what they filled alone",
    proves: [rule],
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
        await cash.isLessBy(rule, together(...paid), why);
      }
      if (paid.length === 0) throw new Missing(NOT_CUT_OFF);
    },
  };
}

/** Filled by one contract, and done. Errors: StandsOn where the rest of it is still there. */
function isCutOff({ filledQty, remainingQty, sent }: PlaceResponse): boolean {
  if (filledQty !== 1) return false;
  if (!remainingQty) return true;
  throw new StandsOn(sent["type"] === "MARKET" ? "TIF-MKT-03" : "TIF-IOC-03", "the rest remains");
}

/** The same of perps. What a position holds is not claimed: a fill is compared with the same. */
export function cutOffPerp(rule: string): Check {
  return {
    title: "an IOC and a MARKET order of a perp that are cut off cost no more than filled whole",
    proves: [rule],
    needs: ["two-owners", "market", "operator"],
    once: true,
    async body(t) {
      const { agent, other, market, side } = t;
      const [own = 0, price = 0, limit = 0] = await market.ladder(3);
      await other.rests(market.limit(side, own));
      await t.flat(agent);
      const costOf = async (order: OrderBody): Promise<number | null> => {
        const before = await freeCashOf(agent);
        await other.rests(market.limit(opposite(side), price));
        if (!isCutOff(await agent.place({ ...order, ...UNLEVERED }))) return null;
        await t.settle();
        return before - (await freeCashOf(agent));
      };
      const whole = await costOf(market.limit(side, limit, { tif: "IOC" }));
      if (whole === null || whole <= 0)
        throw new Missing("needs a wallet that shows what fills take");
      for (const order of [
        market.limit(side, limit, { qty: QTY, tif: "IOC" }),
        market.sweep(side, { qty: QTY }),
      ]) {
        const cost = await costOf(order);
        if (cost === null) throw new Missing(NOT_CUT_OFF);
        t.expect(rule, cost, lessThanTwice(whole));
      }
    },
  };
}

/** What was not found would take more than once as much again; roundings and moves of a mark do not. */
function lessThanTwice(whole: number): Expectation<number> {
  return that(
    `less than ${2 * whole} taken of free cash, twice what the same fill took alone`,
    (cost) => cost < 2 * whole,
    (cost) => `${cost} taken`,
  );
}
