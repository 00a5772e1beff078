/** Places and takes back. */
import { drawSide, passive, place } from "./drawing.ts";
import type { Strategy } from "./strategy.ts";

export const canceller: Strategy = {
  says: "takes back what it placed: one by one, by market, all at once, and twice",
  act(trader) {
    const { random } = trader;
    const own = trader.anOrder();
    if (own !== undefined && random.chance(0.4)) return { type: "cancel", orderId: own.orderId };
    if (random.chance(0.05)) return { type: "cancel", orderId: trader.anyOrderId() };
    if (random.chance(0.05)) return { type: "cancel-all" };
    const market = trader.market();
    if (random.chance(0.05)) return { type: "cancel-all", marketId: market.marketId };
    return place(trader, passive(trader, market, drawSide(trader)), market);
  },
};
