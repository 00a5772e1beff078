/** What resting reduce_only orders may do once the position has shrunk, gone or turned (D-073). */

import { objectOf, type PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { priceOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import { type Cell, KINDS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { adding, HELD, shrinkingSide } from "../../check/take-position.ts";
import { filled, placedThat } from "../../expect/placed.ts";
import { heldTimes, neitherFlippedNorGrown, restsReducing } from "./reducing.ts";

/** An agent that leaves its position, or turns it round, at its worse price. */
const orphaned = (title: string, times: 0 | -1): Check => ({
  title,
  proves: ["REJ-RO-06"],
  needs: ["market", "quiet"],
  async body(t) {
    const { agent, other, market, cell } = t;
    const side = shrinkingSide(cell);
    const qty = HELD * (1 - times);
    // What it left behind asks for the better price.
    const [near = 0, far = 0] = await market.ladder(2, opposite(side));
    await restsReducing(agent, market.limit(side, far, { qty: HELD, reduce_only: true }));
    await other.rests(market.limit(opposite(side), near, { qty }));
    await agent.takes(market.limit(side, near, { qty }));
    const rest = market.limit(opposite(side), far, { qty: HELD, tif: "IOC" });
    t.expect("REJ-RO-06", await other.provoke(rest), filled(0));
    await t.settle();
    const held = holds(heldTimes(cell, times));
    await t.eventually("REJ-RO-06", () => agent.position(market), held);
  },
});

const holds = (held: number): Expectation<number | null> =>
  that(`a position of ${held}`, (position) => position === null || position === held);

const gone = orphaned("a resting reduce_only order opens nothing when its position has gone", 0);
const turned = orphaned("a resting reduce_only order adds nothing to a position turned round", -1);

/** With `beside`, another agent of the owner holds as much again: that is not the agent's to reduce. */
const shrunk = (title: string, beside: boolean): Check => ({
  title,
  proves: ["REJ-RO-06"],
  needs: ["market", "quiet", ...(beside ? (["sibling", "operator"] as const) : [])],
  async body(t) {
    const { agent, other, market, cell } = t;
    if (beside) {
      const [buyer, seller] = adding(cell) === "BUY" ? [t.sibling, other] : [other, t.sibling];
      await t.trade({ buyer, seller, qty: HELD });
    }
    const side = shrinkingSide(cell);
    const [near = 0, far = 0] = await market.ladder(2, opposite(side));
    await restsReducing(agent, market.limit(side, far, { qty: HELD, reduce_only: true }));
    // Its better price is met first: the position shrinks while the agent sends nothing.
    await agent.rests(market.limit(side, near));
    if (isInOneGo(cell, beside)) {
      await meetsBoth(t, opposite(side), far);
    } else {
      await other.takes(market.limit(opposite(side), near));
      const rest = market.limit(opposite(side), far, { qty: HELD, tif: "IOC" });
      t.expect("REJ-RO-06", await other.provoke(rest), filledAtMostLeft);
    }
    await t.settle();
    t.expect("REJ-RO-06", await agent.position(market), neitherFlippedNorGrown(cell));
  },
});

/** One order meets both in every other kind of market; in the others one order each. */
function isInOneGo({ kind = KINDS[0] }: Cell, beside: boolean): boolean {
  return (KINDS.indexOf(kind) + Number(beside)) % 2 === 0;
}

/**
 * One order of the other agent meets all that the agent has resting. Errors: Missing where it was filled
 * beyond the position and tells of no better price first: who had opened the rest is not known then.
 */
async function meetsBoth({ other, market }: CheckContext, side: Side, far: number): Promise<void> {
  const swept = await other.provoke(market.limit(side, far, { qty: HELD + 1, tif: "IOC" }));
  if ((swept.filledQty ?? 0) <= HELD || isBestFirst(swept, side)) return;
  throw new Missing("did not arise: an order that tells of a fill at the better price first");
}

/** Whether the first fill that an answer tells of has a better price than the last. */
function isBestFirst({ fills }: PlaceResponse, side: Side): boolean {
  const prices = (fills ?? []).map((fill) => priceOf(objectOf(fill)) ?? Number.NaN);
  const [first = Number.NaN, last = Number.NaN] = [prices[0], prices.at(-1)];
  return side === "BUY" ? first < last : first > last;
}

const filledAtMostLeft = placedThat(`filled at most the ${HELD - 1} left`, ({ filledQty }) => {
  return (filledQty ?? 0) <= HELD - 1;
});

/** Checks of what is left resting. */
export const left: readonly Check[] = [
  gone,
  turned,
  shrunk("a resting reduce_only order closes no more than is left of its position", false),
  shrunk("a resting reduce_only order closes nothing of what a sibling agent holds", true),
];
