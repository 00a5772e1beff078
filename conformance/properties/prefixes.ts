/** The four prefixes are one service: what is begun under one goes on under another. */
import fc from "fast-check";
import type { Check } from "../check.ts";
import { explore, type Property } from "./explore.ts";
import { PREFIXES } from "./repeat.ts";
import { STEPS, type Step, scriptOf } from "./step.ts";
import { playTwins, type Twin } from "./twins.ts";

const LENGTH = 20;

/** Every request under another prefix than the one before. */
const TWIN: Twin = {
  says: "under changing prefixes",
  change: (index) => ({ how: { prefix: PREFIXES[index % PREFIXES.length] ?? "" } }),
};

const { order, cancel, cancelAll } = STEPS;

const PROPERTY: Property<Step> = {
  rules: { answers: "PROP-META-01", state: "PROP-META-01" },
  scripts: scriptOf(fc.oneof(order, cancel, cancelAll) as fc.Arbitrary<Step>, LENGTH),
  plays: { own: 2, shared: 2 },
  play: (trial, script, pace) => playTwins(trial, script, { pace, twin: TWIN }),
};

/** Prefixes mixed within one sequence. */
export const prefixes: Check = {
  title: "a random sequence comes to the same under changing prefixes",
  proves: ["PROP-META-01"],
  needs: ["two-owners", "binary", "quiet"],
  body: (trial) => explore(trial, PROPERTY),
};
