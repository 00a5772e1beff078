/** Buying and selling are mirror images: with sides and prices turned round, so is the outcome. */
import fc from "fast-check";
import type { Check } from "../check.ts";
import type { Left } from "./act.ts";
import { explore, type Property } from "./explore.ts";
import { opposite } from "./resolve.ts";
import { LEVELS, orders, STEPS, type Step, scriptOf } from "./step.ts";
import { playTwins, type Twin } from "./twins.ts";

const LENGTH = 20;

const TWIN: Twin = {
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

const PROPERTY: Property<Step> = {
  rules: { answers: "PROP-META-04", state: "PROP-META-04" },
  scripts: scriptOf(fc.oneof(limits, STEPS.cancel) as fc.Arbitrary<Step>, LENGTH),
  plays: { own: 2, shared: 2 },
  play: (trial, script, pace) => playTwins(trial, script, { pace, twin: TWIN }),
};

/** Sides turned round. */
export const mirrored: Check = {
  title: "the mirror image of a random sequence has the mirrored outcome",
  proves: ["PROP-META-04"],
  needs: ["two-owners", "binary", "quiet"],
  body: (trial) => explore(trial, PROPERTY),
};
