/** The same body under its client_order_id again: the order of the first request. Spec: Behaviour 2. */

import {
  type OrderBody,
  ownIdOf,
  type PlaceResponse,
} from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { inTurnOf, KINDS, SIDES } from "../../check/cell.ts";
import { amends } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { anyOf, type Expectation, that } from "../../check/expectation.ts";
import { notTooLarge, placedThat, sameOrderAs } from "../../expect/placed.ts";
import { originalOf } from "../only-order.ts";
import { nobodyOffers, offered } from "./checks-declines.ts";

const replayIsSameOrder: Check = {
  title: "a replay is answered with the order of the first request, as 200 or 201",
  proves: ["IDEM-REPLAY-01", "IDEM-REPLAY-04"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market, cell } = t;
    const first = await agent.rests({ ...market.resting(), tif: cell.tif });
    const replay = await agent.placeOnce(first.sent);
    t.expect("IDEM-REPLAY-01", replay, originalOf(first));
    t.expect("IDEM-REPLAY-01", replay, leveredAs(first));
    t.expect("IDEM-REPLAY-04", replay, anyOf(answered(200), answered(201)));
  },
};

/** Nothing happened since: then and now it has one leverage (D-040), where both answers tell any. */
function leveredAs({ result }: PlaceResponse): Expectation<PlaceResponse> {
  const first = result["effective_leverage"];
  return that(
    `effective_leverage ${first}, as first told`,
    ({ fate, result: { effective_leverage: told } }) =>
      fate !== "accepted" || told === undefined || !Number.isInteger(first) || told === first,
    ({ result: { effective_leverage: told } }) => `effective_leverage ${told}`,
  );
}

function answered(status: number): Expectation<PlaceResponse> {
  return placedThat(`HTTP ${status}`, ({ httpStatus }) => httpStatus === status);
}

/** More than a cache of the latest few keeps; few enough for any cap on open orders. */
const OTHERS = 20;

const replayAfterOthers: Check = {
  title: "a replay after twenty further orders is answered with the order of the first request",
  proves: ["IDEM-REPLAY-01"],
  needs: ["agent", "market"],
  over: { side: ["SELL"] },
  async body(t) {
    const { agent, market } = t;
    const first = await agent.rests(market.resting());
    await Promise.all(Array.from({ length: OTHERS }, () => agent.place(market.resting())));
    t.expect("IDEM-REPLAY-01", await agent.placeOnce(first.sent), sameOrderAs(first));
  },
};

const ofOneCharacter: Check = {
  title: "an order resent under a client_order_id of one character is answered with the first",
  proves: ["IDEM-REPLAY-01"],
  needs: ["agent", "market"],
  once: true,
  over: { kind: KINDS },
  async body(t) {
    const { agent, market } = t;
    // On an agent that was used before it may be known: then both are answered with that order.
    const order = { ...market.resting(), client_order_id: t.run.freshId().slice(-1) };
    const first = await agent.placeOnce(order);
    if (first.fate !== "accepted") throw new Missing("did not arise: an id of one character taken");
    const demand = placedThat(`order ${first.orderId}`, (again) => again.orderId === first.orderId);
    t.expect("IDEM-REPLAY-01", await agent.placeOnce(order), demand);
  },
};

const replayAfterAmendment: Check = {
  title: "a replay after an amendment is answered with its order",
  proves: ["IDEM-REPLAY-01"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const first = await agent.rests(market.resting());
    const { orderId, sent } = first;
    const more = { orderId, price: Number(sent["price"]), qty: Number(sent["qty"]) + 1 };
    if (!(await amends(t, agent, more))) {
      throw new Missing("did not arise: a venue that amends orders");
    }
    t.expect("IDEM-REPLAY-01", await agent.placeOnce(sent), sameOrderAs(first));
  },
};

/** What makes it another order, as the rules of conflicts have it. */
const CHANGES: readonly ((order: OrderBody, tick: number) => OrderBody)[] = [
  ({ price }, tick) => ({ price: Number(price) + tick }),
  ({ qty }) => ({ qty: Number(qty) + 1 }),
];

const replayAfterConflict: Check = {
  title: "an order resent after another body came under its id is answered with the first",
  proves: ["IDEM-REPLAY-01"],
  needs: ["agent", "market"],
  once: true,
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent, market, cell } = t;
    const first = await agent.rests(market.resting());
    const { sent } = first;
    const changed = { ...sent, ...inTurnOf(cell, CHANGES)(sent, market.info.tick) };
    await agent.ready(changed);
    placedNothing(first, await agent.placeOnce(changed));
    t.expect("IDEM-REPLAY-01", await agent.placeOnce(sent), sameOrderAs(first));
  },
};

/** Errors: Missing where the other body has placed an order, as rules of conflicts tell. */
function placedNothing(first: PlaceResponse, { fate, orderId }: PlaceResponse): void {
  if (fate !== "accepted" || orderId === first.orderId) return;
  throw new Missing("did not arise: a client_order_id that another body places nothing under");
}

const replayOfUnmet: Check = {
  title: "a replay of an IOC order that met nobody is answered with it once somebody offers",
  proves: ["IDEM-REPLAY-01"],
  needs: ["two-owners", "market", "quiet"],
  emptyBook: true,
  once: true,
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent, market, side } = t;
    await nobodyOffers(t);
    const [price = 0] = await market.inside();
    const first = await agent.provoke(market.limit(side, price, { tif: "IOC" }));
    metNobody(first);
    ownIdOf(first);
    await offered(t, price);
    t.expect("IDEM-REPLAY-01", notTooLarge(await agent.placeOnce(first.sent)), sameOrderAs(first));
  },
};

/** Errors: Missing where it was no order, or traded. */
function metNobody({ fate, filledQty }: PlaceResponse): void {
  if (fate === "accepted" && !filledQty) return;
  throw new Missing("did not arise: an IOC order that was taken, and met nobody");
}

/** Checks of what one body, agent and client_order_id stand for. */
export const sameOrder: readonly Check[] = [
  replayIsSameOrder,
  replayAfterOthers,
  ofOneCharacter,
  replayAfterAmendment,
  replayAfterConflict,
  replayOfUnmet,
];
