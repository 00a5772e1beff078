/** The laws that need no model: how a random sequence may be varied, and what must stay the same. */
import fc from "fast-check";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import { PREFIXES } from "../check/cell.ts";
import { opposite } from "../check/check-context.ts";
import type { Left } from "./act.ts";
import type { MetamorphicLaw } from "./metamorphic.ts";
import { LEVELS, orders, type PropertyStep, STEPS, scriptOf, TIFS } from "./step.ts";

const LENGTH = 20;

/** Steps that are drawn twice as often as elsewhere. */
function often<S extends { weight: number }>(steps: S): S {
  return { ...steps, weight: 2 * steps.weight };
}

/** The four prefixes are one service: what is begun under one goes on under another. */
export const prefixes: MetamorphicLaw = {
  title: "a random sequence comes to the same under changing prefixes",
  scripts: scriptOf(
    fc.oneof(STEPS.leaning, often(STEPS.cancel), STEPS.cancelAll) as fc.Arbitrary<PropertyStep>,
    LENGTH,
  ),
  pair: {
    says: "under changing prefixes",
    change: (index) => ({ how: { prefix: PREFIXES[index % PREFIXES.length] ?? "" } }),
  },
};

const cancelAll = (who: number) => ({ do: "cancel-all" as const, who });
const atOnePrice = { do: "order" as const, level: 1 };

/** An order that is met in part, alone in the book, and is cancelled with all of its agent. */
const PARTLY_FILLED: readonly PropertyStep[] = [
  ...[cancelAll(0), cancelAll(1)],
  { ...atOnePrice, who: 0, side: 0, qty: 4, tif: TIFS.indexOf("GTC") },
  { ...atOnePrice, who: 1, side: 1, qty: 1, tif: TIFS.indexOf("IOC") },
  cancelAll(0),
];

/** Cancelling all at once leaves what cancelling each order leaves. */
export const cancels: MetamorphicLaw = {
  title: "a random sequence leaves the same where each order is cancelled in place of all",
  scripts: scriptOf(
    fc.oneof(STEPS.leaning, STEPS.cancelAll, STEPS.cancel) as fc.Arbitrary<PropertyStep>,
    LENGTH - PARTLY_FILLED.length,
  ).map((script) => [...script, ...PARTLY_FILLED]),
  pair: { says: "with each order cancelled where all were", oneByOne: true },
};

/** Names near to those of the spec, and values of every type. */
const STRANGE: readonly OrderBody[] = [
  { x_touchstone: "unknown" },
  { quantity: 99, limit_price: 1, order_side: "SELL" },
  { id: "00000000-0000-0000-0000-000000000001", status: "FILLED", filled_qty: 5 },
  { agent_id: null, owner: { name: "nobody" }, tags: ["a", 1, null] },
];

/** Fields of an order that nobody knows change nothing. Spec: Unknown body fields are ignored. */
export const unknownFields: MetamorphicLaw = {
  title: "a random sequence comes to the same with fields in its orders that nobody knows",
  scripts: scriptOf(fc.oneof(STEPS.order, STEPS.cancel) as fc.Arbitrary<PropertyStep>, LENGTH),
  pair: {
    says: "with unknown fields",
    change: (index) => ({ fields: STRANGE[index % STRANGE.length] ?? {} }),
  },
};

/** GTC alone: FOK is all or nothing, and an unmatched part of an IOC may be declined (D-022). */
const plain = { weight: 8, arbitrary: orders(1) };

/** An order sent in two parts, at one price, one after the other, changes no total. */
export const splitOrders: MetamorphicLaw = {
  title: "a random sequence has the same totals with its orders sent in two parts",
  scripts: scriptOf(fc.oneof(plain, STEPS.cancel) as fc.Arbitrary<PropertyStep>, LENGTH),
  pair: {
    says: "with every larger order in two parts",
    parts: (terms) =>
      terms.qty === 1
        ? [terms]
        : [
            { ...terms, qty: 1 },
            { ...terms, qty: terms.qty - 1 },
          ],
  },
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

/** Buying and selling are mirror images: with sides and prices turned round, so is the outcome. */
export const mirrored: MetamorphicLaw = {
  title: "the mirror image of a random sequence has the mirrored outcome",
  scripts: scriptOf(fc.oneof(limits, STEPS.cancel) as fc.Arbitrary<PropertyStep>, LENGTH),
  pair: {
    says: "mirrored",
    parts: (terms) => {
      const price = terms.price === null ? null : LEVELS - 1 - terms.price;
      return [{ ...terms, side: opposite(terms.side), price }];
    },
    asFirst: turnedBack,
  },
};
