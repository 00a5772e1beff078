/** What a reduce_only order may do. Spec: Order place request, Reject codes; D-072, D-073. */

import {
  type OrderBody,
  ownIdOf,
  type PlaceResponse,
} from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { MarketKind, Side } from "../../../scenarios/deployment/vocabulary.ts";
import { inTurnOf, KINDS } from "../../check/cell.ts";
import { amend } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation, that } from "../../check/expectation.ts";
import { adding, HELD, shrinkingSide } from "../../check/take-position.ts";
import { lacks } from "../../expect/answers.ts";
import { accepted, declined, placedThat } from "../../expect/placed.ts";
import { inTurn, rejection } from "../rejection.ts";
import { CONFIRMED } from "../reserve.ts";
import { left } from "./checks-reduce-left.ts";
import { HOLDING } from "./ranges.ts";
import {
  neitherFlippedNorGrown,
  restsReducing,
  violation,
  violationOrUnasked,
} from "./reducing.ts";

const fromFlat = rejection({
  rule: "REJ-RO-01",
  once: true,
  title: "a reduce_only order from flat is declined",
  needs: ["agent", "market"],
  arrange: (t) => t.flat(t.agent),
  valid: ({ market, side }) => market.resting(side, { reduce_only: false }),
  breaks: inTurn(
    [{}, { tif: "IOC" }].map((fields) => (order, { cell }) => ({
      ...order,
      ...fields,
      // Of one kind of market, as every other side has its own members.
      ...(cell.kind === "BTC_PERP" && CONFIRMED),
      reduce_only: true,
    })),
  ),
  as: violationOrUnasked,
});

const growing = rejection({
  rule: "REJ-RO-02",
  title: "a reduce_only order in the direction of the position is declined",
  needs: ["market", "quiet"],
  valid: ({ market, cell }) => market.resting(adding(cell), { reduce_only: false }),
  breaks: (order, { cell }) => ({
    ...order,
    reduce_only: true,
    ...(cell.position === "short" && CONFIRMED),
  }),
  as: violationOrUnasked,
});

const heldElsewhere: Check = {
  title:
    "a reduce_only order is declined where its agent is flat, whatever it holds in another market",
  proves: ["REJ-RO-01"],
  needs: ["market", "two-markets", "quiet"],
  over: HOLDING,
  once: true,
  async body(t) {
    const { agent, secondMarket, cell } = t;
    await t.flat(agent, secondMarket);
    const order = secondMarket.resting(shrinkingSide(cell), { reduce_only: true });
    t.expect("REJ-RO-01", await agent.provoke(order), violation);
  },
};

const sweepsFromFlat: Check = {
  title: "a reduce_only MARKET order from flat is declined where it would trade",
  proves: ["REJ-RO-01"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    await t.flat(t.agent);
    t.expect("REJ-RO-01", await sweepsReducing(t, t.side), sweepDeclined);
  },
};

const sweepsOn: Check = {
  title: "a reduce_only MARKET order in the direction of the position is declined",
  proves: ["REJ-RO-02"],
  needs: ["market", "quiet"],
  async body(t) {
    t.expect("REJ-RO-02", await sweepsReducing(t, adding(t.cell)), sweepDeclined);
  },
};

const sweepsBeyond: Check = {
  title: "a reduce_only MARKET order larger than the position stops at flat",
  proves: ["REJ-RO-04"],
  needs: ["market", "quiet"],
  async body(t) {
    const { agent, market, cell } = t;
    const swept = await sweepsReducing(t, shrinkingSide(cell), HELD + 1);
    t.expect("REJ-RO-04", swept, filledAtMostHeld);
    await t.settle();
    t.expect("REJ-RO-04", await agent.position(market), neitherFlippedNorGrown(cell));
  },
};

/** A reduce_only MARKET order that finds as much as it asks for. */
async function sweepsReducing(
  { agent, other, market }: CheckContext,
  side: Side,
  qty = 1,
): Promise<PlaceResponse> {
  const [price = 0] = await market.inside();
  await other.rests(market.limit(opposite(side), price, { qty }));
  return agent.provoke(market.sweep(side, { qty, reduce_only: true }));
}

// For want of a mark or of a position, as a venue looks for the one or the other first (D-060).
const sweepDeclined = declined("REDUCE_ONLY_VIOLATION", "NO_REFERENCE_PRICE");

const shrinking: Check = {
  title: "a reduce_only order against the position and not larger is accepted",
  proves: ["REJ-RO-03"],
  needs: ["market", "quiet"],
  async body(t) {
    const { agent, market, cell } = t;
    const order = () => market.resting(shrinkingSide(cell), { qty: HELD, reduce_only: true });
    const first = await agent.place(order());
    t.expect("REJ-RO-03", first, accepted);
    // A cancelled one must not go on counting against the position.
    await agent.cancels(ownIdOf(first));
    await t.settle();
    await t.reading(() => agent.openOrders(market.id), lacks(ownIdOf(first)));
    t.expect("REJ-RO-03", await agent.place(order()), accepted);
  },
};

const larger: Check = {
  title: "a reduce_only order larger than the position stops at flat",
  proves: ["REJ-RO-04", "REJ-RO-05"],
  needs: ["market", "quiet"],
  async body(t) {
    const { agent, market, cell } = t;
    const answer = await LARGER[cell.kind ?? KINDS[0]](t);
    await t.settle();
    t.expect("REJ-RO-04", await agent.position(market), neitherFlippedNorGrown(cell));
    t.expect("REJ-RO-05", answer, trimmedOrRefused);
  },
};

/** It meets an order as large as it is. */
const meetsAsMuch = (fields: OrderBody) => async (t: CheckContext) => {
  const { agent, other, market, cell } = t;
  const [side, qty] = [shrinkingSide(cell), HELD + 1];
  const [price = 0] = await market.inside();
  const offer = await other.rests(market.limit(opposite(side), price, { qty }));
  const order = market.limit(side, price, { qty, reduce_only: true, ...fields });
  const answer = await agent.provoke(order);
  t.expect("REJ-RO-04", answer, filledAtMostHeld);
  const executed = await other.executed(offer.orderId);
  if (!market.info.own && (executed ?? 0) > (answer.filledQty ?? 0)) {
    throw new Inconclusive("an order from outside the check met the opposite order");
  }
  t.expect("REJ-RO-04", executed, heldAtMost);
  return answer;
};

/** It meets nobody, and an order as large as it is comes later. */
async function isMetByAsMuch(t: CheckContext): Promise<PlaceResponse> {
  const { agent, other, market, cell } = t;
  const [side, qty] = [shrinkingSide(cell), HELD + 1];
  const [price = 0] = await market.inside();
  const answer = await agent.provoke(market.limit(side, price, { qty, reduce_only: true }));
  t.expect("REJ-RO-04", answer, filledAtMostHeld);
  const taken = await other.provoke(market.limit(opposite(side), price, { qty, tif: "IOC" }));
  t.expect("REJ-RO-04", taken, filledAtMostHeld);
  return answer;
}

/** What a larger order does, in each kind of market something else. */
const LARGER: Readonly<Record<MarketKind, (t: CheckContext) => Promise<PlaceResponse>>> = {
  BTC_BINARY: meetsAsMuch({}),
  BTC_PERP: meetsAsMuch({ tif: "IOC" }),
  BTC_PARLAY: isMetByAsMuch,
};

const amendedBeyond: Check = {
  title: "a resting reduce_only order that is amended beyond the position stops at flat",
  proves: ["REJ-RO-04"],
  needs: ["market", "quiet"],
  async body(t) {
    const { agent, other, market, cell } = t;
    const [side, qty] = [shrinkingSide(cell), HELD + 1];
    const [near = 0, far = 0] = await market.ladder(2, opposite(side));
    const { orderId } = await restsReducing(agent, market.limit(side, near, { reduce_only: true }));
    // Taken or not: the spec shows no amendment (D-030). What it does not name stays as it was.
    await amend(agent, orderId, { price: far, qty: 1 });
    const named = inTurnOf({ side }, [{}, { reduce_only: true }]);
    await amend(agent, orderId, { price: far, qty, ...named });
    await t.settle();
    const taken = await other.provoke(market.limit(opposite(side), far, { qty, tif: "IOC" }));
    t.expect("REJ-RO-04", taken, filledAtMostHeld);
    await t.settle();
    t.expect("REJ-RO-04", await agent.position(market), neitherFlippedNorGrown(cell));
  },
};

const filledAtMostHeld = placedThat(`filled at most the position of ${HELD}`, (placed) => {
  return (placed.filledQty ?? 0) <= HELD;
});

const heldAtMost: Expectation<number | null> = that(
  `at most ${HELD} of the opposite order executed`,
  (executed) => (executed ?? 0) <= HELD,
);

const trimmedOrRefused = anyOf(
  violation,
  placedThat("accepted and cut at flat", (placed) => placed.fate === "accepted"),
);

/** Checks of reduce_only. */
export const reduceOnly: readonly Check[] = [
  fromFlat,
  sweepsFromFlat,
  growing,
  sweepsOn,
  shrinking,
  larger,
  sweepsBeyond,
  amendedBeyond,
  heldElsewhere,
  ...left,
];
