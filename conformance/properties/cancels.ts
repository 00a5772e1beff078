/** Cancelling all at once leaves what cancelling each order leaves. */
import fc from "fast-check";
import type { Check } from "../check.ts";
import { explore, type Property } from "./explore.ts";
import { STEPS, type Step, scriptOf } from "./step.ts";
import { playTwins, type Twin } from "./twins.ts";

const LENGTH = 16;

const TWIN: Twin = { says: "with each order cancelled where all were", oneByOne: true };

const { order, cancelAll } = STEPS;
const often = { ...cancelAll, weight: 2 };

const PROPERTY: Property<Step> = {
  rules: { answers: "PROP-META-05", state: "PROP-META-05" },
  scripts: scriptOf(fc.oneof(order, often) as fc.Arbitrary<Step>, LENGTH),
  plays: { own: 2, shared: 2 },
  play: (trial, script, pace) => playTwins(trial, script, { pace, twin: TWIN }),
};

/** Cancel-all against cancels. */
export const cancels: Check = {
  title: "a random sequence leaves the same where each order is cancelled in place of all",
  proves: ["PROP-META-05"],
  needs: ["two-owners", "binary", "quiet"],
  body: (trial) => explore(trial, PROPERTY),
};
