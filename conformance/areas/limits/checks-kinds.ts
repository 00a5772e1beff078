/** What the spec counts as one write is one, in a market of whatever kind, and whatever is held. D-163. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { cancelAllOf, type Send } from "../../check/burst.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { judgeWrites, NO_MORE_WRITES, WHOLE_WRITES } from "./checks-budget.ts";

/** The same of orders of each type and time in force, in the kinds in which no other burst is sent. */
export const eachKindCountsOnce: Check = {
  title: "600 writes of each type of order pass in a market of another kind too, and no more",
  proves: [WHOLE_WRITES, NO_MORE_WRITES],
  needs: ["two-owners", "market", "load", "moved-clock"],
  over: { kind: ["BTC_PERP", "BTC_PARLAY"], position: ["long", "short"] },
  once: true,
  async body(t) {
    await judgeWrites(t, (send) => eachType(t, send));
  },
};

/** An order that rests, one that may not cross, two that find nobody, and a cancel of all. */
async function eachType({ market, side }: CheckContext, send: Send): Promise<void> {
  const place = (body: object) =>
    send({ method: "POST", path: "/orders", body }, statusesOf("D-002"));
  await place(market.resting(side));
  await place(market.resting(side, { tif: "POST_ONLY" }));
  await place(market.resting(side, { tif: "IOC" }));
  await place(market.sweep(side));
  await send(cancelAllOf(market));
}
