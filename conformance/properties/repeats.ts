/** Any order sent again, now or later, under any prefix, by any key: one order. Spec: Behaviour 2. */
import fc from "fast-check";
import { PREFIXES } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import type { Need } from "../check/need.ts";
import { explore, type Property } from "./explore.ts";
import { playScript } from "./play-script.ts";
import { type PropertyStep, STEPS, scriptOf } from "./step.ts";

const LENGTH = 30;

/** Scripts of which every third command repeats an order; `keys` is how many an agent uses. */
function propertyOf(rule: string, keys: number): Property<PropertyStep> {
  const repeat = fc.record({
    do: fc.constant("repeat" as const),
    pick: fc.nat(7),
    prefix: fc.nat(PREFIXES.length - 1),
    key: fc.constant(keys - 1),
  });
  const { leaning, cancel, cancelAll } = STEPS;
  const repeated = { weight: 8, arbitrary: repeat };
  const step = fc.oneof(leaning, cancel, cancelAll, repeated) as fc.Arbitrary<PropertyStep>;
  return {
    rules: { answers: rule, state: rule },
    scripts: scriptOf(step, LENGTH),
    plays: { own: 4, shared: 1 },
    play: (t, script, pace) => playScript(t, script, { pace }),
  };
}

/** The check of a rule on repeats under any prefix, by so many keys of an agent. */
export function repeats(rule: string, { title, keys }: { title: string; keys: number }): Check {
  const second: Need[] = keys > 1 ? ["second-key"] : [];
  return {
    title,
    proves: [rule],
    needs: ["two-owners", ...second, "market", "quiet"],
    body: (t) => explore(t, propertyOf(rule, keys)),
  };
}
