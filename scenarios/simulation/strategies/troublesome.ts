/** The strategies that make trouble: they mistype, retry, break the rules and go to every limit. */
import type { OrderRequest } from "../../../reference/index.ts";
import type { ObservedMarket } from "../observed-market.ts";
import { aggressive, drawSide, passive, place } from "./drawing.ts";
import type { Draft, Strategy, Trader } from "./strategy.ts";

/** Types one digit too many. */
export const fatFingered: Strategy = {
  says: "types a digit too many or too few, and sometimes confirms it",
  act(trader) {
    const { random } = trader;
    const market = trader.market();
    const order = passive(trader, market, drawSide(trader));
    const factor = random.pick([0.1, 10, 1_000, 10_000]);
    if (random.chance(0.5)) order.qty = Math.floor(order.qty * factor);
    else order.price = Math.floor(order.price! * Math.min(factor, 10));
    if (random.chance(0.3)) order.confirmFatFinger = true;
    return place(trader, order, market);
  },
};

/** Sends everything under a client order id, and again. */
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

const NOBODY = "ffffffff-ffff-4fff-bfff-ffffffffffff";

/** Each makes a good order bad in one way. */
const MISTAKES: ((order: OrderRequest, market: ObservedMarket) => Partial<OrderRequest>)[] = [
  () => ({ timestampMs: 1 }),
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

/** Breaks every rule of the interface. */
export const misbehaving: Strategy = {
  says: "sends what is wrong in one way each, and touches what is not its own",
  act(trader): Draft {
    const { random } = trader;
    const market = trader.market();
    if (random.chance(0.25)) return meddle(trader, market);
    const order = passive(trader, market, drawSide(trader));
    Object.assign(order, random.pick(MISTAKES)(order, market));
    return { type: "place", request: order };
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

/** The caps of a perp and of other markets, and what one order may hold unconfirmed. */
const SIZES = { perp: [1, 50, 400, 1_000, 1_001], other: [1, 20_000, 50_000, 100_000, 100_001] };

const LEVERAGE_MAX = 20;

/** Goes to every limit: cash, position cap, the ends of the band. */
export const hoarder: Strategy = {
  says: "spends all it has: orders up to the position cap and at the ends of the band",
  act(trader) {
    const { random } = trader;
    const market = trader.market();
    const side = drawSide(trader);
    const qty = random.pick(market.kind === "BTC_PERP" ? SIZES.perp : SIZES.other);
    const order = passive(trader, market, side);
    order.qty = qty;
    order.confirmFatFinger = true;
    if (random.chance(0.5)) order.price = side === "BUY" ? market.low : market.high;
    if (market.kind === "BTC_PERP" && random.chance(0.5)) order.leverage = LEVERAGE_MAX;
    return place(trader, order, market);
  },
};
