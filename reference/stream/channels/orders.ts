/** `orders`: the agent's resting orders, then every order that came, changed or ended. */
import type { OrderView } from "../../core/outcomes.ts";
import { orderRecord } from "../../wire/mapping.ts";
import type { OpenChannel } from "./channel.ts";

/** Shape: D-090; an order that changed twice in one command is told once, as it is now. */
export const ordersChannel: OpenChannel = ({ venue }, agentId) => {
  const changed = new Map<string, OrderView>();
  const recordsOf = (orders: OrderView[]) => ({ orders: orders.map(orderRecord) });
  return {
    snapshot: () => recordsOf(venue.openOrders(agentId)),
    take(event) {
      if ("order" in event) changed.set(event.order.orderId, event.order);
    },
    changes() {
      if (changed.size === 0) return null;
      const orders = [...changed.values()];
      changed.clear();
      return recordsOf(orders);
    },
  };
};
