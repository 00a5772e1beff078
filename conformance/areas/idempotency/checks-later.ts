/** Replays when time has passed: a stale stamp, a minute later, in a market that has closed. */

import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { endedAs } from "../../check/end-market.ts";
import { sameOrderAs } from "../../expect/placed.ts";
import { expectNoSecond, onlyOrder } from "../only-order.ts";

const replayWhenStale: Check = {
  title: "a replay after the freshness window places no second order",
  proves: ["IDEM-FRESH-01"],
  needs: ["agent", "market", "wait"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const stamp = { timestamp_ms: await t.clock.serverNow(), recv_window_ms: WINDOW_MS };
    const only = await onlyOrder(t, { ...market.resting(), ...stamp });
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

/** As long as the window of the write limit: caches of that age are emptied by then. */
const MINUTE_MS = 61_000;

const replayAfterMinute: Check = {
  title: "a replay a minute later is answered with its order",
  proves: ["IDEM-REPLAY-11"],
  needs: ["agent", "two-markets", "minute"],
  // A minute of its own for each cell would be too long.
  over: {},
  async body(t) {
    const { agent, market, secondMarket } = t;
    const orders = [market.resting("BUY"), market.resting("SELL"), secondMarket.resting("BUY")];
    const firsts = await Promise.all(orders.map((order) => agent.rests(order)));
    await t.clock.pass(MINUTE_MS);
    for (const first of firsts) {
      t.expect("IDEM-REPLAY-11", await agent.placeOnce(first.sent), sameOrderAs(first));
    }
  },
};

const replayHoursLater: Check = {
  title: "replays hours later, of orders that rest and that traded, are answered with them",
  proves: ["IDEM-REPLAY-11"],
  needs: ["two-owners", "market", "quiet", "hours"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    const [price = 0] = await market.inside();
    const firsts = [
      await agent.rests(market.resting()),
      await taking(t, price),
      await taking(t, price, market.sweep(side)),
      await takenFrom(t, price),
    ];
    await t.clock.passHours();
    for (const first of firsts) {
      t.expect("IDEM-REPLAY-11", await agent.placeOnce(first.sent), sameOrderAs(first));
    }
  },
};

/** An order that took what another agent offered. */
async function taking(
  { agent, other, market, side }: CheckContext,
  price: number,
  order: OrderBody = market.limit(side, price),
) {
  await other.rests(market.limit(opposite(side), price));
  return agent.takes(order);
}

/** An order that rested until another agent took it. */
async function takenFrom({ agent, other, market, side }: CheckContext, price: number) {
  const rested = await agent.rests(market.limit(side, price));
  await other.takes(market.limit(opposite(side), price));
  return rested;
}

const replayAfterClose: Check = {
  title: "a replay after its market has closed is answered with its order, and places nothing",
  proves: ["IDEM-REPLAY-12"],
  needs: ["agent", "market", "operator"],
  once: true,
  async body(t) {
    const { agent, market, control, cell } = t;
    const only = await onlyOrder(t, market.resting());
    await control.setMarket(market.id, endedAs(cell.value));
    const again = await agent.placeOnce(only.first.sent);
    await expectNoSecond(t, "IDEM-REPLAY-12", { only, again, firstRests: true });
    t.expect("IDEM-REPLAY-12", again, sameOrderAs(only.first));
  },
};

const replayOfTradeAfterClose: Check = {
  title: "a replay of an order that traded before its market closed is answered with it",
  proves: ["IDEM-REPLAY-12"],
  needs: ["two-owners", "market", "quiet", "operator"],
  once: true,
  async body(t) {
    const { agent, market, control, cell } = t;
    const [price = 0] = await market.inside();
    const first = await inTurnOf(cell, [taking, takenFrom])(t, price);
    await control.setMarket(market.id, endedAs(cell.value));
    t.expect("IDEM-REPLAY-12", await agent.placeOnce(first.sent), sameOrderAs(first));
  },
};

/** Checks of replays that come late. */
export const later: readonly Check[] = [
  replayWhenStale,
  replayAfterMinute,
  replayHoursLater,
  replayAfterClose,
  replayOfTradeAfterClose,
];
