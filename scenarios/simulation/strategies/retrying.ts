/** Sends everything under a client order id, and again. */
import { aggressive, drawSide, passive, place } from "./drawing.ts";
import type { Strategy } from "./strategy.ts";

export const retrying: Strategy = {
  says: "sends orders again under their client order id, at times changed",
  act(trader) {
    const { random } = trader;
    const before = trader.lastPlaced();
    if (before !== undefined && random.chance(0.3)) {
      if (random.chance(0.8)) return { type: "place", request: before };
      const change = random.pick([{ qty: before.qty + 1 }, { tif: "IOC" as const }]);
      return { type: "place", request: { ...before, ...change } };
    }
    const market = trader.market();
    const side = drawSide(trader);
    const draw = random.chance(0.5) ? passive : aggressive;
    return place(trader, draw(trader, market, side), market);
  },
};
