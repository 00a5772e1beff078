/** The kill switch: what it refuses, that nothing comes of it, and its release. Spec: D-170. */

import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { mentions } from "../../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS, ORDERS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, is, that } from "../../check/expectation.ts";
import { answerGist, contains } from "../../expect/answers.ts";
import { accepted } from "../../expect/placed.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";
import { lasting } from "./checks-kill-lasts.ts";
import { FROZEN, frozen, PERHAPS, whileFrozen } from "./kill-switch.ts";

/** The other agent quotes both sides, so that there is a mid; returns what is quoted to takers. */
async function quote({ other: maker, market, side }: CheckContext) {
  const [own = 0, touch = 0] = await market.ladder(2);
  await maker.rests(market.limit(side, own));
  return maker.rests(market.limit(opposite(side), touch));
}

/** One order of each type and time in force: three that would trade, and two that would rest. */
function everyOrder({ market, side }: CheckContext, touch: number): OrderBody[] {
  return [
    market.resting(),
    market.resting(side, { tif: "POST_ONLY" }),
    ...["GTC", "IOC", "FOK"].map((tif) => market.limit(side, touch, { tif })),
    market.sweep(side),
  ];
}

const refusesOrders: Check = {
  title:
    "a frozen venue refuses every type of order, nothing comes of it, and then it trades again",
  proves: ["OPS-KILL-01", "OPS-KILL-05", "OPS-KILL-04", "OPS-KILL-06"],
  needs: ["two-owners", "market", "quiet", "kill-switch"],
  over: ORDERS,
  async body(t) {
    const { agent, market } = t;
    const offered = await quote(t);
    const orders = everyOrder(t, Number(offered.sent["price"]));
    await t.settle();
    const before = await standing(t, offered);
    const send = () => Promise.all(orders.map((order) => agent.placeOnce(order, FROZEN)));
    for (const placed of await whileFrozen(t, send)) t.expect("OPS-KILL-01", placed, frozen);
    await t.settle();
    await t.eventually("OPS-KILL-05", () => standing(t, offered), asBefore(before, orders));
    t.expect("OPS-KILL-04", await agent.placeOnce(market.resting(), FROZEN), accepted);
    t.expect("OPS-KILL-06", await agent.placeOnce(orders[0]!, FROZEN), accepted);
    t.expect("OPS-KILL-06", await agent.placeOnce(orders[1]!, FROZEN), accepted);
  },
};

/** Where an agent stands, and an order that it could have taken; null where unreadable. */
interface TradingState {
  open: Exchange;
  position: number | null;
  taken: number | null;
}

async function standing(
  { agent, other, market }: CheckContext,
  offered: { orderId: string },
): Promise<TradingState> {
  return {
    open: await agent.openOrders(market.id),
    position: await agent.position(market),
    taken: await other.executed(offered.orderId),
  };
}

/** No order more is open, and nothing has changed hands. */
function asBefore(before: TradingState, orders: readonly OrderBody[]): Expectation<TradingState> {
  const ids = orders.map((order) => String(order["client_order_id"]));
  const isOpen = ({ open }: TradingState) => ids.some((id) => mentions(open.response?.body, id));
  return that(
    "open orders, position and the order offered to them as before",
    (now) =>
      !isOpen(now) &&
      noMoreOpenThan(openCount(before.open)).judge(now.open).ok &&
      (now.position ?? before.position) === before.position &&
      !now.taken,
    ({ open, position, taken }) =>
      `${openCount(open)} open orders (${openCount(before.open)} before), position ${position} ` +
      `(${before.position} before), ${taken} taken of the order offered`,
  );
}

/** Another way to act for an agent than by its first key. */
const OTHERWISE: Readonly<
  Record<string, (t: CheckContext, order: OrderBody) => Promise<PlaceResponse>>
> = {
  "second-key": ({ agent }, order) =>
    agent.placeOnce(order, { ...FROZEN, key: agent.credentials.secondApiKey }),
  session: ({ human }, order) => human.place(order, FROZEN),
};

const refusesOtherCallers: Check = {
  title:
    "a frozen venue refuses an order by a second key, or by a session, with EXCHANGE_FROZEN too",
  proves: ["OPS-KILL-01"],
  needs: ["agent", "market", "kill-switch"],
  over: { kind: KINDS, prefix: PREFIXES, caller: ["second-key", "session"] },
  async body(t) {
    const send = OTHERWISE[t.cell.caller ?? ""]!;
    const placed = await whileFrozen(t, () => send(t, t.market.resting()));
    t.expect("OPS-KILL-01", placed, frozen);
  },
};

const changesNothing: Check = {
  title: "an amend or a ladder on a frozen venue changes no order and enters none",
  proves: ["OPS-KILL-07"],
  needs: ["two-owners", "market", "quiet", "kill-switch"],
  async body(t) {
    const { agent, market } = t;
    const offered = await quote(t);
    const touch = Number(offered.sent["price"]);
    const own = await agent.rests(market.resting());
    const rung = market.resting();
    await t.settle();
    const before = await standing(t, offered);
    const path = `/orders/${own.orderId}`;
    const ladder = { market_id: market.id, orders: [rung] };
    await whileFrozen(t, async () => {
      await agent.request({ method: "PATCH", path, body: { price: touch }, ...PERHAPS });
      const ask = { method: "POST", path: "/orders/replace-ladder", body: ladder };
      await agent.request({ ...ask, ...PERHAPS });
    });
    await t.settle();
    await t.eventually("OPS-KILL-07", () => standing(t, offered), asBefore(before, [rung]));
    // Where its record cannot be read, that it took nothing has to do.
    const price = (await agent.priceOf(own.orderId)) ?? Number(own.sent["price"]);
    t.expect("OPS-KILL-07", price, is(Number(own.sent["price"])));
  },
};

const othersWhileFrozen: Check = {
  title: "what a cancel, a read, a replay and a probe meet on a frozen venue",
  proves: ["OPS-KILL-02"],
  needs: ["agent", "market", "kill-switch"],
  async body(t) {
    const { agent, market } = t;
    const kept = await agent.rests(market.resting());
    const dropped = await agent.rests(market.resting());
    const met = await whileFrozen(t, async () => ({
      cancel: await agent.cancel(dropped.orderId, FROZEN),
      read: await agent.order(kept.orderId, FROZEN),
      replay: (await agent.placeOnce(kept.sent, FROZEN)).exchange,
      ready: await t.anonymously({ method: "GET", path: "/ready", ...FROZEN }),
    }));
    const seen = Object.entries(met).map(([what, answer]) => `${what}: ${answerGist(answer)}`);
    const unusual = Object.values(met).some((answer) => !isServedOrFrozen(answer));
    t.observe("OPS-KILL-02", seen, unusual ? "neither served nor 503" : undefined);
  },
};

function isServedOrFrozen({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status === 503 || (status >= 200 && status < 300);
}

const restingDoesNotTrade: Check = {
  title: "a resting order does not trade while the venue is frozen",
  proves: ["OPS-KILL-03"],
  needs: ["two-owners", "market", "quiet", "kill-switch"],
  async body(t) {
    const { agent: taker, other: maker, market, side } = t;
    const [price = 0] = await market.inside();
    const resting = await maker.rests(market.limit(opposite(side), price));
    await whileFrozen(t, () => taker.placeOnce(market.limit(side, price), FROZEN));
    await t.settle();
    t.expect("OPS-KILL-03", await maker.openOrders(market.id), contains(resting.orderId));
  },
};

/** Checks of the kill switch. */
export const killSwitch: readonly Check[] = [
  refusesOrders,
  refusesOtherCallers,
  ...lasting,
  changesNothing,
  othersWhileFrozen,
  restingDoesNotTrade,
];
