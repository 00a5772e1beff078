/** POST_ONLY: rests or is declined, and never takes. Spec: Order place request, Reject codes. */

import { StandsOn } from "../../scenarios/deployment/stops.ts";
import { noMoreOpenThan, openCount } from "../areas/rejection.ts";
import type { Check } from "../check/check.ts";
import { opposite } from "../check/check-context.ts";
import { anyOf } from "../check/expectation.ts";
import { contains } from "../expect/answers.ts";
import { anyRefusal, declined, noFill, nothingRemains, resting } from "../expect/placed.ts";

const WOULD_CROSS = declined("POST_ONLY_WOULD_CROSS");

const postOnlyRests: Check = {
  title: "a POST_ONLY order that does not cross is NEW and in /orders/open",
  proves: ["TIF-PO-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const placed = await agent.place(market.resting("BUY", { tif: "POST_ONLY" }));
    t.expect("TIF-PO-01", placed, resting);
    await t.eventually(
      "TIF-PO-01",
      () => agent.openOrders(market.id),
      contains(String(placed.orderId)),
    );
  },
};

/** Both sides: an asymmetric comparison takes on one of them alone. */
const postOnlyCrosses: readonly Check[] = (["BUY", "SELL"] as const).map((side) => ({
  title: `a POST_ONLY ${side} that would cross is declined, not repriced, and touches nothing`,
  proves: ["TIF-PO-02", "TIF-PO-04"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent, other: maker, market } = t;
    const [low = 0, high = 0] = await market.inside(2);
    const [restedAt, beyond] = side === "BUY" ? [low, high] : [high, low];
    const rested = await maker.rests(market.limit(opposite(side), restedAt));
    const before = openCount(await agent.openOrders());
    const refused = await agent.provoke(market.limit(side, beyond, { tif: "POST_ONLY" }));
    t.expect("TIF-PO-02", refused, WOULD_CROSS);
    t.expect("TIF-PO-02", refused, noFill);
    await t.settle();
    await t.eventually("TIF-PO-04", () => agent.openOrders(), noMoreOpenThan(before));
    await t.eventually("TIF-PO-04", () => maker.openOrders(market.id), contains(rested.orderId));
  },
}));

const postOnlyTouches: Check = {
  title: "a POST_ONLY order at the opposite best price crosses too",
  proves: ["TIF-PO-03"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent, other: maker, market } = t;
    const [price = 0] = await market.inside();
    await maker.rests(market.limit("BUY", price));
    const postOnly = (limit: number) => market.limit("SELL", limit, { tif: "POST_ONLY" });
    const past = await agent.provoke(postOnly(price - market.seat.tick));
    if (past.fate === "accepted")
      throw new StandsOn("TIF-PO-02", "POST_ONLY past the best is taken");
    const refused = await agent.provoke(postOnly(price));
    t.expect("TIF-PO-03", refused, WOULD_CROSS);
    t.expect("TIF-PO-03", refused, noFill);
  },
};

const postOnlyMarket: Check = {
  title: "what POST_ONLY together with MARKET does, short of resting",
  proves: ["TIF-PO-05"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const placed = await agent.provoke(market.sweep("SELL", { tif: "POST_ONLY" }));
    t.expect("TIF-PO-05", placed, anyOf(anyRefusal, nothingRemains));
  },
};

export const postOnly: readonly Check[] = [
  postOnlyRests,
  ...postOnlyCrosses,
  postOnlyTouches,
  postOnlyMarket,
];
