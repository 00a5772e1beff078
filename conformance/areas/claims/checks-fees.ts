/** What trades cost in the end: the claimed fees, beside what their prices gain or lose. */

import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { lossOf, together } from "../../model/money.ts";
import { Cash, feeFor, multiplierOf } from "./cash.ts";

const QTY = 3;

const fees: Check = {
  title: "a trade and its way back cost the claimed fees, and nothing else",
  proves: ["CLAIM-FEE-01", "CLAIM-FEE-02"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other, market, side } = t;
    const multiplier = await multiplierOf(t);
    const [price = 0] = await market.inside();
    const [taker, maker] = [await Cash.of(t, agent), await Cash.of(t, other)];
    for (const way of [side, opposite(side)]) {
      await other.rests(market.limit(opposite(way), price, { qty: QTY }));
      await agent.takes(market.limit(way, price, { qty: QTY }));
    }
    const twice = (as: "maker_bps" | "taker_bps") => {
      const once = feeFor(t, { side, price, qty: QTY }, { as, multiplier });
      return together(once, once);
    };
    await maker.isLessBy("CLAIM-FEE-01", twice("maker_bps"), "there and back as maker");
    await taker.isLessBy("CLAIM-FEE-02", twice("taker_bps"), "there and back as taker");
  },
};

/** What every step of a course gains or loses, far beyond what is rounded. Units: cents. */
const STEP_CENTS = 10;

const course: Check = {
  title: "closing in part and turning round cost what the prices say, and the claimed fees",
  proves: ["CLAIM-FEE-01", "CLAIM-FEE-02"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent, other, market, side } = t;
    const multiplier = await multiplierOf(t);
    const steps = Math.ceil(STEP_CENTS / (multiplier * market.info.tick));
    const prices = await market.wellInside(2 * steps + 1);
    const [low = 0, middle = 0, high = 0] = [0, steps, 2 * steps].map((step) => prices[step]);
    const [taker, maker] = [await Cash.of(t, agent), await Cash.of(t, other)];
    const back = opposite(side);
    const trades = [
      { side, price: low, qty: 2 },
      { side: back, price: middle, qty: 1 },
      { side: back, price: high, qty: 2 },
      { side, price: middle, qty: 1 },
    ];
    for (const { side: way, price, qty } of trades) {
      await other.rests(market.limit(opposite(way), price, { qty }));
      await agent.takes(market.limit(way, price, { qty }));
    }
    const fee = (as: "maker_bps" | "taker_bps") =>
      together(...trades.map((one) => feeFor(t, one, { as, multiplier })));
    const mirrored = trades.map((one) => ({ ...one, side: opposite(one.side) }));
    const made = together(lossOf(mirrored, multiplier), fee("maker_bps"));
    await maker.isLessBy("CLAIM-FEE-01", made, "in part, round and back as maker");
    const took = together(lossOf(trades, multiplier), fee("taker_bps"));
    await taker.isLessBy("CLAIM-FEE-02", took, "in part, round and back as taker");
  },
};

const inPart: Check = {
  title:
    "closed in part at the price of opening, a position costs what as much cost before, and fees",
  proves: ["CLAIM-FEE-01", "CLAIM-FEE-02"],
  needs: ["two-owners", "market", "operator"],
  async body(t) {
    const { agent, other, market, side } = t;
    const multiplier = await multiplierOf(t);
    const [price = 0] = await market.inside();
    for (const one of [agent, other]) await t.flat(one);
    const trade = async (way: Side, qty: number) => {
      await other.rests(market.limit(opposite(way), price, { qty }));
      await agent.takes(market.limit(way, price, { qty }));
    };
    await trade(side, 1);
    const [taker, maker] = [await Cash.asItStands(t, agent), await Cash.asItStands(t, other)];
    await trade(side, 2);
    await trade(opposite(side), 2);
    const twice = (as: "maker_bps" | "taker_bps") => {
      const once = feeFor(t, { side, price, qty: 2 }, { as, multiplier });
      return together(once, once);
    };
    const why = "1 held, 2 more opened and closed";
    await maker.isLessBy("CLAIM-FEE-01", twice("maker_bps"), `${why} as maker`);
    await taker.isLessBy("CLAIM-FEE-02", twice("taker_bps"), `${why} as taker`);
  },
};

/** Checks of fees. */
export const feeChecks: readonly Check[] = [fees, course, inPart];
