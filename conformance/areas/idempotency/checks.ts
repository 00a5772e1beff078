/** Replays of a client_order_id: one order, one result. Spec: Behaviour 2. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { ORDERS, SIDES } from "../../check/cell.ts";
import { replaceLadder } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { contains } from "../../expect/answers.ts";
import { anotherOrderThan, noOrderBut, notTooLarge, sameOrderAs } from "../../expect/placed.ts";
import { farOff } from "../fat-finger.ts";
import { expectNoSecond, expectOpen, onlyOrder, replayed } from "../only-order.ts";
import { openCount } from "../rejection.ts";
import { cancelled } from "./checks-cancelled.ts";
import { atAnotherPrice, CONFLICT, conflicts } from "./checks-conflicts.ts";
import { declines } from "./checks-declines.ts";
import { fills } from "./checks-fills.ts";
import { ids } from "./checks-ids.ts";
import { later } from "./checks-later.ts";
import { outages } from "./checks-outages.ts";
import { sameOrder } from "./checks-same-order.ts";
import { takers } from "./checks-takers.ts";
import { unheard } from "./checks-unheard.ts";

const confirmedOnce: Check = {
  title: "an order confirmed under the id of its FAT_FINGER is placed once, however often it comes",
  proves: ["IDEM-REPLAY-02"],
  needs: ["agent", "perp"],
  over: { kind: ["BTC_PERP"], side: SIDES },
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    const asked = await agent.provoke(market.limit(side, farOff(market, side)));
    const confirmed = await agent.placeOnce({ ...asked.sent, confirm_fat_finger: true });
    wasConfirmed(asked, confirmed);
    t.expect("IDEM-REPLAY-02", await agent.placeOnce(confirmed.sent), noOrderBut(confirmed));
  },
};

/** Errors: Missing where nothing was asked, or its id could not be used again (D-042, D-043). */
function wasConfirmed(asked: PlaceResponse, confirmed: PlaceResponse): void {
  if (asked.reason === "FAT_FINGER" && confirmed.fate === "accepted") return;
  throw new Missing("did not arise: no order that was confirmed under the id of its FAT_FINGER");
}

const replayAddsNothing: Check = {
  title: "after a replay exactly one order is open",
  proves: ["IDEM-REPLAY-02"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { first, openBefore } = await replayed(t, market.resting());
    await t.eventually("IDEM-REPLAY-02", () => agent.openOrders(), contains(first.orderId));
    await expectOpen(t, "IDEM-REPLAY-02", { openBefore, more: 1 });
  },
};

const replayOfRung: Check = {
  title: "an order that came with a ladder is not placed again when it is resent under its id",
  proves: ["IDEM-REPLAY-02"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const rung = market.resting();
    await replaceLadder(agent, market.id, [rung]);
    const isThere = contains(String(rung["client_order_id"]));
    const listing = await t.reading(() => agent.openOrders(), isThere);
    if (!isThere.judge(listing).ok) {
      throw new Missing("did not arise: a ladder whose orders have their client_order_id");
    }
    await agent.placeOnce(rung);
    await expectOpen(t, "IDEM-REPLAY-02", { openBefore: openCount(listing), more: 0 });
  },
};

const replayByOtherKey: Check = {
  title: "a replay with another key of the same agent is a replay",
  proves: ["IDEM-REPLAY-05"],
  needs: ["agent", "market"],
  over: { caller: ["second-key"], ...ORDERS },
  once: true,
  async body(t) {
    const { agent, market } = t;
    const { first } = await onlyOrder(t, market.resting());
    const replay = await agent.placeOnce(first.sent, { key: agent.credentials.secondApiKey });
    t.expect("IDEM-REPLAY-05", replay, sameOrderAs(first));
  },
};

const replayBySession: Check = {
  title: "a replay by the agent's signed-in owner is a replay",
  proves: ["IDEM-REPLAY-05"],
  needs: ["agent", "market"],
  once: true,
  over: { caller: ["session"], ...ORDERS },
  async body(t) {
    const { agent, human, market } = t;
    ownedBy(human.agentId, agent.agentId);
    const { first } = await onlyOrder(t, market.resting());
    t.expect("IDEM-REPLAY-05", await human.place(first.sent), sameOrderAs(first));
  },
};

/** Errors: Missing where the session acts for another agent than the one that placed. */
function ownedBy(acting: string, placed: string): void {
  if (acting !== placed) throw new Missing("needs a browser session of the agent that trades");
}

const otherAgentsId: Check = {
  title: "the same client_order_id from another agent is a new order",
  proves: ["IDEM-REPLAY-06"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const another = t.cell.caller === "sibling" ? t.sibling : t.other;
    // No cooldown of its own keeps the other agent from placing this one.
    await another.rests(market.resting());
    const first = await agent.rests(market.resting());
    const placed = await another.placeOnce(first.sent);
    t.expect("IDEM-REPLAY-06", placed, anotherOrderThan(first));
  },
};

const replayAfterFill: Check = {
  title: "a replay after a full fill is answered with the order and leaves the position as it was",
  proves: ["IDEM-REPLAY-08", CONFLICT],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const { agent: maker, other: taker, market, side } = t;
    const position = () => maker.position(market);
    const start = await position();
    const [price = 0] = await market.inside();
    const only = await onlyOrder(t, market.limit(side, price));
    await taker.takes(market.limit(opposite(side), price));
    const bought = await t.reading(position, positionIs(start, side === "BUY" ? 1 : -1));
    const again = await maker.placeOnce(only.first.sent);
    await expectNoSecond(t, "IDEM-REPLAY-08", { only, again, firstRests: false });
    t.expect("IDEM-REPLAY-08", notTooLarge(again), sameOrderAs(only.first));
    await t.eventually("IDEM-REPLAY-08", position, positionIs(bought, 0));
    const changed = await maker.placeOnce(atAnotherPrice(only.first, market.info.tick));
    await expectNoSecond(t, CONFLICT, { only, again: changed, firstRests: false });
  },
};

/** A position so much longer than an earlier reading; any where none is readable. */
function positionIs(earlier: number | null, more: number): Expectation<number | null> {
  return that(
    `the position of before plus ${more}`,
    (position) => position === null || earlier === null || position === earlier + more,
  );
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  ...sameOrder,
  confirmedOnce,
  replayAddsNothing,
  replayOfRung,
  replayByOtherKey,
  replayBySession,
  otherAgentsId,
  replayAfterFill,
  ...cancelled,
  ...fills,
  ...takers,
  ...conflicts,
  ...ids,
  ...declines,
  ...unheard,
  ...later,
  ...outages,
];
