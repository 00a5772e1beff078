/** Cancels that a command brings about: each order due is ended, in turn, and no other one. */
import { violate } from "../violation.ts";
import type { EventReader } from "./events.ts";
import type { ShadowOrder } from "./shadow.ts";

/** Consumes the events of the cancels. Errors: throws a Violation. */
export function cancelEach(reader: EventReader, orders: readonly ShadowOrder[]): void {
  const due = new Set(orders);
  reader.mayCancel = (order) => due.has(order);
  for (const _ of orders) {
    if (reader.isDone) violate("order-state", "a cancelled order was not ended");
    reader.takeOne();
  }
  for (const { state, orderId } of orders) {
    if (state !== "closed") violate("order-state", `order ${orderId} outlived its cancel`);
  }
}
