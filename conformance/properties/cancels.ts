/** Cancelling all at once leaves what cancelling each order leaves. */
import fc from "fast-check";
import type { MetamorphicPair } from "./metamorphic.ts";
import type { MetamorphicLaw } from "./metamorphic-check.ts";
import { type PropertyStep, STEPS, scriptOf } from "./step.ts";

const LENGTH = 16;

const PAIR: MetamorphicPair = { says: "with each order cancelled where all were", oneByOne: true };

const { order, cancelAll } = STEPS;
const often = { ...cancelAll, weight: 2 };

/** Cancel-all against cancels. */
export const cancels: MetamorphicLaw = {
  title: "a random sequence leaves the same where each order is cancelled in place of all",
  scripts: scriptOf(fc.oneof(order, often) as fc.Arbitrary<PropertyStep>, LENGTH),
  pair: PAIR,
};
