/** What resting reduce_only orders may do once the position has shrunk, gone or turned (D-073). */

import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
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
    await other.takes(market.limit(opposite(side), near));
    const rest = market.limit(opposite(side), far, { qty: HELD, tif: "IOC" });
    t.expect("REJ-RO-06", await other.provoke(rest), filledAtMostLeft);
    await t.settle();
    t.expect("REJ-RO-06", await agent.position(market), neitherFlippedNorGrown(cell));
  },
});

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
