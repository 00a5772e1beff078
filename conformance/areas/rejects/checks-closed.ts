/** Orders on markets that are not OPEN, or not there at all. Spec: States 1, Reject codes. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import {
  type BookReading,
  mentions,
  statusIn,
} from "../../../scenarios/deployment/reading/reading.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { MarketStatus } from "../../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, type Expectation, that } from "../../check/expectation.ts";
import type { Need } from "../../check/need.ts";
import { http } from "../../expect/answers.ts";
import { declined, envelope, placedThat } from "../../expect/placed.ts";
import { rejection } from "../rejection.ts";

function refusedWhen(status: MarketStatus, rule: string, need: Need): Check {
  return rejection({
    rule,
    title: `an order on a market that is ${status} is refused with MARKET_CLOSED`,
    needs: ["agent", "market", need],
    breaks: (_, t) => t.closedMarket(status).resting(),
    as: anyOf(declined("MARKET_CLOSED"), envelope(409, "MARKET_CLOSED")),
  });
}

const leavesNoTrace: Check = {
  title: "an order refused on a closed market is in neither its book nor a list of orders",
  proves: ["REJ-CLOSED-04"],
  needs: ["agent", "closed-market"],
  async body(t) {
    const { agent } = t;
    const closed = t.closedMarket();
    const order = closed.resting();
    const before = await closed.book();
    refusedOnClosed(await agent.provoke(order), closed.info.status);
    await t.settle();
    t.expect("REJ-CLOSED-04", await closed.book(), noMoreBids(before));
    const sign = String(order["client_order_id"]);
    t.expect("REJ-CLOSED-04", await agent.openOrders(), allOf(http(200), notListed(sign)));
    t.expect("REJ-CLOSED-04", await agent.orders(), listedAtMostAsRejected(sign));
  },
};

/** Errors: StandsOn when the order was taken: that is the failure of another rule. */
function refusedOnClosed(answer: PlaceResponse, status: MarketStatus): void {
  if (answer.fate !== "accepted") return;
  const rules = { EXPIRED: "01", RESOLVED: "02", VOID: "03", OPEN: "01" };
  throw new StandsOn(`REJ-CLOSED-${rules[status]}`, `a ${status} market accepted an order`);
}

function depth({ bids }: BookReading): number {
  return bids.reduce((sum, { qty }) => sum + qty, 0);
}

function noMoreBids(before: BookReading): Expectation<BookReading> {
  return that(
    "no more quantity bid than before",
    (book) => depth(book) <= depth(before),
    (book) => `${depth(book)} bid, ${depth(before)} before`,
  );
}

function notListed(sign: string): Expectation<Exchange> {
  return that(
    "the order not among the open ones",
    (listing) => !mentions(listing.response?.body, sign),
    () => "its client_order_id among the open orders",
  );
}

/** A record of the refusal itself is legal (D-009). */
function listedAtMostAsRejected(sign: string): Expectation<Exchange> {
  const status = (listing: Exchange) => statusIn(listing.response?.body, sign);
  return that(
    "no record of the order but as REJECTED",
    (listing) => (status(listing) ?? "REJECTED").toUpperCase() === "REJECTED",
    (listing) => `a record with status ${status(listing)}`,
  );
}

const unknownMarket = rejection({
  rule: "REJ-UNK-01",
  title: "an order on a market that does not exist is refused with UNKNOWN_MARKET",
  needs: ["agent", "market"],
  breaks: (order) => ({ ...order, market_id: UNKNOWN_UUID }),
  as: anyOf(declined("UNKNOWN_MARKET"), envelope(404, "UNKNOWN_MARKET")),
});

const echoesUnknownMarket: Check = {
  title: "an UNKNOWN_MARKET result echoes the market asked for",
  proves: ["REJ-UNK-02"],
  needs: ["agent", "market"],
  async body(t) {
    const order = { ...t.market.resting("SELL"), market_id: UNKNOWN_UUID };
    judgeEcho(t, await t.agent.provoke(order));
  },
};

const echo = placedThat(
  "market_id as it was sent",
  ({ result, sent }) => String(result["market_id"]).toLowerCase() === sent["market_id"],
);

function judgeEcho(t: CheckContext, answer: PlaceResponse): void {
  if (answer.fate === "declined") t.expect("REJ-UNK-02", answer, echo);
  else t.moot("REJ-UNK-02", "the refusal is an error, not a result");
}

/** Checks of closed and unknown markets. */
export const closedMarkets: readonly Check[] = [
  refusedWhen("EXPIRED", "REJ-CLOSED-01", "expired-market"),
  refusedWhen("RESOLVED", "REJ-CLOSED-02", "resolved-market"),
  refusedWhen("VOID", "REJ-CLOSED-03", "void-market"),
  leavesNoTrace,
  unknownMarket,
  echoesUnknownMarket,
];
