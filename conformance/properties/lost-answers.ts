/** Answers lost on the way: afterwards the order was placed once, or not at all (H-06). */
import fc from "fast-check";
import { CONNECTION_FAULTS } from "../../scenarios/deployment/wire/sever.ts";
import type { Check } from "../check/check.ts";
import { explore, type Property } from "./explore.ts";
import { playScript } from "./play-script.ts";
import { orders, type PropertyStep, STEPS, scriptOf, TIFS } from "./step.ts";

const LENGTH = 12;

const lose = fc.record({
  do: fc.constant("lose" as const),
  manner: fc.nat(CONNECTION_FAULTS.length - 1),
  order: orders(TIFS.length),
});
const { order, cancel } = STEPS;
const lost = { weight: 8, arbitrary: lose };
const step = fc.oneof(lost, { ...order, weight: 4 }, cancel) as fc.Arbitrary<PropertyStep>;

const PROPERTY: Omit<Property<PropertyStep>, "rules"> = {
  scripts: scriptOf(step, LENGTH),
  plays: { own: 1, shared: 1 },
  play: (t, script, pace) => playScript(t, script, { pace }),
};

/** The check of a rule on unknown outcomes. */
export function lostAnswers(rule: string): Check {
  return {
    title: "an order whose answer is lost, late or doubled on the way is placed once or not at all",
    proves: [rule],
    needs: ["two-owners", "market", "quiet"],
    body: (t) => explore(t, { ...PROPERTY, rules: { answers: rule, state: rule } }),
  };
}
