/** Cancelling all at once leaves what cancelling each order leaves. */
import fc from "fast-check";
import type { Twin } from "./metamorphic.ts";
import { twinCheck } from "./metamorphic-check.ts";
import { STEPS, type Step, scriptOf } from "./step.ts";

const LENGTH = 16;

const TWIN: Twin = { says: "with each order cancelled where all were", oneByOne: true };

const { order, cancelAll } = STEPS;
const often = { ...cancelAll, weight: 2 };

/** Cancel-all against cancels. */
export const cancels = twinCheck({
  rule: "PROP-META-05",
  title: "a random sequence leaves the same where each order is cancelled in place of all",
  scripts: scriptOf(fc.oneof(order, often) as fc.Arbitrary<Step>, LENGTH),
  twin: TWIN,
});
