/** Follows the market with leverage, and gets out by reduce-only orders. */
import type { Side } from "../../../reference/index.ts";
import { aggressive, passive, place } from "./drawing.ts";
import type { Strategy } from "./strategy.ts";

export const momentum: Strategy = {
  says: "builds positions with leverage, leaves them by reduce-only orders, flips them",
  act(trader) {
    const { random } = trader;
    const market = trader.market();
    const held = trader.position(market.marketId);
    const out: Side = held > 0 ? "SELL" : "BUY";
    if (held !== 0 && random.chance(0.4)) {
      const size = Math.abs(held);
      const qty = random.chance(0.5) ? random.between(1, size) : size;
      const draw = random.chance(0.6) ? passive : aggressive;
      return place(trader, { ...draw(trader, market, out), qty, reduceOnly: true }, market);
    }
    if (held !== 0 && random.chance(0.1)) {
      return place(trader, { ...aggressive(trader, market, out), qty: 2 * Math.abs(held) }, market);
    }
    const order = aggressive(trader, market, held < 0 ? "SELL" : "BUY");
    if (market.kind !== "BTC_PERP") return place(trader, order, market);
    const leverage = random.between(1, 20);
    const marginMode = random.pick(["CROSS", "ISOLATED"] as const);
    const choice = random.chance(0.3) ? { leverage, marginMode } : { leverage };
    return place(trader, { ...order, ...choice }, market);
  },
};
