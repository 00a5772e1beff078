/** The orders of every agent, open or not: a projection of the core's events, held in memory. */
import type { VenueEvent } from "../core/events.ts";
import type { OrderView } from "../core/outcomes.ts";

/** Looks up an order that still rests. */
type OpenOrder = (orderId: string) => OrderView | null;

/** Remembers orders once the core has let go of them. D-090, D-096: everything is kept. */
export class OrderHistory {
  readonly #openOrder: OpenOrder;
  /** Every order's last view once closed; null while it rests. */
  readonly #orders = new Map<string, OrderView | null>();
  /** Order ids by agent, in the order of placement. */
  readonly #placed = new Map<string, string[]>();

  constructor(openOrder: OpenOrder) {
    this.#openOrder = openOrder;
  }

  /** Takes in one event of the core. */
  record(event: VenueEvent): void {
    if (event.type !== "order-opened" && event.type !== "order-closed") return;
    const { order } = event;
    if (!this.#orders.has(order.orderId)) this.#append(order); // or it was closed by its placement
    this.#orders.set(order.orderId, event.type === "order-closed" ? order : null);
  }

  /** One order, open or closed; null when the venue never entered it. */
  order(orderId: string): OrderView | null {
    return this.#orders.get(orderId) ?? this.#openOrder(orderId);
  }

  /** An agent's orders, the last placed first. */
  *newestFirst(agentId: string): Generator<OrderView> {
    const ids = this.#placed.get(agentId) ?? [];
    for (let i = ids.length - 1; i >= 0; i--) yield this.order(ids[i]!)!;
  }

  #append(order: OrderView): void {
    const ids = this.#placed.get(order.agentId);
    if (ids === undefined) this.#placed.set(order.agentId, [order.orderId]);
    else ids.push(order.orderId);
  }
}
