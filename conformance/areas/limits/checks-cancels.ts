/** Cancels, amendments and ladders on a spent budget of writes: refused, they do nothing. Spec: Limits. */

import { oddOf, statusesOf } from "../../../scenarios/decisions/forms.ts";
import { readPlaced } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { besideRefused, cancelAllOf, isLimited, PROBES, volley } from "../../check/burst.ts";
import { ladderOf } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { allOf } from "../../check/expectation.ts";
import { contains, lacks } from "../../expect/answers.ts";
import { limitedToo } from "../../expect/limits.ts";
import { EACH_WRITE, RESTING } from "./checks-counting.ts";
import { CANCEL } from "./rules.ts";

/** The rule that a write which is refused does nothing. */
export const DOES_NOTHING = "LIM-WRITE-07";

/** What is cancelled is there, so a venue that looks it up first counts it too. */
export const cancelsCount: Check = {
  title: "cancels of orders that rest are refused on a spent budget of writes, and take none",
  proves: [EACH_WRITE, DOES_NOTHING],
  needs: ["agent", "two-markets", "load", "moved-clock"],
  over: { route: [CANCEL] },
  async body(t) {
    const { agent, market, secondMarket } = t;
    await t.run.alone();
    await agent.rested("write", 0);
    // In a market where what spends the budget does not cancel them. Unpaced, as amendments are.
    const bodies = Array.from({ length: RESTING }, () => secondMarket.resting());
    const placing = bodies.map((body) => ({ method: "POST", path: "/orders", body }));
    const placed = (await volley(agent, placing)).map((answer, index) =>
      readPlaced(bodies[index] ?? {}, answer),
    );
    const ids = placed.map(({ orderId }) => orderId);
    if (placed.some(({ fate, orderId }) => fate !== "accepted" || orderId === null)) {
      throw new StandsOn("TIF-GTC-01", "of the plain resting orders to cancel one was not taken");
    }
    const asks = Array.from({ length: PROBES }, (_, index) => {
      return { method: "DELETE", path: `/orders/${ids[index % RESTING]}` };
    });
    const probes = { by: agent, asks, also: statusesOf("D-028") };
    const answers = await besideRefused(agent, cancelAllOf(market), probes);
    await agent.rested("write", 0);
    const spared = neverTaken(t.sent.all, ids.map(String));
    const rest = allOf(...spared.map(contains));
    const open = await t.reading(() => agent.openOrders(secondMarket.id), rest);
    await volley(agent, [cancelAllOf(secondMarket)]);
    t.expect(EACH_WRITE, answers, limitedToo);
    if (spared.length === 0) t.moot(DOES_NOTHING, "of every order a cancel passed");
    else t.expect(DOES_NOTHING, open, rest);
  },
};

/** One is enough where none passes: a clock that control moves stands still meanwhile. */
export const laddersDoNothing: Check = {
  title: "a ladder that is answered 429 cancels no order and places none",
  proves: [DOES_NOTHING],
  needs: ["agent", "two-markets", "load", "moved-clock"],
  async body(t) {
    const { agent, market, secondMarket } = t;
    await t.run.alone();
    await agent.rested("write", 0);
    const [body, rung] = [secondMarket.resting(), secondMarket.resting()];
    const [placed] = await volley(agent, [{ method: "POST", path: "/orders", body }]);
    const { fate, orderId } = readPlaced(body, placed!);
    if (fate !== "accepted" || orderId === null) {
      throw new StandsOn("TIF-GTC-01", "a plain resting order to be replaced was not taken");
    }
    const ladder = ladderOf(secondMarket.id, [rung]);
    const also = [...statusesOf("D-031"), ...oddOf("D-031"), 501];
    const probes = { by: agent, asks: [ladder], also };
    await besideRefused(agent, cancelAllOf(market), probes);
    await agent.rested("write", 0);
    const asBefore = allOf(contains(orderId), lacks(String(rung["client_order_id"])));
    const open = await t.reading(() => agent.openOrders(secondMarket.id), asBefore);
    await volley(agent, [cancelAllOf(secondMarket)]);
    const ladders = t.sent.all.filter(({ request }) => request.path.endsWith(ladder.path));
    if (!ladders.every(isLimited)) throw new Missing("needs a venue that counts a ladder");
    t.expect(DOES_NOTHING, open, asBefore);
  },
};

/** The orders whose cancels were answered 429, all of them. */
function neverTaken(sent: readonly Exchange[], ids: readonly string[]): string[] {
  const cancels = sent.filter(({ request }) => request.method === "DELETE");
  const taken = cancels.filter((one) => !isLimited(one)).map(({ request }) => request.path);
  return ids.filter((id) => !taken.some((path) => path.endsWith(id)));
}
