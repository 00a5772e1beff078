/** Buying and selling are mirror images: with sides and prices turned round, so is the outcome. */
import fc from "fast-check";
import type { Left } from "./act.ts";
import type { MetamorphicPair } from "./metamorphic.ts";
import type { MetamorphicLaw } from "./metamorphic-check.ts";
import { opposite } from "./resolve.ts";
import { LEVELS, orders, type PropertyStep, STEPS, scriptOf } from "./step.ts";

const LENGTH = 20;

const PAIR: MetamorphicPair = {
  says: "mirrored",
  parts: (terms) => {
    const price = terms.price === null ? null : LEVELS - 1 - terms.price;
    return [{ ...terms, side: opposite(terms.side), price }];
  },
  asFirst: turnedBack,
};

function turnedBack({ bids, asks, held }: Left): Left {
  const turned = (levels: Left["bids"]): Left["bids"] =>
    levels?.map(([rung, qty]) => [LEVELS - 1 - rung, qty] as const) ?? null;
  // A zero has no sign.
  const negated = held.map((position) => (position ? -position : position));
  return { bids: turned(asks), asks: turned(bids), held: negated };
}

/** How far a MARKET order reaches need not be symmetric (D-065): limits alone. */
const limits = { weight: 8, arbitrary: orders(2) };

/** Sides turned round. */
export const mirrored: MetamorphicLaw = {
  title: "the mirror image of a random sequence has the mirrored outcome",
  scripts: scriptOf(fc.oneof(limits, STEPS.cancel) as fc.Arbitrary<PropertyStep>, LENGTH),
  pair: PAIR,
};
