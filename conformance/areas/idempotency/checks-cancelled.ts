/** Replays of an order that was cancelled since, or filled in part. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import { inTurnOf } from "../../check/cell.ts";
import { replaceLadder } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation } from "../../check/expectation.ts";
import { lacks } from "../../expect/answers.ts";
import { placedThat, sameOrderAs } from "../../expect/placed.ts";
import { expectNoSecond, onlyOrder, placedNoOther } from "../only-order.ts";
import { atAnotherPrice, CONFLICT } from "./checks-conflicts.ts";

const replayShowsItsState: Check = {
  title: "a replay after a cancel shows the original result or the order's present state",
  proves: ["IDEM-REPLAY-03"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const { first } = await onlyOrder(t, market.resting());
    await agent.cancels(first.orderId);
    const replay = await agent.placeOnce(first.sent);
    placedNoOther(first, replay);
    t.expect("IDEM-REPLAY-03", replay, anyOf(originalOf(first), nowCancelled));
  },
};

function originalOf(first: PlaceResponse): Expectation<PlaceResponse> {
  return placedThat(
    "the original status and quantities",
    (replay) =>
      replay.status === first.status &&
      replay.filledQty === first.filledQty &&
      replay.remainingQty === first.remainingQty,
  );
}

const nowCancelled = placedThat(
  "its present state: CANCELLED with filled 0 and remaining 0",
  ({ status, filledQty, remainingQty }) =>
    status === "CANCELLED" && filledQty === 0 && remainingQty === 0,
);

const replayOfWhatFilledSince: Check = {
  title: "a replay after a part of the order was filled shows all of one state, then or now",
  proves: ["IDEM-REPLAY-03"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    const { first } = await onlyOrder(t, market.limit(side, price, { qty: 2 }));
    await other.takes(market.limit(opposite(side), price));
    const replay = await agent.placeOnce(first.sent);
    placedNoOther(first, replay);
    t.expect("IDEM-REPLAY-03", replay, anyOf(originalOf(first), nowPartial));
    t.expect("IDEM-REPLAY-03", replay, noAverageOfNothing);
  },
};

const nowPartial = placedThat(
  "its present state: PARTIAL with filled 1 and remaining 1",
  ({ status, filledQty, remainingQty }) =>
    status === "PARTIAL" && filledQty === 1 && remainingQty === 1,
);

const noAverageOfNothing = placedThat(
  "no average where it tells nothing filled",
  ({ filledQty, avgPrice }) => filledQty !== 0 || avgPrice === null,
);

const replayAfterCancel: Check = {
  title:
    "a replay after a cancel, of one or of all, or after a ladder is answered with the order and places nothing",
  proves: ["IDEM-REPLAY-07", CONFLICT],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const only = await onlyOrder(t, market.resting());
    await ends(t, only.first.orderId);
    const again = await agent.placeOnce(only.first.sent);
    await expectNoSecond(t, "IDEM-REPLAY-07", { only, again, firstRests: false });
    t.expect("IDEM-REPLAY-07", again, sameOrderAs(only.first));
    const changed = await agent.placeOnce(atAnotherPrice(only.first, market.info.tick));
    await expectNoSecond(t, CONFLICT, { only, again: changed, firstRests: false });
  },
};

/** What takes an order out of the book, and the rule that says so. */
interface WayOut {
  rule: string;
  send(t: CheckContext, orderId: string): Promise<unknown>;
}

const WAYS_OUT: readonly WayOut[] = [
  { rule: "OAPI-CXL-02", send: ({ agent }, orderId) => agent.cancels(orderId) },
  { rule: "OAPI-ALL-02", send: ({ agent, market }) => agent.cancelAll(market.id) },
  { rule: "OAPI-ALL-01", send: ({ agent }) => agent.cancelAll() },
  {
    rule: "OAPI-ALL-02",
    async send({ agent, market }) {
      await replaceLadder(agent, market.id, [market.resting()]);
      // What the ladder has placed; and the order itself, where it has taken none (D-031).
      await agent.cancelAll(market.id);
    },
  },
];

/** Ends an order, in another way in each cell. Errors: StandsOn where it is open all the same. */
async function ends(t: CheckContext, orderId: string): Promise<void> {
  const { rule, send } = inTurnOf(t.cell, WAYS_OUT);
  await send(t, orderId);
  await t.settle();
  const gone = lacks(orderId);
  if (gone.judge(await t.reading(() => t.agent.openOrders(), gone)).ok) return;
  throw new StandsOn(rule, "an order that was cancelled is in the list of open ones");
}

/** Checks of replays after a cancel, and after a fill. */
export const cancelled: readonly Check[] = [
  replayShowsItsState,
  replayOfWhatFilledSince,
  replayAfterCancel,
];
