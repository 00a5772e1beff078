/** Replays of orders that traded when they were placed: what they tell of it. Spec: Behaviour 2; D-040. */

import {
  type OrderBody,
  objectOf,
  type PlaceResponse,
} from "../../../scenarios/deployment/reading/order.ts";
import { priceOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { allOf, type Expectation } from "../../check/expectation.ts";
import { placedThat } from "../../expect/placed.ts";
import { AVERAGE_ROUNDING } from "../averages.ts";
import { placedNoOther, wholeWhereTaken } from "../only-order.ts";

/** What is offered to the orders that trade. Units: contracts. */
const OFFERED = 2;

/** An order that takes all of the offer, up to that price. */
type Taking = (t: CheckContext, price: number) => OrderBody;

/** Of each type and time in force; the last leaves something resting. */
const TAKERS: readonly Taking[] = [
  ({ market, side }, price) => market.limit(side, price, { qty: OFFERED }),
  ({ market, side }) => market.sweep(side, { qty: OFFERED }),
  ({ market, side }, price) => market.limit(side, price, { qty: OFFERED, tif: "FOK" }),
  ({ market, side }, price) => market.limit(side, price, { qty: OFFERED + 1, tif: "IOC" }),
  ({ market, side }, price) => market.limit(side, price, { qty: OFFERED + 1 }),
];

/** Those that reach a second price, however far a MARKET order may go (D-065). */
const LIMITS = TAKERS.filter((_, index) => index !== 1);

const replayOfFill: Check = {
  title: "a replay of an order filled at once, in whole or in part, returns its totals and fills",
  proves: ["IDEM-REPLAY-09"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent: taker, other: maker, market, side, cell } = t;
    const [better = 0, price = 0] = await market.ladder(2);
    const ofTwo = inTurnOf(cell, LIMITS);
    for (const taking of TAKERS) {
      // Two orders, so that there are two fills to tell, at one price too.
      for (const at of taking === ofTwo ? [better, price] : [price, price]) {
        await maker.rests(market.limit(opposite(side), at, { qty: OFFERED / 2 }));
      }
      const first = await taker.place(taking(t, price));
      tookTheOffer(first);
      const replay = await taker.placeOnce(first.sent);
      placedNoOther(first, replay);
      t.expect("IDEM-REPLAY-09", replay, allOf(fillTotalsOf(first), wholeWhereTaken));
    }
  },
};

/** Errors: Inconclusive where an arranged fill went otherwise. */
function tookTheOffer({ filledQty }: PlaceResponse): void {
  if (filledQty === OFFERED) return;
  throw new Inconclusive(`an arranged fill of ${OFFERED} filled ${filledQty}`);
}

/** An answer that has a list of fills lists those of the first one. */
function fillTotalsOf(first: PlaceResponse): Expectation<PlaceResponse> {
  return placedThat(
    `filled ${first.filledQty}, remaining ${first.remainingQty}, average price and fills of the first answer`,
    (replay) =>
      replay.filledQty === first.filledQty &&
      replay.remainingQty === first.remainingQty &&
      isAsFar(replay, first) &&
      (replay.fills === null || fillPrices(replay) === fillPrices(first)),
  );
}

/** An average need not be told; it may be computed anew, or rounded in one of the answers. */
function isAsFar(replay: PlaceResponse, first: PlaceResponse): boolean {
  if (![replay, first].every(({ result }) => "avg_fill_price_cents" in result)) return true;
  const [again, before] = [replay.avgPrice, first.avgPrice];
  if (again === null || before === null) return again === before;
  return Math.abs(again - before) <= Math.min(AVERAGE_ROUNDING, Math.abs(before) * ROUNDING_SHARE);
}

/** Of a small number rounding takes or gives no more than this share of it. */
const ROUNDING_SHARE = 1e-3;

function fillPrices({ fills }: PlaceResponse): string {
  const prices = (fills ?? []).map((fill) => `at ${priceOf(objectOf(fill))}`);
  return prices.toSorted().join();
}

/** Checks of what a replay tells of fills. */
export const fills: readonly Check[] = [replayOfFill];
