/** Random commands whose orders have members that change nothing, and orders that have to be refused. */

import fc from "fast-check";
import { KINDS } from "../check/cell.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { Flaw } from "../check/flaw.ts";
import { afterEnd } from "./after-end.ts";
import { explore, type Property } from "./explore.ts";
import { NEUTRAL_COUNT } from "./neutral-members.ts";
import { playScript } from "./play-script.ts";
import {
  inAnyWay,
  type OrderStep,
  type PropertyStep,
  STEPS,
  scriptOf,
  TIFS,
  type WeightedStep,
} from "./step.ts";

const LENGTH = 90;
/** Where each command is paced. */
const LENGTH_PACED = 45;
/** Of so many flawed orders one may be declined: in a play that are only a few. */
const DECLINES_ONE_OF = 4;

const { leaning, reducing, cancel, look } = STEPS;

const withNeutral = ({ weight, arbitrary }: typeof leaning) => ({
  weight: 2 * weight,
  arbitrary: fc
    .tuple(arbitrary, fc.nat(NEUTRAL_COUNT - 1))
    .map(([order, neutral]) => ({ ...order, neutral })),
});
/** What is wrong with it is said when it is its turn. */
const flawed = {
  weight: 16,
  arbitrary: leaning.arbitrary.map((order) => ({ ...order, flaw: 0 })),
};
const steps: WeightedStep[] = [withNeutral(leaning), withNeutral(reducing), flawed, cancel, look];
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
      const pairs = pairsOf(t, all);
      await explore<PropertyStep>(t, {
        rules,
        scripts: scriptOf(step, LENGTH),
        complete: (script) =>
          script
            .slice(0, t.market.info.own ? LENGTH : LENGTH_PACED)
            .map((one) => ("flaw" in one ? { ...one, ...pairs.next() } : one)),
        plays: { own: 6, shared: 1 },
        async play(played, script, pace) {
          const [run] = await playScript(played, script, { pace, flat: true, flaws: all });
          await afterEnd(played, run, script.length);
        },
      });
    },
  };
}

/** A flaw by its number, and the time in force of the order that has it. */
type Pair = Required<Pick<OrderStep, "flaw" | "tif">>;

/** The flaws of this kind of market with every time in force: each pair in one of the kinds that have it. */
function pairsOf(t: CheckContext, flaws: readonly Flaw[]): PairsInTurn {
  const { kind } = t.market.info;
  const pairs = flaws.flatMap(({ kinds }, flaw) =>
    TIFS.flatMap((_, tif) => {
      const there = kinds ?? KINDS;
      const isHere = (flaw + tif) % there.length === there.indexOf(kind);
      return isHere ? [{ flaw, tif }] : [];
    }),
  );
  const shuffled = fc.shuffledSubarray(pairs, { minLength: pairs.length });
  const [drawn = []] = fc.sample(shuffled, { seed: t.run.seed, numRuns: 1 });
  return new PairsInTurn(drawn, ({ flaw }) => flaws[flaw]?.declines === true);
}

/** Pairs one after the other, of those that may be declined no more than a play may have. */
class PairsInTurn {
  readonly #malformed: readonly Pair[];
  readonly #declined: readonly Pair[];
  #count = 0;

  constructor(pairs: readonly Pair[], isDeclined: (pair: Pair) => boolean) {
    this.#malformed = pairs.filter((pair) => !isDeclined(pair));
    this.#declined = pairs.filter(isDeclined);
  }

  /** Shape: undefined where there is none. */
  next(): Pair | undefined {
    const count = this.#count++;
    const round = Math.floor(count / DECLINES_ONE_OF);
    if (count % DECLINES_ONE_OF === 0) return this.#declined[round % this.#declined.length];
    return this.#malformed[(count - round - 1) % this.#malformed.length];
  }
}
