/** Types one digit too many. */
import type { OrderRequest } from "../../../reference/index.ts";
import { drawSide, passive, place } from "./drawing.ts";
import type { Strategy } from "./strategy.ts";

export const fatFingered: Strategy = {
  says: "types a digit too many or too few, and sometimes confirms it",
  act(trader) {
    const { random } = trader;
    const market = trader.market();
    const order: OrderRequest = passive(trader, market, drawSide(trader));
    const factor = random.pick([0.1, 10, 1_000, 10_000]);
    if (random.chance(0.5)) order.qty = Math.floor(order.qty * factor);
    else order.price = Math.floor(order.price! * Math.min(factor, 10));
    if (random.chance(0.3)) order.confirmFatFinger = true;
    return place(trader, order, market);
  },
};
