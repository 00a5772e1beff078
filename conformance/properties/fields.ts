/** Random commands whose orders have members that change nothing, and orders that have to be refused. */

import fc from "fast-check";
import { KINDS } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { Flaw } from "../check/flaw.ts";
import { DRESS_COUNT } from "./dress.ts";
import { explore, type Property } from "./explore.ts";
import { playScript } from "./play-script.ts";
import { inAnyWay, type PropertyStep, STEPS, scriptOf, TIFS, type WeightedStep } from "./step.ts";

const LENGTH = 90;
/** Where each command is paced. */
const LENGTH_PACED = 45;
/** Of so many flawed orders one may be declined: in a play that are only a few. */
const DECLINES_ONE_OF = 4;

type FlawedStep = Extract<PropertyStep, { do: "flawed" }>;

const { leaning, reducing, cancel, look } = STEPS;

const dressed = ({ weight, arbitrary }: typeof leaning) => ({
  weight,
  arbitrary: fc
    .tuple(arbitrary, fc.nat(DRESS_COUNT - 1))
    .map(([order, dress]) => ({ ...order, dress })),
});
const flawed = {
  weight: 16,
  arbitrary: leaning.arbitrary.map((order) => ({
    ...{ do: "flawed" as const, who: order.who, flaw: 0, order },
  })),
};
const steps: WeightedStep[] = [dressed(leaning), dressed(reducing), flawed, cancel, look];
const step = fc.oneof(...steps.map((one) => inAnyWay(one))) as fc.Arbitrary<PropertyStep>;

/** The check of rules on what changes nothing of an order, and on what makes it none. */
export function fields(
  rules: Required<Omit<Property<PropertyStep>["rules"], "cash">>,
  all: readonly Flaw[],
): Check {
  return {
    title: "among random commands members that change nothing do so, and a flaw is always refused",
    proves: [rules.answers, rules.refusal],
    needs: ["two-owners", "market", "quiet"],
    async body(t) {
      const decks = decksOf(t, all);
      await explore<PropertyStep>(t, {
        rules,
        scripts: scriptOf(step, LENGTH),
        deal: (script) =>
          script
            .slice(0, t.market.info.own ? LENGTH : LENGTH_PACED)
            .map((one) => (one.do === "flawed" ? dealt(one, decks) : one)),
        plays: { own: 6, shared: 1 },
        play: (played, script, pace) =>
          playScript(played, script, { pace, flat: true, flaws: all }),
      });
    },
  };
}

/** A flaw by its number, and the time in force of the order that has it. */
type Card = Pick<FlawedStep, "flaw"> & { tif: number };

/** What is still to be sent. */
interface Decks {
  /** How many were dealt. */
  count: number;
  malformed: readonly Card[];
  declined: readonly Card[];
}

/** The flaws of this kind of market with every time in force: each pair in one of the kinds that have it. */
function decksOf(t: CheckContext, flaws: readonly Flaw[]): Decks {
  const { kind } = t.market.info;
  const cards = flaws.flatMap(({ kinds }, flaw) =>
    TIFS.flatMap((_, tif) => {
      const there = kinds ?? KINDS;
      const isHere = (flaw + tif) % there.length === there.indexOf(kind);
      return isHere ? [{ flaw, tif }] : [];
    }),
  );
  const shuffled = fc.shuffledSubarray(cards, { minLength: cards.length });
  const [deck = []] = fc.sample(shuffled, { seed: t.run.seed, numRuns: 1 });
  const isDeclined = ({ flaw }: Card) => flaws[flaw]?.declines === true;
  return {
    count: 0,
    malformed: deck.filter((card) => !isDeclined(card)),
    declined: deck.filter(isDeclined),
  };
}

function dealt(step: FlawedStep, decks: Decks): FlawedStep {
  const { count, malformed, declined } = decks;
  decks.count += 1;
  const turn = Math.floor(count / DECLINES_ONE_OF);
  const isDeclined = count % DECLINES_ONE_OF === 0;
  const card = isDeclined
    ? declined[turn % declined.length]
    : malformed[(count - turn - 1) % malformed.length];
  if (card === undefined) return step;
  return { ...step, flaw: card.flaw, order: { ...step.order, tif: card.tif } };
}
