/** The orders of every agent, open or not: a projection of the core's events, held in memory. */
import type { VenueEvent } from "../core/events.ts";
import type { OrderView } from "../core/outcomes.ts";

/** Looks up an order that still rests. */
type OpenOrder = (orderId: string) => OrderView | null;

/** Remembers orders once the core has let go of them. D-090, D-096: everything is kept. */
export class OrderHistory {
  readonly #openOrder: OpenOrder;
  readonly #resting = new Set<string>();
  readonly #closed = new Map<string, OrderView>();
  /** Order ids by agent, in the order of placement. */
  readonly #placed = new Map<string, string[]>();
  readonly #ignored = new Set<string>();

  constructor(openOrder: OpenOrder) {
    this.#openOrder = openOrder;
  }

  /** Keeps nothing of an agent whom nobody can ask for. */
  ignore(agentId: string): void {
    this.#ignored.add(agentId);
  }

  /** Takes in one event of the core. */
  record(event: VenueEvent): void {
    if ("order" in event && this.#ignored.has(event.order.agentId)) return;
    if (event.type === "order-opened") {
      this.#append(event.order);
      this.#resting.add(event.order.orderId);
    } else if (event.type === "order-closed") {
      const { order } = event;
      if (!this.#resting.delete(order.orderId)) this.#append(order); // its placement closed it
      this.#closed.set(order.orderId, order);
    }
  }

  /** One order, open or closed; null when the venue never entered it. */
  order(orderId: string): OrderView | null {
    return this.#openOrder(orderId) ?? this.#closed.get(orderId) ?? null;
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
