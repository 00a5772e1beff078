/** Orders on markets that are not OPEN. Spec: States 1, Reject codes. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import {
  type OrderBody,
  objectOf,
  type PlaceResponse,
} from "../../../scenarios/deployment/reading/order.ts";
import {
  type BookReading,
  listOf,
  mentions,
  statusIn,
  statusOf,
} from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { MarketStatus } from "../../../scenarios/deployment/vocabulary.ts";
import { type Exchange, succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { endedAs } from "../../check/end-market.ts";
import { allOf, anyOf, type Expectation, that } from "../../check/expectation.ts";
import type { Need } from "../../check/need.ts";
import { answerThat, http } from "../../expect/answers.ts";
import { declined, envelope, noOrderId } from "../../expect/placed.ts";
import { inTurn, rejection } from "../rejection.ts";

/** Ways to send an order to a closed market: what is other than in one that would rest there. */
const WAYS: readonly OrderBody[] = [
  {},
  { tif: "POST_ONLY" },
  { tif: "IOC" },
  { type: "MARKET", price: undefined },
];

const marketClosed = anyOf(declined("MARKET_CLOSED"), envelope(409, "MARKET_CLOSED"));

function refusedWhen(status: MarketStatus, rule: string, need: Need): Check {
  return rejection({
    rule,
    title: `an order on a market that is ${status} is refused with MARKET_CLOSED`,
    needs: ["agent", "market", need],
    once: true,
    breaks: inTurn(WAYS.map((way) => (_, t) => ({ ...t.closedMarket(status).resting(), ...way }))),
    as: marketClosed,
  });
}

/** The longest there is: a stamp of before the end is fresh. Units: ms. */
const WINDOW_MS = 60_000;

function stampedBefore(status: MarketStatus, rule: string): Check {
  return {
    title: `an order stamped before its market was ${status} is refused with MARKET_CLOSED too`,
    proves: [rule],
    needs: ["agent", "market", "operator", "moved-clock"],
    once: true,
    async body(t) {
      const { agent, clock, control, market, side } = t;
      const stamp = { timestamp_ms: await clock.serverNow(), recv_window_ms: WINDOW_MS };
      await agent.rests(market.resting(side, stamp));
      await agent.cancelAll(market.id);
      await clock.pass(1_000);
      await control.setMarket(market.id, endedAs(status));
      const late = await agent.provoke(market.resting(side, stamp));
      t.expect(rule, late, allOf(marketClosed, noOrderId));
    },
  };
}

/** Held, and then reduced. Units: contracts. */
const HELD = 2;

const reducesWhenExpired: Check = {
  title: "an order that would reduce a position is refused on an EXPIRED market all the same",
  proves: ["REJ-CLOSED-01"],
  needs: ["two-owners", "market", "operator"],
  once: true,
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent, other, market, side, control } = t;
    const [buyer, seller] = side === "SELL" ? [agent, other] : [other, agent];
    await t.trade({ buyer, seller, qty: HELD });
    const reducing = () => market.resting(side, { qty: HELD, reduce_only: true });
    reduces(await agent.place(reducing()));
    await agent.cancelAll(market.id);
    await control.setMarket(market.id, { status: "EXPIRED" });
    stillHeld(await agent.position(market));
    t.expect("REJ-CLOSED-01", await agent.provoke(reducing()), allOf(marketClosed, noOrderId));
  },
};

/** Errors: Missing when an order that reduces is refused on an open market, another rule's failure. */
function reduces({ fate, reason }: PlaceResponse): void {
  if (fate !== "accepted") throw new Missing(`needs an order that reduces: it met ${reason}`);
}

/** Errors: Missing where nothing is left to reduce, or it cannot be told. */
function stillHeld(position: number | null): void {
  if (!position) throw new Missing("did not arise: no position in a market that has expired");
}

const leavesNoTrace: Check = {
  title: "an order refused on a closed market is in neither its book nor a list of orders",
  proves: ["REJ-CLOSED-04"],
  needs: ["agent", "closed-market"],
  once: true,
  async body(t) {
    const { agent } = t;
    const closed = t.closedMarket(t.cell.status);
    const order = closed.resting();
    const before = await closed.book();
    refusedOnClosed(await agent.provoke(order), closed.info.status);
    await t.settle();
    t.expect("REJ-CLOSED-04", await closed.book(), noMoreDepth(before));
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

function depth({ bids, asks }: BookReading): number {
  return [...bids, ...asks].reduce((sum, { qty }) => sum + qty, 0);
}

function noMoreDepth(before: BookReading): Expectation<BookReading> {
  return that(
    "no more quantity in the book than before",
    (book) => depth(book) <= depth(before),
    (book) => `${depth(book)} resting, ${depth(before)} before`,
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

const amendedWhenClosed: Check = {
  title: "an order of a market that has closed cannot be amended",
  proves: ["REJ-CLOSED-05"],
  needs: ["agent", "market", "operator"],
  once: true,
  async body(t) {
    const { agent, market, side, cell } = t;
    const order = market.resting(side, { qty: 2 });
    const { orderId } = await agent.rests(order);
    const amend = (price: unknown) => {
      const ask = { method: "PATCH", path: `/orders/${orderId}`, body: { price, qty: 1 } };
      return agent.request(ask);
    };
    if (!succeeded(await amend(order["price"]))) throw new Missing("needs PATCH of an order");
    await t.control.setMarket(market.id, endedAs(cell.status));
    t.expect("REJ-CLOSED-05", await amend(order["price"]), refusedClosed);
  },
};

const ladderOnClosed: Check = {
  title: "a ladder in a market that is not OPEN places nothing",
  proves: ["REJ-CLOSED-06"],
  needs: ["agent", "market", "closed-market"],
  once: true,
  async body(t) {
    const { agent, market, cell } = t;
    const ladder = (of: TradableMarket) => {
      const { market_id, ...rung } = of.resting();
      const body = { market_id, orders: [rung] };
      return agent.request({ method: "POST", path: "/orders/replace-ladder", body });
    };
    const taken = await ladder(market);
    if (!succeeded(taken)) throw new Missing("needs ladders of a market_id and orders");
    await agent.cancelAll(market.id);
    const closed = t.closedMarket(cell.status);
    const before = await closed.book();
    const answer = await ladder(closed);
    t.expect("REJ-CLOSED-06", answer, placedNothing);
    await t.settle();
    t.expect("REJ-CLOSED-06", await closed.book(), noMoreDepth(before));
  },
};

const refusedClosed = answerThat("a refusal", ({ response }) => {
  const { status = 0, body } = response ?? {};
  return (status >= 400 && status < 500) || objectOf(body)["status"] === "REJECTED";
});

const OPEN_STATUSES = ["NEW", "PARTIAL", "FILLED"];

const placedNothing = answerThat("a refusal, or no rung of the ladder placed", ({ response }) => {
  const { status = 0, body } = response ?? {};
  const rungs = listOf(body) ?? [];
  const placed = rungs.filter((rung) => OPEN_STATUSES.includes(statusOf(rung) ?? ""));
  return status < 500 && (status >= 400 || placed.length === 0);
});

/** Checks of closed markets. */
export const closedMarkets: readonly Check[] = [
  refusedWhen("EXPIRED", "REJ-CLOSED-01", "expired-market"),
  refusedWhen("RESOLVED", "REJ-CLOSED-02", "resolved-market"),
  refusedWhen("VOID", "REJ-CLOSED-03", "void-market"),
  stampedBefore("RESOLVED", "REJ-CLOSED-02"),
  stampedBefore("VOID", "REJ-CLOSED-03"),
  reducesWhenExpired,
  leavesNoTrace,
  amendedWhenClosed,
  ladderOnClosed,
];
