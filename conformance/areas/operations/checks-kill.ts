/** The kill switch: what it refuses beside orders, and what rests meanwhile. Spec: D-170. */

import { priceOf, recordOf, wholeQty } from "../../../scenarios/deployment/reading/reading.ts";
import { type Exchange, succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { is } from "../../check/expectation.ts";
import { answerGist, contains } from "../../expect/answers.ts";
import { asBefore, FROZEN, PERHAPS, quote, standing, whileFrozen } from "../kill-switch.ts";
import { leavesWhileFrozen } from "./checks-kill-cancels.ts";
import { frozenOrders } from "./checks-kill-orders.ts";

/** More than what rests. */
const MORE = 3;

const changesNothing: Check = {
  title: "an amend or a ladder on a frozen venue changes no order and enters none",
  proves: ["OPS-KILL-07"],
  needs: ["two-owners", "market", "quiet", "kill-switch"],
  async body(t) {
    const { agent, market } = t;
    const offered = await quote(t);
    const touch = Number(offered.sent["price"]);
    // One that may only rest would not be repriced to where it trades.
    const own = await agent.rests(market.resting(t.side, { tif: "GTC" }));
    const rung = market.resting();
    await t.settle();
    const before = await standing(t, offered);
    const path = `/orders/${own.orderId}`;
    const ladder = { market_id: market.id, orders: [rung] };
    await whileFrozen(t, async () => {
      for (const body of [{ price: touch }, { qty: MORE }]) {
        await agent.request({ method: "PATCH", path, body, ...PERHAPS });
      }
      const ask = { method: "POST", path: "/orders/replace-ladder", body: ladder };
      await agent.request({ ...ask, ...PERHAPS });
    });
    await t.settle();
    await t.eventually("OPS-KILL-07", () => standing(t, offered), asBefore(before, [rung]));
    // Where its record cannot be read, that it took nothing has to do.
    const { price, qty } = own.sent;
    const { response } = await agent.order(own.orderId);
    const record = recordOf(response?.body, own.orderId) ?? {};
    t.expect("OPS-KILL-07", priceOf(record) ?? price, is(Number(price)));
    t.expect("OPS-KILL-07", wholeQty(record) ?? qty, is(Number(qty)));
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
      market: await agent.get(`/markets/${market.id}`, {}, FROZEN),
      replay: (await agent.placeOnce(kept.sent, FROZEN)).exchange,
      ready: await t.anonymously({ method: "GET", path: "/ready", ...FROZEN }),
    }));
    const seen = Object.entries(met).map(([what, answer]) => `${what}: ${answerGist(answer)}`);
    const unusual = Object.values(met).some((answer) => !isServedOrFrozen(answer));
    t.observe("OPS-KILL-02", seen, unusual ? "neither served nor 503" : undefined);
  },
};

function isServedOrFrozen(exchange: Exchange): boolean {
  return exchange.response?.status === 503 || succeeded(exchange);
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
  ...frozenOrders,
  changesNothing,
  leavesWhileFrozen,
  othersWhileFrozen,
  restingDoesNotTrade,
];
