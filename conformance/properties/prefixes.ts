/** The four prefixes are one service: what is begun under one goes on under another. */
import fc from "fast-check";
import type { MetamorphicPair } from "./metamorphic.ts";
import type { MetamorphicLaw } from "./metamorphic-check.ts";
import { PREFIXES } from "./repeat.ts";
import { type PropertyStep, STEPS, scriptOf } from "./step.ts";

const LENGTH = 20;

/** Every request under another prefix than the one before. */
const PAIR: MetamorphicPair = {
  says: "under changing prefixes",
  change: (index) => ({ how: { prefix: PREFIXES[index % PREFIXES.length] ?? "" } }),
};

const { order, cancel, cancelAll } = STEPS;

/** Prefixes mixed within one sequence. */
export const prefixes: MetamorphicLaw = {
  title: "a random sequence comes to the same under changing prefixes",
  scripts: scriptOf(fc.oneof(order, cancel, cancelAll) as fc.Arbitrary<PropertyStep>, LENGTH),
  pair: PAIR,
};
