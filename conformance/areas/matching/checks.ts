/** Orders that cross trade: at once, within their limit, level by level. Spec: States 3. */

import { ownIdOf, type PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { mentions } from "../../../scenarios/deployment/reading/reading.ts";
import { readable } from "../../../scenarios/deployment/stops.ts";
import { SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation, is, that } from "../../check/expectation.ts";
import { contains } from "../../expect/answers.ts";
import { filled, notTooLarge, outcomeOf, partlyFilled, placedThat } from "../../expect/placed.ts";
import { noWorseThan, noWorseThanLimit } from "../../expect/prices.ts";
import { resultWatch } from "../result-watch.ts";
import { makers } from "./checks-makers.ts";

/** Both agents meet inside the spread: the taker's limit is a tick better than it needs to be. */
async function cross(t: CheckContext, side = t.side): Promise<PlaceResponse> {
  const { agent: taker, other: maker, market } = t;
  const [restedAt = 0, limit = 0] = await market.ladder(2, side);
  await maker.rests(market.limit(opposite(side), restedAt));
  return taker.place(market.limit(side, limit));
}

const crossesAtOnce: Check = {
  title: "a LIMIT that crosses or meets a resting order trades at once",
  proves: ["MATCH-CROSS-01"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    t.expect("MATCH-CROSS-01", await cross(t), filled(1));
    t.expect("MATCH-CROSS-01", await meet(t), filled(1));
  },
};

/** The taker's limit equals the resting price: the equal price crosses too (D-025). */
async function meet(t: CheckContext): Promise<PlaceResponse> {
  const { agent: taker, other: maker, market, side } = t;
  const [price = 0] = await market.inside();
  await maker.rests(market.limit(opposite(side), price));
  return taker.place(market.limit(side, price));
}

const withinLimit = resultWatch({
  rule: "MATCH-CROSS-02",
  title: "no LIMIT order of the run fills at a price worse than its limit",
  needs: ["two-owners", "market", "quiet"],
  about: ({ sent, filledQty }) => sent["type"] === "LIMIT" && (filledQty ?? 0) > 0,
  demand: noWorseThanLimit,
  async provoke(t) {
    await cross(t, "SELL");
    return cross(t, "BUY");
  },
});

const withinMakersLimit: Check = {
  title: "an order that rested trades at its limit or better, however far the taker would go",
  proves: ["MATCH-CROSS-04"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [restedAt = 0, limit = 0] = await market.ladder(2);
    await maker.rests(market.limit(opposite(side), restedAt));
    const taken = await taker.takes(market.limit(side, limit));
    t.expect("MATCH-CROSS-04", taken, noWorseThan({ side: opposite(side), price: restedAt }));
  },
};

const restOfPartial: Check = {
  title: "a GTC larger than the opposite quantity is PARTIAL, and its rest is met by the next",
  proves: ["MATCH-PART-01", "MATCH-PART-04"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [price = 0] = await market.inside();
    await maker.rests(market.limit(opposite(side), price));
    const taken = await taker.place(market.limit(side, price, { qty: 3, tif: "GTC" }));
    t.expect("MATCH-PART-01", taken, partlyFilled(1));
    await t.eventually(
      "MATCH-PART-01",
      () => taker.openOrders(market.id),
      contains(ownIdOf(taken)),
    );
    const next = await maker.place(market.limit(opposite(side), price, { qty: 3 }));
    t.expect("MATCH-PART-04", next, filled(2));
  },
};

const bothSidesAgree: Check = {
  title: "the resting side shows the quantity the taker was told, and its rest stays open",
  proves: ["MATCH-PART-02"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [price = 0] = await market.inside();
    const rested = await maker.rests(market.limit(opposite(side), price, { qty: 3 }));
    await taker.takes(market.limit(side, price, { qty: 2 }));
    const executed = await t.reading(() => maker.executed(rested.orderId), is(2));
    const open = () => maker.openOrders(market.id);
    await t.eventually("MATCH-PART-02", open, contains(rested.orderId));
    t.expect("MATCH-PART-02", readable(executed, "the executed quantity of an order"), is(2));
  },
};

const sweepsLevels: Check = {
  title: "an order crossing three levels fills from all of them, up to its qty",
  proves: ["MATCH-SWEEP-01"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [near = 0, middle = 0, far = 0] = await market.ladder(3);
    await maker.rests(market.limit(opposite(side), near));
    await maker.rests(market.limit(opposite(side), middle));
    await maker.rests(market.limit(opposite(side), far, { qty: 2 }));
    const swept = await taker.place(market.limit(side, far, { qty: 3 }));
    t.expect("MATCH-SWEEP-01", swept, filled(3));
  },
};

/** Levels of a deep book, in an order that is none. */
const DEPTH = 20;
const rungs = Array.from({ length: DEPTH }, (_, step) => (step * 7) % DEPTH);

const sweepsDeepBook: Check = {
  title: "an order crossing a deep book, built in no order, fills from all that is left of it",
  proves: ["MATCH-SWEEP-01", "TIF-FOK-01"],
  needs: ["two-owners", "binary", "quiet"],
  over: { kind: ["BTC_BINARY"], side: SIDES },
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const prices = await market.wellInside(DEPTH);
    const rested = [];
    for (const rung of rungs) {
      rested.push(await maker.rests(market.limit(opposite(side), prices[rung]!)));
    }
    await maker.cancels(rested[0]!.orderId);
    await t.settle();
    const worst = prices.at(side === "BUY" ? -1 : 0)!;
    const order = market.limit(side, worst, { qty: DEPTH - 1, tif: DEEP_TIFS[side] });
    const swept = notTooLarge(await taker.place(order));
    judgeFillable(t, swept);
    t.expect("MATCH-SWEEP-01", swept, filled(DEPTH - 1));
  },
};

/** An order that fills whole is one whatever its tif, but that FOK counts before it trades. */
const DEEP_TIFS = { BUY: "GTC", SELL: "FOK" } as const;

function judgeFillable(t: CheckContext, swept: PlaceResponse): void {
  if (swept.sent["tif"] === "FOK") t.expect("TIF-FOK-01", swept, fillable);
  else t.moot("TIF-FOK-01", "a FOK order: this one says GTC");
}

const fillable = placedThat("no FOK_NOT_FILLABLE", ({ reason }) => reason !== "FOK_NOT_FILLABLE");

/** How an own cross ended: the answer to the arriving order, and whether the other still rests. */
interface OwnCross {
  arriving: PlaceResponse;
  stillOpen: boolean;
}

function outcome(says: string, holds: (cross: OwnCross) => boolean): Expectation<OwnCross> {
  return that(says, holds, ({ arriving, stillOpen }) => {
    return `${outcomeOf(arriving)}, the earlier order ${stillOpen ? "open" : "gone"}`;
  });
}

/** Every way venues handle it (D-027), but for leaving both open in a crossed book. */
const anyHandling = anyOf(
  outcome("a trade with oneself", ({ arriving }) => Boolean(arriving.filledQty)),
  outcome("the arriving order dropped", (cross) => !cross.arriving.remainingQty && cross.stillOpen),
  outcome(
    "the resting order cancelled",
    (cross) => Boolean(cross.arriving.remainingQty) && !cross.stillOpen,
  ),
  outcome("both dropped", (cross) => !cross.arriving.remainingQty && !cross.stillOpen),
);

const ownCross: Check = {
  title: "what happens when an agent crosses its own order",
  proves: ["MATCH-SELF-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const [price = 0] = await market.inside();
    const rested = await agent.rests(market.limit(opposite(t.side), price));
    const arriving = await agent.provoke(market.limit(t.side, price));
    await t.settle();
    const open = await agent.openOrders(market.id);
    const stillOpen = mentions(open.response?.body, rested.orderId);
    t.expect("MATCH-SELF-01", { arriving, stillOpen }, anyHandling);
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  crossesAtOnce,
  withinLimit,
  withinMakersLimit,
  restOfPartial,
  bothSidesAgree,
  sweepsLevels,
  sweepsDeepBook,
  ownCross,
  ...makers,
];
