/** One accepted order as the core keeps it while it is worked. */
import type { Agent } from "./agent.ts";
import type { Level } from "./book.ts";
import type { OrderRequest, OrderType, TimeInForce } from "./commands.ts";
import type { Admission } from "./gates/gate.ts";
import { effectiveTif } from "./idempotency.ts";
import type { Market } from "./market.ts";
import type { OrderStatus, OrderView } from "./outcomes.ts";
import type { Position } from "./position.ts";

/**
 * An order; it is its own link in its price level and in the index of ids.
 * Orders are used again once closed: with 10,000 of them coming and going, making each anew costs
 * more than matching it. So nobody keeps one from one command to the next after it has closed.
 * Units: market price units, contracts, ms. Shape: 0 <= filledQty < qty while it rests.
 */
export class Order {
  orderId = "";
  clientOrderId: string | null = null;
  position!: Position;
  isBuy = false;
  type: OrderType = "LIMIT";
  tif: TimeInForce = "GTC";
  reduceOnly = false;
  open = false;
  /** Arrival number of the venue; an amendment that loses priority draws a new one. */
  seq = 0;
  /** Its number among all orders accepted; unlike `seq`, an amendment leaves it alone. */
  placedSeq = 0;
  /** The limit; of a MARKET order the price protection. */
  price = 0;
  qty = 0;
  filledQty = 0;
  /** Sum of price times contracts over the fills. */
  filledNotional = 0;
  /** What one contract is reserved at (margin.ts). */
  value = 0;
  leverage: number | null = null;
  createdAtMs = 0;
  updatedAtMs = 0;
  level: Level | null = null;
  previous: Order | null = null;
  next: Order | null = null;
  /** Where it stands among the orders of its position. */
  place = 0;
  chained: Order | null = null;
  /** Hash of its id while it rests. */
  idHash = 0;

  /** Starts a life: the terms of the request, and what the gates saw of it. */
  begin(orderId: string, request: OrderRequest, context: Admission): void {
    const { position, atMs } = context;
    this.orderId = orderId;
    this.clientOrderId = request.clientOrderId ?? null;
    this.position = position!;
    this.isBuy = request.side === "BUY";
    this.type = request.type;
    this.tif = effectiveTif(request);
    this.reduceOnly = request.reduceOnly ?? false;
    this.open = true;
    this.price = context.limit;
    this.qty = request.qty;
    this.filledQty = 0;
    this.filledNotional = 0;
    this.leverage = null;
    this.createdAtMs = atMs;
    this.updatedAtMs = atMs;
  }

  get agent(): Agent {
    return this.position.agent;
  }

  get market(): Market {
    return this.position.market;
  }

  get remainingQty(): number {
    return this.qty - this.filledQty;
  }
}

/** Spec: States. D-020, D-021. */
export function statusOf(order: Order): OrderStatus {
  if (order.filledQty === order.qty) return "FILLED";
  if (!order.open) return "CANCELLED";
  return order.filledQty > 0 ? "PARTIAL" : "NEW";
}

/** Volume-weighted, in the market's own price units; null without a fill. D-033. */
export function averageFillPrice(order: Order): number | null {
  return order.filledQty === 0 ? null : order.filledNotional / order.filledQty;
}

/** The order as everybody outside sees it; nothing of it is shared with the state. D-090. */
export function orderView(order: Order): OrderView {
  return {
    orderId: order.orderId,
    placedSeq: order.placedSeq,
    agentId: order.agent.agentId,
    marketId: order.market.marketId,
    clientOrderId: order.clientOrderId,
    side: order.isBuy ? "BUY" : "SELL",
    type: order.type,
    tif: order.tif,
    price: order.type === "MARKET" ? null : order.price,
    qty: order.qty,
    filledQty: order.filledQty,
    remainingQty: order.open ? order.remainingQty : 0,
    avgFillPrice: averageFillPrice(order),
    status: statusOf(order),
    reduceOnly: order.reduceOnly,
    leverage: order.leverage,
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.updatedAtMs,
  };
}
