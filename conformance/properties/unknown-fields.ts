/** Fields of an order that nobody knows change nothing. Spec: Unknown body fields are ignored. */
import fc from "fast-check";
import type { Check } from "../check.ts";
import type { Order } from "../trial/order.ts";
import { explore, type Property } from "./explore.ts";
import { STEPS, type Step, scriptOf } from "./step.ts";
import { playTwins, type Twin } from "./twins.ts";

const LENGTH = 20;

/** Names near to those of the spec, and values of every type. */
const STRANGE: readonly Order[] = [
  { x_touchstone: "unknown" },
  { quantity: 99, limit_price: 1, order_side: "SELL" },
  { id: "00000000-0000-0000-0000-000000000001", status: "FILLED", filled_qty: 5 },
  { agent_id: null, owner: { name: "nobody" }, tags: ["a", 1, null] },
];

const TWIN: Twin = {
  says: "with unknown fields",
  change: (index) => ({ fields: STRANGE[index % STRANGE.length] ?? {} }),
};

const { order, cancel } = STEPS;

const PROPERTY: Property<Step> = {
  rules: { answers: "PROP-META-02", state: "PROP-META-02" },
  scripts: scriptOf(fc.oneof(order, cancel) as fc.Arbitrary<Step>, LENGTH),
  plays: { own: 2, shared: 2 },
  play: (trial, script, pace) => playTwins(trial, script, { pace, twin: TWIN }),
};

/** Unknown fields within a sequence. */
export const unknownFields: Check = {
  title: "a random sequence comes to the same with fields in its orders that nobody knows",
  proves: ["PROP-META-02"],
  needs: ["two-owners", "binary", "quiet"],
  body: (trial) => explore(trial, PROPERTY),
};
