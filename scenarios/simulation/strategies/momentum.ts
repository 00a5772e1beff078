/** Follows the market with leverage, and gets out by reduce-only orders. */
import type { Side } from "../../../reference/index.ts";
import { aggressive, passive, place } from "./drawing.ts";
import type { Strategy } from "./strategy.ts";

export const momentum: Strategy = {
  story: "builds positions with leverage, leaves them by reduce-only orders, flips them",
  act(trader) {
    const { random } = trader;
    const sight = trader.sight();
    const held = trader.position(sight.marketId);
    const out: Side = held > 0 ? "SELL" : "BUY";
    if (held !== 0 && random.chance(0.4)) {
      const size = Math.abs(held);
      const qty = random.chance(0.5) ? random.between(1, size) : size;
      const draw = random.chance(0.6) ? passive : aggressive;
      return place(trader, { ...draw(trader, sight, out), qty, reduceOnly: true }, sight);
    }
    if (held !== 0 && random.chance(0.1)) {
      return place(trader, { ...aggressive(trader, sight, out), qty: 2 * Math.abs(held) }, sight);
    }
    const order = aggressive(trader, sight, held < 0 ? "SELL" : "BUY");
    if (sight.kind !== "BTC_PERP") return place(trader, order, sight);
    const leverage = random.between(1, 20);
    const marginMode = random.pick(["CROSS", "ISOLATED"] as const);
    const choice = random.chance(0.3) ? { leverage, marginMode } : { leverage };
    return place(trader, { ...order, ...choice }, sight);
  },
};
