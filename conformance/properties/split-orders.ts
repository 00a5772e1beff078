/** An order sent in two parts, at one price, one after the other, changes no total. */
import fc from "fast-check";
import type { Check } from "../check.ts";
import { explore, type Property } from "./explore.ts";
import { orders, STEPS, type Step, scriptOf } from "./step.ts";
import { playTwins, type Twin } from "./twins.ts";

const LENGTH = 20;

const TWIN: Twin = {
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

const PROPERTY: Property<Step> = {
  rules: { answers: "PROP-META-03", state: "PROP-META-03" },
  scripts: scriptOf(fc.oneof(plain, STEPS.cancel) as fc.Arbitrary<Step>, LENGTH),
  plays: { own: 2, shared: 2 },
  play: (trial, script, pace) => playTwins(trial, script, { pace, twin: TWIN }),
};

/** Orders in parts. */
export const splitOrders: Check = {
  title: "a random sequence has the same totals with its orders sent in two parts",
  proves: ["PROP-META-03"],
  needs: ["two-owners", "binary", "quiet"],
  body: (trial) => explore(trial, PROPERTY),
};
