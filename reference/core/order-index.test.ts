/** The index of resting orders, compared with a Map over many comings and goings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "./order.ts";
import { OrderIndex } from "./order-index.ts";

function named(orderId: string): Order {
  return { orderId, chained: null } as Order;
}

test("the index finds what a Map finds, past its first size and among equal endings", () => {
  const index = new OrderIndex();
  const map = new Map<string, Order>();
  for (let n = 0; n < 5_000; n++) {
    const order = named(`${n}-${n % 7}-same-ending`);
    index.add(order);
    map.set(order.orderId, order);
    const old = map.get(`${n >> 1}-${(n >> 1) % 7}-same-ending`);
    if (n % 3 === 0 && old !== undefined) {
      index.remove(old);
      map.delete(old.orderId);
    }
  }
  assert.equal(index.size, map.size);
  for (let n = 0; n < 5_000; n++) {
    const orderId = `${n}-${n % 7}-same-ending`;
    assert.equal(index.get(orderId), map.get(orderId));
  }
  assert.equal(index.get("nobody"), undefined);
});
