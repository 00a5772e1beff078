/** Results of orders that meet very many. Spec: OrderPlaceResult, fills. */

import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { addUpTo, readFills, sumOfQty } from "./fills.ts";

/** More than what answers are often cut to: ten, twenty, fifty, a hundred. */
const MANY = 101;

/** The check that a result tells all fills, however many. */
export function manyFills(rule: string): Check {
  return {
    title: "the fills of an order that meets 101 others add up to what it filled",
    proves: [rule],
    needs: ["two-owners", "market", "many-orders", "operator"],
    over: {},
    async body(t) {
      const { agent, other, market, side } = t;
      const [price = 0] = await market.inside();
      const resting = () => other.rests(market.limit(opposite(side), price));
      await Promise.all(Array.from({ length: MANY }, resting));
      const large = { qty: MANY, confirm_fat_finger: true };
      const taken = await agent.place(market.limit(side, price, large));
      if (taken.filledQty !== MANY) {
        throw new Missing(`did not arise: an order that fills ${MANY} contracts`);
      }
      // Those at one price may be told as one (RES-SHAPE-16), but none may be left out.
      t.expect(rule, sumOfQty(readFills(taken)), addUpTo(MANY));
    },
  };
}
