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
import { WAYS } from "./ways.ts";

const LENGTH = 45;
/** Of so many flawed orders one may be declined, where the others are not sent beside it. */
const DECLINES_ONE_OF = 4;
/** So many of the others are sent at once with each that may be declined, where all else is own. */
const BESIDE = 12;

const { leaning, reducing, cancel, look } = STEPS;

const withNeutral = ({ weight, arbitrary }: typeof leaning) => ({
  weight: 2 * weight,
  arbitrary: fc
    .tuple(arbitrary, fc.nat(NEUTRAL_COUNT - 1))
    .map(([order, neutral]) => ({ ...order, neutral })),
});
/** Of so many flawed orders one is to reduce only. */
const REDUCES_ONE_OF = 4;

/** What is wrong with it is said when it is its turn. */
const flawed = {
  weight: 16,
  arbitrary: fc
    .oneof({ ...leaning, weight: REDUCES_ONE_OF - 1 }, { ...reducing, weight: 1 })
    .map((order) => ({ ...order, flaw: 0 })),
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
          script.map((one) => ("flaw" in one ? { ...one, ...pairs.next() } : one)),
        plays: { own: 12, shared: 1 },
        async play(played, script, pace) {
          const [run] = await playScript(played, script, { pace, flat: true, flaws: all });
          pairs.again(run.unsent);
          await afterEnd(played, run, script.length);
        },
      });
    },
  };
}

/** A flaw by its number, and the time in force of the order that has it. */
type Pair = Required<Pick<OrderStep, "flaw" | "tif">>;

/** A pair, what is sent beside it, and by whom and on which side where those are to be declined in turn. */
type PairInTurn = Pair & Partial<Pick<OrderStep, "beside" | "who" | "side">>;

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
  return new PairsInTurn(drawn, t.market.info.own, ({ flaw }) => flaws[flaw]?.declines === true);
}

/** Pairs one after the other, of those that may be declined no more than a play may have. */
class PairsInTurn {
  readonly #malformed: readonly Pair[];
  readonly #declined: readonly Pair[];
  readonly #flaws: readonly number[];
  readonly #own: boolean;
  readonly #again: Pair[] = [];
  #count = 0;
  #besides = 0;

  constructor(pairs: readonly Pair[], own: boolean, isDeclined: (pair: Pair) => boolean) {
    this.#malformed = pairs.filter((pair) => !isDeclined(pair));
    this.#flaws = [...new Set(this.#malformed.map(({ flaw }) => flaw))];
    this.#declined = pairs.filter(isDeclined);
    this.#own = own;
  }

  /** Shape: undefined where there is none. */
  next(): PairInTurn | undefined {
    const one = this.#one();
    if (one === undefined || !this.#own) return one;
    return { ...one, beside: Array.from({ length: BESIDE }, () => this.#beside()) };
  }

  /** Pairs that were not sent as drawn: it is their turn again. */
  again(pairs: readonly OrderStep[]): void {
    for (const { flaw = 0, tif } of pairs) this.#again.push({ flaw, tif });
  }

  #one(): PairInTurn | undefined {
    const count = this.#count++;
    const oneOf = this.#own ? 1 : DECLINES_ONE_OF;
    const round = Math.floor(count / oneOf);
    if (count % oneOf === 0) return this.#declinedIn(round);
    return this.#malformed[(count - round - 1) % this.#malformed.length];
  }

  /** Each agent on each side in turn. */
  #declinedIn(round: number): PairInTurn | undefined {
    const { length } = this.#declined;
    const pair = this.#again.shift() ?? this.#declined[round % length];
    const by = round + Math.floor(round / length);
    return pair && { ...pair, who: by % 2, side: (by >> 1) % 2 };
  }

  /** Each in another way than before, until it had all. */
  #beside(): { flaw: number; way: number } {
    const all = this.#flaws;
    const count = this.#besides++;
    const index = count % all.length;
    return { flaw: all[index] ?? 0, way: (index + Math.floor(count / all.length)) % WAYS };
  }
}
