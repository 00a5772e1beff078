/** Breaks every rule of the interface. */
import type { OrderRequest } from "../../../reference/index.ts";
import type { Draft } from "../draft.ts";
import type { ObservedMarket } from "../observed-market.ts";
import { drawSide, passive } from "./drawing.ts";
import type { Strategy, Trader } from "./strategy.ts";

const NOBODY = "ffffffff-ffff-4fff-bfff-ffffffffffff";

/** Each makes a good order bad in one way. */
const MISTAKES: ((order: OrderRequest, market: ObservedMarket) => Partial<OrderRequest>)[] = [
  () => ({ type: "MARKET", tif: "POST_ONLY" }),
  () => ({ qty: 0 }),
  () => ({ qty: -3 }),
  () => ({ clientOrderId: "x".repeat(65) }),
  () => ({ timestampMs: 1, recvWindowMs: 1_000 }),
  () => ({ recvWindowMs: 1_000 }),
  () => ({ marketId: NOBODY }),
  () => ({ leverage: 21 }),
  () => ({ leverage: 0 }),
  () => ({ marginMode: "ISOLATED" }),
  () => ({ slippageCapBps: 10 }),
  () => ({ slippageCapCents: 1 }),
  () => ({ slippageCapCents: -1 }),
  () => ({ reduceOnly: true }),
  (_, { high, tick }) => ({ price: high + tick }),
  (order, { tick }) => ({ price: order.price! + (tick > 1 ? 1 : 1_000) }),
  (_, { low }) => ({ price: low - 1 }),
  () => ({ tif: "FOK", qty: 9_999 }),
];

export const misbehaving: Strategy = {
  says: "sends what is wrong in one way each, and touches what is not its own",
  act(trader): Draft {
    const { random } = trader;
    const market = trader.market();
    if (random.chance(0.25)) return meddle(trader, market);
    const order = passive(trader, market, drawSide(trader));
    return { type: "place", request: { ...order, ...random.pick(MISTAKES)(order, market) } };
  },
};

function meddle(trader: Trader, { marketId }: ObservedMarket): Draft {
  const { random } = trader;
  const orderId = random.chance(0.5) ? trader.anyOrderId() : NOBODY;
  return random.pick<Draft>([
    { type: "cancel", orderId },
    { type: "amend", orderId, qty: 1 },
    { type: "amend", orderId, price: 5 },
    { type: "replace-ladder", marketId: NOBODY, orders: [] },
    { type: "cancel-all", marketId: random.chance(0.5) ? marketId : NOBODY },
  ]);
}
