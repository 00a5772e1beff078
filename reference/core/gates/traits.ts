/** What sets an order apart from a plain LIMIT: most gates need asking only for such orders. */
import type { OrderRequest } from "../commands.ts";
import type { Gate } from "./gate.ts";

/** Each trait is one bit of a set. */
const BITS = {
  "client-order-id": 1,
  timestamp: 2,
  "slippage-cap": 4,
  leverage: 8,
  "margin-mode": 16,
  "reduce-only": 32,
  market: 64,
  "post-only": 128,
  fok: 256,
} as const;
export type Trait = keyof typeof BITS;

/** The traits of an order, as a set of bits. */
export function traitsOf(order: OrderRequest): number {
  let bits = 0;
  if (order.clientOrderId !== undefined) bits |= BITS["client-order-id"];
  if (order.timestampMs !== undefined) bits |= BITS.timestamp;
  if (order.slippageCapCents !== undefined) bits |= BITS["slippage-cap"];
  if (order.slippageCapBps !== undefined) bits |= BITS["slippage-cap"];
  if (order.leverage !== undefined) bits |= BITS.leverage;
  if (order.marginMode !== undefined) bits |= BITS["margin-mode"];
  if (order.reduceOnly === true) bits |= BITS["reduce-only"];
  if (order.type === "MARKET") bits |= BITS.market;
  if (order.tif === "POST_ONLY") bits |= BITS["post-only"];
  if (order.tif === "FOK") bits |= BITS.fok;
  return bits;
}

/** A list of gates that leaves out, for each order, those that cannot object to it. */
export class GateLists {
  private readonly all: readonly Gate[];
  private readonly byTraits: (readonly Gate[] | undefined)[] = [];

  constructor(all: readonly Gate[]) {
    this.all = all;
  }

  /** The gates to ask, in their order. */
  for(order: OrderRequest): readonly Gate[] {
    const traits = traitsOf(order);
    const known = this.byTraits[traits];
    if (known !== undefined) return known;
    const asked = this.all.filter(({ trait }) => !trait || (traits & BITS[trait]) !== 0);
    this.byTraits[traits] = asked;
    return asked;
  }
}
