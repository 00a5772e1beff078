/** client_order_id as a field: its characters, its absence, what a refused body does to it. */

import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../scenarios/deployment/stops.ts";
import { noMoreOpenThan, openCount, rejection } from "../areas/rejection.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { that } from "../check/expectation.ts";
import { lacks } from "../expect/answers.ts";
import { accepted, anyRefusal } from "../expect/placed.ts";

const idCharacters: Check = {
  title: "a client_order_id made of every allowed kind of character is accepted",
  proves: ["ORD-FIELD-16"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    await agent.rests(market.resting());
    const id = `aZ0_:.-${t.freshId().slice(-25)}`;
    const placed = await agent.place(market.resting("BUY", { client_order_id: id }));
    t.expect("ORD-FIELD-16", placed, accepted);
  },
};

const otherCharacters = rejection({
  rule: "ORD-FIELD-17",
  title: "a client_order_id with another character is refused",
  needs: ["agent", "market"],
  breaks: [" ", "/", "é"].map((character) => (order) => {
    const id = String(order["client_order_id"]);
    return { ...order, client_order_id: `${id.slice(0, 1)}${character}${id.slice(1, 30)}` };
  }),
  as: anyRefusal,
});

const withoutId: Check = {
  title: "two equal orders without client_order_id are two orders",
  proves: ["ORD-FIELD-18"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { client_order_id: _, ...order } = market.resting();
    const first = await agent.rests(order);
    const second = await agent.place(order);
    t.expect("ORD-FIELD-18", second, accepted);
    t.expect("ORD-FIELD-18", second, anotherOrderThan(first));
  },
};

function anotherOrderThan(first: PlaceResponse) {
  return that<PlaceResponse>(
    "an order_id of its own",
    ({ orderId }) => orderId !== null && orderId !== first.orderId,
    ({ orderId }) => (orderId === null ? "no order_id" : "the order_id of the first order"),
  );
}

const LENGTHS = [36, 64, 128] as const;

const idLengths: Check = {
  title: "long and empty client_order_ids",
  proves: ["ORD-FIELD-19"],
  needs: ["agent", "market"],
  async body(t) {
    const fates: Record<string, string> = {};
    for (const length of LENGTHS) {
      const id = t.freshId().padEnd(length, ".");
      fates[`${length} characters`] = await fateOf(t, id);
    }
    t.observe("ORD-FIELD-19", { ...fates, empty: await fateOf(t, "") });
  },
};

async function fateOf({ agent, market }: CheckContext, id: string): Promise<string> {
  const placed = await agent.placeOnce(market.resting("BUY", { client_order_id: id }));
  return placed.fate;
}

const refusedBody: Check = {
  title: "a body that fails validation leaves no order behind its client_order_id",
  proves: ["ORD-FIELD-25", "ORD-FIELD-26"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const order = market.resting();
    const before = openCount(await agent.openOrders());
    await malformedFirst(t, { ...order, qty: "abc" });
    await t.settle();
    const open = await agent.openOrders();
    t.expect("ORD-FIELD-25", open, lacks(String(order["client_order_id"])));
    t.expect("ORD-FIELD-25", open, noMoreOpenThan(before));
    const reused = await agent.placeOnce(order);
    t.observe("ORD-FIELD-26", `${reused.fate} afterwards`);
  },
};

async function malformedFirst(
  { agent }: CheckContext,
  order: Record<string, unknown>,
): Promise<void> {
  const placed = await agent.provoke(order);
  if (placed.fate === "accepted") {
    throw new StandsOn("ORD-FIELD-08", "an order whose qty is not a number was accepted");
  }
}

/** Checks of client_order_id as a field; what it makes idempotent is another file's subject. */
export const orderFieldsClientId: readonly Check[] = [
  idCharacters,
  otherCharacters,
  withoutId,
  idLengths,
  refusedBody,
];
