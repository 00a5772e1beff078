/** What a client sees: its own orders and positions from its stream alone, and markets as they are. */
import type { OrderView, PositionView, VenueEvent } from "../../reference/index.ts";
import type { ObservedOrder } from "./strategies/strategy.ts";

/** What was committed together, as one agent is sent it. */
export interface AgentUpdate {
  seq: number;
  events: VenueEvent[];
}

/** Everything of one agent at one frame: what a client reads when it has missed something. */
export interface AgentState {
  seq: number;
  orders: OrderView[];
  positions: PositionView[];
}

/** Follows frames in their order. */
export class View {
  readonly agentId: string;
  readonly orders = new Map<string, ObservedOrder>();
  readonly positions = new Map<string, number>();
  #seq = 0;

  constructor(agentId: string) {
    this.agentId = agentId;
  }

  /** Takes a frame in; false when one before it is missing. Frames from the past are let go. */
  take({ seq, events }: AgentUpdate): boolean {
    if (seq <= this.#seq) return true;
    if (seq !== this.#seq + 1) return false;
    this.#seq = seq;
    for (const event of events) this.#follow(event);
    return true;
  }

  /** Starts anew from what was read. */
  reset({ seq, orders, positions }: AgentState): void {
    this.#seq = seq;
    this.orders.clear();
    this.positions.clear();
    for (const order of orders) this.#know(order);
    for (const { marketId, qty } of positions) this.positions.set(marketId, qty);
  }

  #follow(event: VenueEvent): void {
    if (event.type === "trade") this.#trade(event);
    else if (event.type === "market-changed") {
      const { status, marketId } = event.market;
      if (status === "RESOLVED" || status === "VOID") this.positions.delete(marketId);
    } else if (event.type === "order-closed") this.orders.delete(event.order.orderId);
    else this.#know(event.order);
  }

  #trade({ marketId, qty, takerSide, takerAgentId }: Extract<VenueEvent, { type: "trade" }>): void {
    const buys = (takerAgentId === this.agentId) === (takerSide === "BUY");
    const held = this.positions.get(marketId) ?? 0;
    this.positions.set(marketId, held + (buys ? qty : -qty));
  }

  #know({ orderId, marketId, side, price, qty, filledQty }: OrderView): void {
    this.orders.set(orderId, { orderId, marketId, side, price: price!, qty, filledQty });
  }
}
