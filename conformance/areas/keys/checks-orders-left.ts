/** What becomes of the orders of a revoked key, and what another key of its agent can do about them. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { inTurnOf, ORDERS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { contains, lacks } from "../../expect/answers.ts";
import { noOrderBut, sameOrderAs } from "../../expect/placed.ts";
import { judgeCancelOrDone } from "../cancel-or-done.ts";
import { oneOfTwoRevoked } from "./revocation.ts";

/** An order, and a key of its agent that did not place it. */
interface RevokedKeysOrder {
  order: PlaceResponse & { orderId: string };
  caller: AgentClient;
}

const ordersOutlive: Check = {
  title:
    "what a revoked key has placed stays its agent's: another key replays it, and cancels it if it rests",
  proves: ["KEY-REV-04", "IDEM-REPLAY-05", "OAPI-CXL-01", "OAPI-CXL-02", "OAPI-ALL-01"],
  needs: ["browser", "market"],
  over: ORDERS,
  once: true,
  async body(t) {
    const left = await leftBehind(t);
    const { order, caller } = left;
    await t.settle();
    const stillOpen = contains(order.orderId);
    const outlives = stillOpen.judge(await t.reading(() => caller.openOrders(), stillOpen)).ok;
    t.observe("KEY-REV-04", outlives ? "they rest on" : "they are cancelled");
    const told = outlives ? sameOrderAs(order) : noOrderBut(order);
    t.expect("IDEM-REPLAY-05", await caller.placeOnce(order.sent), told);
    await cancelInTurn(t, left, outlives);
  },
};

/** An order that rests, the key that placed it being revoked, and another key of the agent. */
async function leftBehind(t: CheckContext): Promise<RevokedKeysOrder> {
  const placed: RevokedKeysOrder["order"][] = [];
  const { kept } = await oneOfTwoRevoked(t, async ({ caller }) => {
    placed.push(await caller.rests(t.market.resting()));
  });
  return { order: placed[0]!, caller: kept.caller };
}

/** A cancel, and the rules that say what it is answered and what it does. */
interface Cancel {
  answers: string;
  ends: string;
  send(left: RevokedKeysOrder): Promise<Exchange>;
}

const WAYS: readonly Cancel[] = [
  {
    answers: "OAPI-CXL-01",
    ends: "OAPI-CXL-02",
    send: ({ caller, order }) => caller.cancel(order.orderId),
  },
  { answers: "OAPI-ALL-01", ends: "OAPI-ALL-01", send: ({ caller }) => caller.cancelAll() },
];

/** One of them in each cell, where what was left behind rests. */
async function cancelInTurn(
  t: CheckContext,
  left: RevokedKeysOrder,
  rests: boolean,
): Promise<void> {
  const inTurn = inTurnOf(t.cell, WAYS);
  for (const cancel of WAYS) {
    if (rests && cancel === inTurn) await judgeCancel(t, left, cancel);
    else for (const rule of new Set([cancel.answers, cancel.ends])) t.moot(rule, NOT_ASKED);
  }
}

const NOT_ASKED = "such a cancel of what a revoked key left open";

async function judgeCancel(t: CheckContext, left: RevokedKeysOrder, cancel: Cancel): Promise<void> {
  const { order, caller } = left;
  // It may have been cancelled with its key a moment before.
  const which = { rule: cancel.answers, caller, orderId: order.orderId };
  const listing = await judgeCancelOrDone(t, which, () => cancel.send(left));
  t.expect(cancel.ends, listing, lacks(order.orderId));
}

/** Checks of what a revoked key leaves behind. */
export const ordersLeft: readonly Check[] = [ordersOutlive];
