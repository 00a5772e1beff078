/** Replays of an order that was cancelled since, or filled in part. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation } from "../../check/expectation.ts";
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
  title: "a replay after the cancel is answered with the order and places nothing",
  proves: ["IDEM-REPLAY-07", CONFLICT],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    const only = await onlyOrder(t, market.resting());
    await agent.cancels(only.first.orderId);
    const again = await agent.placeOnce(only.first.sent);
    await expectNoSecond(t, "IDEM-REPLAY-07", { only, again, firstRests: false });
    t.expect("IDEM-REPLAY-07", again, sameOrderAs(only.first));
    const changed = await agent.placeOnce(atAnotherPrice(only.first, market.info.tick));
    await expectNoSecond(t, CONFLICT, { only, again: changed, firstRests: false });
  },
};

/** Checks of replays after a cancel, and after a fill. */
export const cancelled: readonly Check[] = [
  replayShowsItsState,
  replayOfWhatFilledSince,
  replayAfterCancel,
];
