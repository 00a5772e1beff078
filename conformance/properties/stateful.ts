/** Random sequences of commands by several agents, every answer against the naive venue. */
import fc from "fast-check";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { explore, type Property } from "./explore.ts";
import { playScript } from "./play-script.ts";
import type { Pace } from "./property-run.ts";
import { inAnyWay, type PropertyStep, STEPS, scriptOf, type WeightedStep } from "./step.ts";

const LENGTH = 40;

/** Trades with a choice of makers, and how many went by price, then time. */
interface Turns {
  all: number;
  inTurn: number;
}

function propertyOf({
  rules,
  turns,
  plays,
}: Pick<Property<PropertyStep>, "rules" | "plays"> & { turns: Turns }): Property<PropertyStep> {
  const { leaning, amend, cancel, cancelForeign, cancelAll, look } = STEPS;
  // What reduces takes a position first, so few of these do: they are drawn more often.
  const reducing = { ...STEPS.reducing, weight: 5 };
  const of = (...steps: WeightedStep[]) =>
    fc.oneof(...steps.map(inAnyWay)) as fc.Arbitrary<PropertyStep>;
  const all = of(leaning, reducing, amend, cancel, cancelForeign, cancelAll, look);
  // Cancels keep a book shallow: some scripts do without.
  const deepening = of(leaning, reducing, amend, look);
  return {
    rules,
    scripts: fc.oneof(scriptOf(all, LENGTH), scriptOf(deepening, LENGTH)),
    plays,
    async play(t: CheckContext, script: readonly PropertyStep[], pace: Pace) {
      for (const run of await playScript(t, script, { pace, flat: true })) {
        turns.all += run.turns.all;
        turns.inTurn += run.turns.inTurn;
      }
    },
  };
}

/** The rules that the stateful property is of. */
export type StatefulRules = Property<PropertyStep>["rules"];

/** Its check, in which a rule of its own is about turns. */
export function stateful(rules: StatefulRules, ofTurns: string): Check {
  return {
    title: "random orders and cancels of two agents are answered and booked as a naive venue would",
    proves: [rules.answers, rules.state, ofTurns],
    needs: ["two-owners", "market", "quiet"],
    async body(t) {
      const turns = { all: 0, inTurn: 0 };
      await explore(t, propertyOf({ rules, turns, plays: { own: 12, shared: 2 } }));
      const { all, inTurn } = turns;
      if (all === 0) t.moot(ofTurns, "no trade had a choice of makers");
      else t.observe(ofTurns, `in ${inTurn === all ? "all" : "some"} trades`, oddIf(turns));
    },
  };
}

function oddIf({ all, inTurn }: Turns): string | undefined {
  if (inTurn === all) return undefined;
  return `price, then time decided in ${inTurn} of ${all} trades with a choice of makers`;
}
