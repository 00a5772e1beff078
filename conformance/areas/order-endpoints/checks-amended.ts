/** What an amendment leaves of an order: whole contracts, and no less than none. Spec: Resources; D-030. */

import {
  type Json,
  recordOf,
  remainingQty,
  wholeQty,
} from "../../../scenarios/deployment/reading/reading.ts";
import { succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import { amend, amends } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";

const RULE = "OAPI-AMEND-03";

const amendedToAPart: Check = {
  title: "an amendment to a part of a contract more or less leaves an order of whole contracts",
  proves: [RULE],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    const { orderId, sent } = await agent.rests(market.resting(side));
    const price = Number(sent["price"]);
    if (!(await amends(t, agent, { orderId, price, qty: 2 }))) {
      return t.moot(RULE, "the venue does not amend orders");
    }
    for (const qty of [2.5, 1.5]) {
      await amend(agent, orderId, { price, qty });
      await t.settle();
      t.expect(RULE, wholeQty(await recordNow(t, orderId)), ofWholeContracts);
    }
  },
};

/** What cannot be read is not judged. */
const ofWholeContracts = that<number | null>("a whole number of contracts", (qty) => {
  return qty === null || Number.isInteger(qty);
});

const [WHOLE, FILLED, LESS] = [3, 2, 1];

const amendedBelowFilled: Check = {
  title: "an amendment to less than is filled of an order leaves no less than none of it resting",
  proves: [RULE],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    const { orderId } = await agent.rests(market.limit(side, price, { qty: WHOLE }));
    await other.takes(market.limit(opposite(side), price, { qty: FILLED }));
    // As a new total, or as what is to rest (D-030).
    if (!succeeded(await amend(agent, orderId, { price, qty: LESS }))) {
      return t.moot(RULE, "the venue refuses to amend an order to less than is filled");
    }
    await t.settle();
    t.expect(RULE, remainingQty(await recordNow(t, orderId)), noLessThanNone);
    const { bids, asks } = await market.book();
    const level = (side === "BUY" ? bids : asks).find((one) => one.price === price);
    t.expect(RULE, level?.qty ?? null, noLessThanNone);
  },
};

const noLessThanNone = that<number | null>("no less than 0 contracts that rest", (qty) => {
  return qty === null || qty >= 0;
});

/** The record of an order; empty where none can be read. */
async function recordNow({ agent }: CheckContext, orderId: string): Promise<Json> {
  return recordOf((await agent.order(orderId)).response?.body, orderId) ?? {};
}

/** Checks of what an amendment leaves. */
export const amendedOrders: readonly Check[] = [amendedToAPart, amendedBelowFilled];
