/** Random sequences of commands over two markets, by two agents of one owner and one of another. */
import fc from "fast-check";
import type { Check } from "../check/check.ts";
import { elsewhereAfterEnd } from "./after-end.ts";
import { explore, type Property } from "./explore.ts";
import { takesLadders } from "./ladder.ts";
import { playScript } from "./play-script.ts";
import {
  inAnyWay,
  type PropertyStep,
  STEPS,
  STEPS_ACROSS,
  scriptOf,
  type WeightedStep,
} from "./step.ts";
import { moneyOf } from "./wallets.ts";

const LENGTH = 60;

/** The same step in either market, and in half the cases by the sibling in place of the agent. */
function anywhere({ weight, arbitrary }: WeightedStep): WeightedStep {
  const placed = fc.tuple(arbitrary, fc.nat(1), fc.nat(1)).map(([step, market, sibling]) => {
    const isSiblings = sibling === 1 && "who" in step && step.who === 0;
    return { ...step, market, ...(isSiblings && { who: SIBLING }) };
  });
  return { weight, arbitrary: placed };
}

/** The place of the sibling among the callers of a play. */
const SIBLING = 2;

const { order: _, leaning, amend, ...others } = STEPS;
/** Where more rests than trades, more can be changed that was changed before. */
const deepening = { leaning: { ...leaning, weight: 10 }, amend: { ...amend, weight: 5 } };
const steps: WeightedStep[] = Object.values({ ...others, ...deepening, ...STEPS_ACROSS });
const placed = steps.map(anywhere).map(inAnyWay);
const step = fc.oneof(...placed) as fc.Arbitrary<PropertyStep>;

/** The check of rules on answers, on what can be read, and on cash where markets come together. */
export function acrossMarkets({
  cash,
  ...rules
}: Required<Omit<Property<PropertyStep>["rules"], "refusal">>): Check {
  return {
    title: "random commands in two markets by agents of one owner and of another do what they say",
    proves: [rules.answers, rules.state, cash],
    needs: ["two-owners", "sibling", "market", "two-markets", "quiet", "operator"],
    async body(t) {
      const ladders = await takesLadders(t, t.secondMarket);
      const claimed = await moneyOf(t);
      const money = typeof claimed === "string" ? null : claimed;
      if (typeof claimed === "string") t.moot(cash, claimed);
      await explore(t, {
        rules: money === null ? rules : { ...rules, cash },
        scripts: scriptOf(step, LENGTH),
        plays: { own: 5, shared: 1 },
        async play(played, script, pace) {
          const runs = await playScript(played, script, { pace, ladders, money });
          await elsewhereAfterEnd(played, runs, script.length);
        },
      });
    },
  };
}
