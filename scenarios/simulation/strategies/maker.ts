/** Quotes both sides: rests orders near the touch, amends them, replaces ladders. */
import { drawSide, passive, place, priceAt } from "./drawing.ts";
import type { Strategy } from "./strategy.ts";

const RUNGS_MAX = 4;

export const maker: Strategy = {
  says: "quotes both sides near the touch, amends, and replaces ladders",
  act(trader) {
    const { random } = trader;
    const market = trader.market();
    const side = drawSide(trader);
    const own = trader.anOrder();
    if (own !== undefined && random.chance(0.2)) {
      const { orderId, qty } = own;
      if (random.chance(0.5)) return { type: "amend", orderId, qty: random.between(1, 2 * qty) };
      return { type: "amend", orderId, price: priceAt(market, own.side, -random.between(0, 3)) };
    }
    if (random.chance(0.15)) {
      const rungs = Array.from({ length: random.between(0, RUNGS_MAX) }, () =>
        trader.dressed(passive(trader, market, drawSide(trader)), market),
      );
      const { marketId } = market;
      const oneSided = random.chance(0.5) ? { side } : {};
      return { type: "replace-ladder", marketId, ...oneSided, orders: rungs };
    }
    const order = passive(trader, market, side);
    return place(trader, random.chance(0.3) ? { ...order, tif: "POST_ONLY" } : order, market);
  },
};
