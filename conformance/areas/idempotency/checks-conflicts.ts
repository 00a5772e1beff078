/** A client_order_id again: with another body, late, in other letters, many times at once. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive, Missing } from "../../../scenarios/deployment/stops.ts";
import { ZERO_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../../check/check.ts";
import { anyOf, type Expectation, odd, that } from "../../check/expectation.ts";
import {
  accepted,
  anotherOrderThan,
  anyRefusal,
  outcomeOf,
  placedThat,
  sameOrderAs,
} from "../../expect/placed.ts";
import { expectNoSecond, expectOpen, onlyOrder } from "../only-order.ts";
import { openCount } from "../rejection.ts";

/** A replay is no first result, so no watch asks it for a reason: nobody else would. */
const declinedForAReason = placedThat(
  "REJECTED with a non-empty reject_reason",
  ({ fate, httpStatus, reason }) =>
    fate === "declined" && (httpStatus === 200 || httpStatus === 201) && Boolean(reason),
);

/** The original result, a refusal as a conflict, or a decline (D-044). */
function conflictOf(first: PlaceResponse): Expectation<PlaceResponse> {
  return anyOf(
    sameOrderAs(first),
    ...statusesOf("D-044").map((status) =>
      placedThat(`HTTP ${status}`, ({ httpStatus }) => httpStatus === status),
    ),
    declinedForAReason,
  );
}

const otherPrice: Check = {
  title: "the same client_order_id with another price places no second order",
  proves: ["IDEM-CONF-01", "IDEM-CONF-03"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const only = await onlyOrder(t, market.resting());
    const { orderId, sent } = only.first;
    const before = await agent.priceOf(orderId);
    const again = await agent.placeOnce({
      ...sent,
      price: Number(sent["price"]) + market.info.tick,
    });
    await expectNoSecond(t, "IDEM-CONF-01", { only, again, firstRests: true });
    t.expect("IDEM-CONF-01", await agent.priceOf(orderId), stillAt(before));
    t.expect("IDEM-CONF-03", again, conflictOf(only.first));
  },
};

function stillAt(price: number | null): Expectation<number | null> {
  return that(`the first order still at ${price}`, (now) => now === price);
}

const otherSideOrMarket: Check = {
  title: "the same client_order_id with another side or market places no second order",
  proves: ["IDEM-CONF-02"],
  needs: ["agent", "market", "two-markets"],
  async body(t) {
    const { agent, market, secondMarket } = t;
    const only = await onlyOrder(t, market.resting());
    const { client_order_id } = only.first.sent;
    for (const order of [market.resting("SELL"), secondMarket.resting("BUY")]) {
      const again = await agent.placeOnce({ ...order, client_order_id });
      await expectNoSecond(t, "IDEM-CONF-02", { only, again, firstRests: true });
    }
  },
};

const replayOfDecline: Check = {
  title: "what the replay of a declined order answers once its reason is gone",
  proves: ["IDEM-REJ-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const [price = 0] = await market.inside();
    const rested = await agent.rests(market.limit("BUY", price));
    const first = await agent.provoke(market.limit("SELL", price, { tif: "POST_ONLY" }));
    wasDeclined(first);
    await agent.cancel(rested.orderId);
    const replay = await agent.placeOnce(first.sent);
    t.expect("IDEM-REJ-01", replay, anyOf(sameDeclineAs(first), anotherRefusal, placedAfresh));
  },
};

/** Errors: Missing where nothing this check can arrange alone is declined by the engine. */
function wasDeclined(placed: PlaceResponse): void {
  if (placed.fate !== "declined") {
    throw new Missing("POST_ONLY against an own order is no decline on this target");
  }
}

function sameDeclineAs(first: PlaceResponse): Expectation<PlaceResponse> {
  return placedThat(
    "the same decline",
    ({ fate, reason }) => fate === "declined" && reason === first.reason,
  );
}

const anotherRefusal: Expectation<PlaceResponse> = { ...anyRefusal, says: "another refusal" };

const placedAfresh = odd(
  { ...accepted, says: "an order placed afresh" },
  "a client_order_id that was declined can still place an order",
);

const replayWhenStale: Check = {
  title: "a replay after the freshness window places no second order",
  proves: ["IDEM-FRESH-01"],
  needs: ["agent", "market", "wait"],
  async body(t) {
    const { agent, market } = t;
    const stamp = { timestamp_ms: await t.clock.serverNow(), recv_window_ms: WINDOW_MS };
    const only = await onlyOrder(t, market.resting("BUY", stamp));
    await t.clock.pass(STALE_AFTER_MS);
    const again = await agent.placeOnce(only.first.sent);
    await expectNoSecond(t, "IDEM-FRESH-01", { only, again, firstRests: true });
    const restamped = { ...only.first.sent, timestamp_ms: await t.clock.serverNow() };
    const fresh = await agent.placeOnce(restamped);
    await expectNoSecond(t, "IDEM-FRESH-01", { only, again: fresh, firstRests: true });
  },
};

/** Wide enough for a clock known to half a second and for two requests. */
const WINDOW_MS = 2_000;
const STALE_AFTER_MS = 3_000;

const otherLetterCase: Check = {
  title: "whether client_order_ids differing only in letter case are the same",
  proves: ["IDEM-CASE-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const id = `${t.run.freshId()}c`;
    const first = await agent.rests(market.resting("BUY", { client_order_id: id.toLowerCase() }));
    const again = await agent.placeOnce({ ...first.sent, client_order_id: id.toUpperCase() });
    t.expect("IDEM-CASE-01", again, anyOf(twoIds(first), oneId(first), anyRefusal));
  },
};

function twoIds(first: PlaceResponse): Expectation<PlaceResponse> {
  return { ...anotherOrderThan(first), says: "two ids, two orders" };
}

function oneId(first: PlaceResponse): Expectation<PlaceResponse> {
  return { ...sameOrderAs(first), says: "one id, one order" };
}

const AT_ONCE = 10;

/** What a venue may answer while the first of the requests is under way (D-045). */
const MEANWHILE = statusesOf("D-045");

const tenAtOnce: Check = {
  title: "ten identical requests at once place at most one order",
  proves: ["IDEM-CONC-01", "IDEM-CONC-02"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    await onlyOrder(t, market.resting());
    await t.settle();
    const openBefore = openCount(await agent.openOrders());
    const order = market.resting();
    const requests = Array.from({ length: AT_ONCE }, () =>
      agent.placeOnce(order, { tolerates: MEANWHILE }),
    );
    const answers = await Promise.all(requests);
    placedOne(answers);
    t.expect("IDEM-CONC-01", answers, sameId);
    await expectOpen(t, "IDEM-CONC-01", { openBefore, more: 1 });
    t.expect("IDEM-CONC-02", answers, anyOf(allTheOrder, theOrderOrMeanwhile));
  },
};

/** Errors: Inconclusive where all were refused, so that nothing is shown of a second order. */
function placedOne(answers: readonly PlaceResponse[]): void {
  if (idsIn(answers).size === 0) throw new Inconclusive("none of the requests placed an order");
}

function idsIn(answers: readonly PlaceResponse[]): Set<string> {
  const ids = answers.map(({ orderId }) => orderId);
  return new Set(ids.filter((id) => id !== null && id !== ZERO_UUID) as string[]);
}

const sameId: Expectation<PlaceResponse[]> = that(
  "one order_id in all answers",
  (answers) => idsIn(answers).size === 1,
  (answers) => `${idsIn(answers).size} order ids in ${answers.length} answers`,
);

const allTheOrder = every("every answer the order", isTheOrder);

const theOrderOrMeanwhile = every(
  `every answer the order, or HTTP ${MEANWHILE.join(", ")}`,
  (placed) => isTheOrder(placed) || MEANWHILE.includes(placed.httpStatus),
);

function isTheOrder({ fate, orderId }: PlaceResponse): boolean {
  return fate === "accepted" && orderId !== null;
}

function every(
  says: string,
  holds: (placed: PlaceResponse) => boolean,
): Expectation<PlaceResponse[]> {
  return that(
    says,
    (answers) => answers.every(holds),
    (answers) =>
      `${answers
        .filter((placed) => !holds(placed))
        .map(outcomeOf)
        .join(", ")}`,
  );
}

/** Checks of ids that meet another body, or each other. */
export const conflicts: readonly Check[] = [
  otherPrice,
  otherSideOrMarket,
  replayOfDecline,
  replayWhenStale,
  otherLetterCase,
  tenAtOnce,
];
