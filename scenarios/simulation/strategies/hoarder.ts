/** Goes to every limit: cash, position cap, the ends of the band. */
import type { OrderRequest } from "../../../reference/index.ts";
import { drawSide, passive, place } from "./drawing.ts";
import type { Strategy } from "./strategy.ts";

/** The caps of a perp and of other markets, and what one order may hold unconfirmed. */
const SIZES = { perp: [1, 50, 400, 1_000, 1_001], other: [1, 20_000, 50_000, 100_000, 100_001] };

const LEVERAGE_MAX = 20;

export const hoarder: Strategy = {
  says: "spends all it has: orders up to the position cap and at the ends of the band",
  act(trader) {
    const { random } = trader;
    const market = trader.market();
    const side = drawSide(trader);
    const qty = random.pick(market.kind === "BTC_PERP" ? SIZES.perp : SIZES.other);
    const order: OrderRequest = { ...passive(trader, market, side), qty, confirmFatFinger: true };
    if (random.chance(0.5)) order.price = side === "BUY" ? market.low : market.high;
    if (market.kind === "BTC_PERP" && random.chance(0.5)) order.leverage = LEVERAGE_MAX;
    return place(trader, order, market);
  },
};
