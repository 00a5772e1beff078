/** What sets an order apart from a plain LIMIT on an open market: most gates ask about nothing else. */
import type { OrderRequest } from "../commands.ts";
import type { Admission, Gate } from "./gate.ts";

/** Each trait, of the request or of the situation it meets, is one bit of a set. */
const BITS = {
  "client-order-id": 1 << 0,
  timestamp: 1 << 1,
  "slippage-cap": 1 << 2,
  leverage: 1 << 3,
  "margin-mode": 1 << 4,
  "reduce-only": 1 << 5,
  market: 1 << 6,
  "post-only": 1 << 7,
  fok: 1 << 8,
  "no-price": 1 << 9,
  frozen: 1 << 10,
  "unknown-market": 1 << 11,
  "closed-market": 1 << 12,
  "declined-before": 1 << 13,
} as const;
const SETS = 1 << 14;
export type Trait = keyof typeof BITS;

/** The traits of an order, as a set of bits. */
function traitsOf(order: OrderRequest): number {
  let bits = 0;
  if (order.clientOrderId !== undefined) bits |= BITS["client-order-id"];
  if (order.timestampMs !== undefined) bits |= BITS.timestamp;
  if (order.recvWindowMs !== undefined) bits |= BITS.timestamp;
  if (order.slippageCapCents !== undefined) bits |= BITS["slippage-cap"];
  if (order.slippageCapBps !== undefined) bits |= BITS["slippage-cap"];
  if (order.leverage !== undefined) bits |= BITS.leverage;
  if (order.marginMode !== undefined) bits |= BITS["margin-mode"];
  if (order.reduceOnly === true) bits |= BITS["reduce-only"];
  if (order.type === "MARKET") bits |= BITS.market;
  if (order.tif === "POST_ONLY") bits |= BITS["post-only"];
  if (order.tif === "FOK") bits |= BITS.fok;
  if (order.price === undefined) bits |= BITS["no-price"];
  return bits;
}

/** The traits of the situation. */
function traitsAround({ frozen, market, position }: Admission, isBuy: boolean): number {
  let bits = frozen ? BITS.frozen : 0;
  if (market === null) return bits | BITS["unknown-market"];
  if (market.status !== "OPEN") bits |= BITS["closed-market"];
  if (position!.side(isBuy).cooldown !== null) bits |= BITS["declined-before"];
  return bits;
}

/** A list of gates that leaves out, for each order, those that cannot object to it. */
export class GateLists {
  private readonly all: readonly Gate[];
  private readonly byTraits = new Array<readonly Gate[] | null>(SETS).fill(null);

  constructor(all: readonly Gate[]) {
    this.all = all;
  }

  /** The gates to ask, in their order. */
  for(order: OrderRequest, context: Admission): readonly Gate[] {
    const traits = traitsOf(order) | traitsAround(context, order.side === "BUY");
    return this.byTraits[traits] ?? this.listFor(traits);
  }

  private listFor(set: number): readonly Gate[] {
    const asked = this.all.filter(({ traits }) => traits?.some((one) => set & BITS[one]) ?? true);
    this.byTraits[set] = asked;
    return asked;
  }
}
