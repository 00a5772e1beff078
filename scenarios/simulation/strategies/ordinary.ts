/** The strategies of ordinary traders: they quote, take, follow and take back. */
import type { Side } from "../../../reference/index.ts";
import { beginOrder } from "../order-request.ts";
import { aggressive, drawQty, drawSide, passive, place, priceAt } from "./drawing.ts";
import type { Strategy } from "./strategy.ts";

const RUNGS_MAX = 4;

/** Quotes both sides: rests orders near the touch, amends them, replaces ladders. */
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
    if (random.chance(0.3)) order.tif = "POST_ONLY";
    return place(trader, order, market);
  },
};

/** Takes what is there. */
export const taker: Strategy = {
  says: "crosses the spread with MARKET, IOC, FOK and marketable GTC orders",
  act(trader) {
    const { random } = trader;
    const market = trader.market();
    const side = drawSide(trader);
    if (random.chance(0.3)) {
      const isPerp = market.kind === "BTC_PERP";
      const slip = random.below(isPerp ? 300 : 5);
      const order = beginOrder(market, side, "MARKET");
      order.qty = 3 * drawQty(trader, market);
      if (random.chance(0.2)) order.tif = "FOK";
      if (random.chance(0.5)) order[isPerp ? "slippageCapBps" : "slippageCapCents"] = slip;
      return place(trader, order, market);
    }
    const tif = random.pick(["IOC", "FOK", "GTC"] as const);
    const order = aggressive(trader, market, side);
    order.tif = tif;
    return place(trader, order, market);
  },
};

/** Follows the market with leverage, and gets out by reduce-only orders. */
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
      const order = draw(trader, market, out);
      order.qty = qty;
      order.reduceOnly = true;
      return place(trader, order, market);
    }
    if (held !== 0 && random.chance(0.1)) {
      const order = aggressive(trader, market, out);
      order.qty = 2 * Math.abs(held);
      return place(trader, order, market);
    }
    const order = aggressive(trader, market, held < 0 ? "SELL" : "BUY");
    if (market.kind !== "BTC_PERP") return place(trader, order, market);
    order.leverage = random.between(1, 20);
    const marginMode = random.pick(["CROSS", "ISOLATED"] as const);
    if (random.chance(0.3)) order.marginMode = marginMode;
    return place(trader, order, market);
  },
};

/** Places and takes back. */
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
