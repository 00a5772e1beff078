/** Fields of an order that nobody knows change nothing. Spec: Unknown body fields are ignored. */
import fc from "fast-check";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import type { MetamorphicPair } from "./metamorphic.ts";
import type { MetamorphicLaw } from "./metamorphic-check.ts";
import { type PropertyStep, STEPS, scriptOf } from "./step.ts";

const LENGTH = 20;

/** Names near to those of the spec, and values of every type. */
const STRANGE: readonly OrderBody[] = [
  { x_touchstone: "unknown" },
  { quantity: 99, limit_price: 1, order_side: "SELL" },
  { id: "00000000-0000-0000-0000-000000000001", status: "FILLED", filled_qty: 5 },
  { agent_id: null, owner: { name: "nobody" }, tags: ["a", 1, null] },
];

const PAIR: MetamorphicPair = {
  says: "with unknown fields",
  change: (index) => ({ fields: STRANGE[index % STRANGE.length] ?? {} }),
};

const { order, cancel } = STEPS;

/** Unknown fields within a sequence. */
export const unknownFields: MetamorphicLaw = {
  title: "a random sequence comes to the same with fields in its orders that nobody knows",
  scripts: scriptOf(fc.oneof(order, cancel) as fc.Arbitrary<PropertyStep>, LENGTH),
  pair: PAIR,
};
