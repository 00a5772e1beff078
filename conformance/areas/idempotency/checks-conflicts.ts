/** A client_order_id again: with another body, many times at once. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import {
  type OrderBody,
  ownIdOf,
  type PlaceResponse,
} from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import { ZERO_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { KINDS, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation, odd, ownedBy, that } from "../../check/expectation.ts";
import { echoesMarket, outcomeOf, placedThat, sameOrderAs } from "../../expect/placed.ts";
import { expectNoSecond, expectOpen, onlyOrder } from "../only-order.ts";
import { openCount } from "../rejection.ts";

/** A replay is no first result, so no watch asks it for a reason: nobody else would. */
const declinedForAReason = placedThat(
  "REJECTED with a non-empty reject_reason",
  ({ fate, httpStatus, reason }) =>
    fate === "declined" && (httpStatus === 200 || httpStatus === 201) && Boolean(reason),
);

/** The body of an order with another price: under its id it is a conflict, whatever became of it (D-046). */
export function atAnotherPrice({ sent }: PlaceResponse, tick: number): OrderBody {
  return { ...sent, price: Number(sent["price"]) + tick };
}

/** The rule that an id places no second order. */
export const CONFLICT = "IDEM-CONF-01";

const OF_ANOTHER_MARKET = "the original result, which is of another market than was asked for";

/** The original result, a refusal as a conflict, or a decline (D-044). */
function conflictOf(first: PlaceResponse): Expectation<PlaceResponse> {
  const isOriginal = (placed: PlaceResponse) => sameOrderAs(first).judge(placed).ok;
  return anyOf(
    placedThat("the original result", (placed) => isOriginal(placed) && echoesMarket(placed)),
    odd(placedThat("the original result", isOriginal), OF_ANOTHER_MARKET),
    ...statusesOf("D-044").map((status) =>
      placedThat(`HTTP ${status}`, ({ httpStatus }) => httpStatus === status),
    ),
    declinedForAReason,
  );
}

/** How it is answered is one rule's business, whatever makes it another order. */
function asAConflict(first: PlaceResponse): Expectation<PlaceResponse> {
  return ownedBy("IDEM-CONF-03", conflictOf(first));
}

const otherPrice: Check = {
  title: "the same client_order_id with another price places no second order",
  proves: [CONFLICT, "IDEM-CONF-03"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const only = await onlyOrder(t, market.resting());
    const price = () => agent.priceOf(only.first.orderId);
    const before = await t.reading(price, isTold);
    const again = await agent.placeOnce(atAnotherPrice(only.first, market.info.tick));
    await expectNoSecond(t, CONFLICT, { only, again, firstRests: true });
    await t.eventually(CONFLICT, price, stillAt(before));
    t.expect("IDEM-CONF-03", again, conflictOf(only.first));
  },
};

const isTold: Expectation<number | null> = that("a price", (price) => price !== null);

/** Any price, where it could not be read before. */
function stillAt(price: number | null): Expectation<number | null> {
  return that(`the first order still at ${price}`, (now) => price === null || now === price);
}

/** What else makes it another order than the one of qty 2 that rests. */
const TERMS: Readonly<Record<string, OrderBody>> = {
  qty: { qty: 1 },
  tif: { tif: "POST_ONLY" },
};

const otherTerms: Check = {
  title: "the same client_order_id with another qty or tif places no second order",
  proves: ["IDEM-CONF-04"],
  needs: ["agent", "market"],
  once: true,
  over: { ...ORDERS, value: Object.keys(TERMS) },
  async body(t) {
    const { agent, market } = t;
    const only = await onlyOrder(t, market.resting());
    const again = await agent.placeOnce({ ...only.first.sent, ...TERMS[t.cell.value ?? "qty"] });
    await expectNoSecond(t, "IDEM-CONF-04", { only, again, firstRests: true });
    t.expect("IDEM-CONF-04", again, asAConflict(only.first));
  },
};

const otherType: Check = {
  title: "the same client_order_id in a MARKET order takes nothing",
  proves: ["IDEM-CONF-04"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  over: { ...ORDERS, value: ["type"] },
  async body(t) {
    const { agent, other, market, side } = t;
    const only = await onlyOrder(t, market.resting());
    const [price = 0] = await market.inside();
    const offer = await other.rests(market.limit(opposite(side), price));
    const { client_order_id } = only.first.sent;
    const again = await agent.placeOnce({ ...market.sweep(side), client_order_id });
    t.expect("IDEM-CONF-04", again, asAConflict(only.first));
    await t.settle();
    t.expect("IDEM-CONF-04", await other.executed(offer.orderId), nothing);
  },
};

const ofOneThatTook: Check = {
  title: "the same client_order_id with another qty places nothing once its order took at once",
  proves: ["IDEM-CONF-04"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  over: { kind: KINDS, side: SIDES, value: ["qty"] },
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    const openBefore = openCount(await agent.openOrders());
    await other.rests(market.limit(opposite(side), price));
    const first = await agent.takes(market.limit(side, price));
    const again = await agent.placeOnce({ ...first.sent, qty: 2 });
    const only = { first: { ...first, orderId: ownIdOf(first) }, openBefore };
    await expectNoSecond(t, "IDEM-CONF-04", { only, again, firstRests: false });
  },
};

const nothing: Expectation<number | null> = that("none of an offer taken", (qty) => !qty);

const otherSideOrMarket: Check = {
  title: "the same client_order_id with another side or market places no second order",
  proves: ["IDEM-CONF-02"],
  needs: ["agent", "market", "two-markets"],
  once: true,
  async body(t) {
    const { agent, market, secondMarket } = t;
    const only = await onlyOrder(t, market.resting());
    const { client_order_id } = only.first.sent;
    for (const order of [market.resting(opposite(t.side)), secondMarket.resting()]) {
      const again = await agent.placeOnce({ ...order, client_order_id });
      await expectNoSecond(t, "IDEM-CONF-02", { only, again, firstRests: true });
    }
  },
};

const inAnotherMarket: Check = {
  title: "the same client_order_id in another market is answered as any conflict is",
  proves: ["IDEM-CONF-03"],
  needs: ["agent", "two-markets"],
  over: { kind: ["BTC_BINARY"], side: ["SELL"], prefix: ["/v1"] },
  async body(t) {
    const { agent, market, secondMarket } = t;
    const first = await agent.rests(market.resting());
    const { client_order_id } = first.sent;
    const again = await agent.placeOnce({ ...secondMarket.resting(), client_order_id });
    t.expect("IDEM-CONF-03", again, conflictOf(first));
  },
};

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
    const requests = Array.from({ length: AT_ONCE }, (_, n) =>
      agent.placeOnce(order, { tolerates: MEANWHILE, prefix: PREFIXES[n % PREFIXES.length]! }),
    );
    const answers = await Promise.all(requests);
    placedOne(answers);
    t.expect("IDEM-CONC-01", answers, sameId);
    await expectOpen(t, "IDEM-CONC-01", { openBefore, more: 1 });
    t.expect("IDEM-CONC-02", answers, anyOf(allTheOrder, theOrderOrMeanwhile));
  },
};

const bodiesAtOnce: Check = {
  title: "orders of two prices and two markets under one client_order_id at once place at most one",
  proves: [CONFLICT, "IDEM-CONF-02"],
  needs: ["agent", "two-markets"],
  once: true,
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent, market, secondMarket } = t;
    const order = market.resting();
    const openBefore = openCount(await agent.openOrders());
    await agent.ready(order);
    const dearer = { ...order, price: Number(order["price"]) + market.info.tick };
    const elsewhere = secondMarket.resting(t.side, { client_order_id: order["client_order_id"] });
    const { secondApiKey } = agent.credentials;
    const requests = [order, dearer, elsewhere, elsewhere].map((one, n) => {
      const key = n % 2 === 0 ? null : secondApiKey;
      return agent.placeOnce(one, { tolerates: MEANWHILE, ...(key && { key }) });
    });
    const answers = await Promise.all(requests);
    placedOne(answers);
    t.expect(CONFLICT, answers.slice(0, 2), oneIdAtMost);
    t.expect("IDEM-CONF-02", answers, oneIdAtMost);
    await expectOpen(t, "IDEM-CONF-02", { openBefore, more: 1 });
  },
};

const oneIdAtMost: Expectation<PlaceResponse[]> = that(
  "one order_id at most in all answers",
  (answers) => idsIn(answers).size <= 1,
  (answers) => `${idsIn(answers).size} order ids in ${answers.length} answers`,
);

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
  inAnotherMarket,
  otherTerms,
  otherType,
  ofOneThatTook,
  tenAtOnce,
  bodiesAtOnce,
];
