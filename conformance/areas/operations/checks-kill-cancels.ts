/** What is cancelled while the venue is frozen, where it lets agents cancel. Spec: D-170. */

import type { Prefix } from "../../../scenarios/deployment/profile/profile.ts";
import { bookOf } from "../../../scenarios/deployment/reading/reading.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";
import { lacks } from "../../expect/answers.ts";
import { callerIn, demandOwnCaller } from "../caller.ts";
import { FROZEN, whileFrozen } from "../kill-switch.ts";

const RULE = "OPS-KILL-08";
const QTY = 2;

/** An order that is cancelled while the venue is frozen leaves what was read of it before. */
export const leavesWhileFrozen: Check = {
  title: "an order cancelled in a freeze leaves book and open orders as read under each prefix",
  proves: [RULE],
  needs: ["agent", "market", "quiet", "kill-switch"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    demandOwnCaller(t);
    const price = market.far(side);
    const { orderId } = await agent.rests(market.limit(side, price, { qty: QTY }));
    await t.settle();
    await whileFrozen(t, async () => {
      const before = await underEach((prefix) => levelAt(t, price, prefix));
      const listings = await underEach((prefix) => openOrders(t, prefix));
      const answers = [...listings, await agent.request({ ...cancelOf(t, orderId), ...FROZEN })];
      if (!answers.every(isServed))
        return t.moot(RULE, "cancels or lists are not served in a freeze");
      await t.settle();
      for (const prefix of PREFIXES) {
        await t.eventually(RULE, () => openOrders(t, prefix), lacks(orderId));
      }
      // A book may stand still as long as nothing trades (D-170), but then under every prefix.
      const lost = (at: number, now: number | null) => now !== null && now <= before[at]! - QTY;
      const after = await underEach((prefix) => levelAt(t, price, prefix));
      if (before.some((qty) => (qty ?? 0) < QTY) || !after.some((qty, at) => lost(at, qty))) return;
      const withoutIt = that<(number | null)[]>(
        "a book without it under each prefix, as under one",
        (levels) => levels.every((qty, at) => lost(at, qty)),
        (levels) => `${levels.join(", ")} at its price`,
      );
      await t.eventually(RULE, () => underEach((prefix) => levelAt(t, price, prefix)), withoutIt);
    });
  },
};

/** By its id, with all of its market or with all there are, in each kind of market another. */
function cancelOf({ cell, market }: CheckContext, orderId: string): ApiRequest {
  const { kind = KINDS[0] } = cell;
  const ways = [
    { method: "DELETE", path: `/orders/${orderId}` },
    { method: "DELETE", path: "/orders", query: { market_id: market.id } },
    { method: "DELETE", path: "/orders" },
  ];
  return ways[KINDS.indexOf(kind) % ways.length]!;
}

const isServed = ({ response }: Exchange) => response?.status === 200;

async function underEach<T>(read: (prefix: Prefix) => Promise<T>): Promise<T[]> {
  const told: T[] = [];
  for (const prefix of PREFIXES) told.push(await read(prefix));
  return told;
}

function openOrders(t: CheckContext, prefix: Prefix): Promise<Exchange> {
  return callerIn(t).request({ method: "GET", path: "/orders/open", prefix, ...FROZEN });
}

/** What the book shows at a price of the side of the cell; null where it cannot be read. */
async function levelAt({ agent, market, side }: CheckContext, price: number, prefix: Prefix) {
  const answer = await agent.get(`/markets/${market.id}/book`, {}, { prefix, ...FROZEN });
  const book = isServed(answer) ? bookOf(answer.response?.body) : null;
  if (book === null) return null;
  const levels = side === "BUY" ? book.bids : book.asks;
  return levels.find((level) => level.price === price)?.qty ?? 0;
}
