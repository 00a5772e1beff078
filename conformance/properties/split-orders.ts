/** An order sent in two parts, at one price, one after the other, changes no total. */
import fc from "fast-check";
import type { MetamorphicPair } from "./metamorphic.ts";
import type { MetamorphicLaw } from "./metamorphic-check.ts";
import { orders, type PropertyStep, STEPS, scriptOf } from "./step.ts";

const LENGTH = 20;

const PAIR: MetamorphicPair = {
  says: "with every larger order in two parts",
  parts: (terms) =>
    terms.qty === 1
      ? [terms]
      : [
          { ...terms, qty: 1 },
          { ...terms, qty: terms.qty - 1 },
        ],
};

/** GTC alone: FOK is all or nothing, and an unmatched part of an IOC may be declined (D-022). */
const plain = { weight: 8, arbitrary: orders(1) };

/** Orders in parts. */
export const splitOrders: MetamorphicLaw = {
  title: "a random sequence has the same totals with its orders sent in two parts",
  scripts: scriptOf(fc.oneof(plain, STEPS.cancel) as fc.Arbitrary<PropertyStep>, LENGTH),
  pair: PAIR,
};
