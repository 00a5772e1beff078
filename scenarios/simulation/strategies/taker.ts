/** Takes what is there. */
import type { OrderRequest } from "../../../reference/index.ts";
import { aggressive, drawQty, drawSide, place } from "./drawing.ts";
import type { Strategy } from "./strategy.ts";

export const taker: Strategy = {
  says: "crosses the spread with MARKET, IOC, FOK and marketable GTC orders",
  act(trader) {
    const { random } = trader;
    const market = trader.market();
    const side = drawSide(trader);
    if (random.chance(0.3)) {
      const { marketId } = market;
      const isPerp = market.kind === "BTC_PERP";
      const slip = random.below(isPerp ? 300 : 5);
      const cap = isPerp ? { slippageCapBps: slip } : { slippageCapCents: slip };
      const qty = 3 * drawQty(trader, market);
      const order: OrderRequest = { marketId, side, type: "MARKET", qty };
      if (random.chance(0.2)) order.tif = "FOK";
      return place(trader, random.chance(0.5) ? { ...order, ...cap } : order, market);
    }
    const tif = random.pick(["IOC", "FOK", "GTC"] as const);
    return place(trader, { ...aggressive(trader, market, side), tif }, market);
  },
};
