/** The cooldown by the claimed numbers: which decline starts it, when it ends (D-061). */

import { COOLDOWN } from "../../../scenarios/decisions/decline-codes.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { How } from "../../check/agent-client.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import type { Expectation } from "../../check/expectation.ts";
import { placedThat } from "../../expect/placed.ts";
import { decline } from "../cooldown.ts";
import { MARKETS } from "./ranges.ts";

const STARTS = "CLAIM-COOL-01";
const ENDS = "CLAIM-COOL-02";
const APART = "CLAIM-COOL-03";

/** How far from an edge in time it is judged: answers take their time. Units: ms. */
const EDGE_MS = 500;

const startsAndEnds: Check = {
  title:
    "the claimed number of declines, by any key, starts the cooldown, the claimed time ends it",
  proves: [STARTS, ENDS],
  needs: ["agent", "market", "wait", "operator"],
  over: { ...MARKETS, caller: ["key", "second-key"] },
  plain: true,
  async body(t) {
    const { rejects, rest_ms } = exactly(t);
    const resting = await t.agent.rests(t.market.resting());
    for (let count = 0; count < rejects; count += 1) {
      const answer = await declined(t, {}, inTurn(t, count));
      t.expect(STARTS, answer, unless(`decline ${count + 1} of ${rejects}`));
    }
    t.expect(STARTS, await declined(t), cooling(`after ${rejects} declines`));
    // What the venue takes on the other side is no end of it.
    await t.agent.rests(t.market.resting(opposite(t.side)));
    t.expect(ENDS, await declined(t), cooling("after an order on the other side"));
    await t.agent.cancels(resting.orderId);
    t.expect(ENDS, await declined(t), cooling("after a cancel on its own side"));
    await t.agent.cancelAll(t.market.id);
    t.expect(ENDS, await declined(t), cooling("after a cancel of all"));
    const unnamed = await declined(t, { client_order_id: undefined }, inTurn(t, 1));
    t.expect(ENDS, unnamed, cooling("of an order without an id"));
    await t.clock.pass(rest_ms - EDGE_MS);
    t.expect(ENDS, await declined(t), cooling(`${EDGE_MS} ms before ${rest_ms} ms are over`));
    await t.clock.pass(2 * EDGE_MS);
    t.expect(ENDS, await declined(t), unless(`${EDGE_MS} ms after ${rest_ms} ms`));
  },
};

const farApart: Check = {
  title: "declines that lie apart as claimed do not count together",
  proves: [APART],
  needs: ["agent", "market", "wait", "operator"],
  plain: true,
  async body(t) {
    const { rejects, within_ms } = exactly(t);
    for (let count = 1; count < rejects; count += 1) await declined(t);
    await t.clock.pass(within_ms + EDGE_MS);
    for (let count = 0; count < 2; count += 1) {
      const late = unless(`declines of more than ${within_ms} ms before forgotten`);
      t.expect(APART, await declined(t), late);
    }
    await reaches(t);
  },
};

const spread: Check = {
  title: "declines each soon after the last, but too many of them for one window, do not add up",
  proves: [APART],
  needs: ["agent", "market", "wait", "operator"],
  plain: true,
  async body(t) {
    const { rejects, within_ms } = exactly(t);
    const apartMs = within_ms / Math.max(1, rejects - 1) + EDGE_MS;
    for (let count = 0; count <= rejects; count += 1) {
      const few = unless(`fewer than ${rejects} declines in any ${within_ms} ms`);
      t.expect(APART, await declined(t), few);
      await t.clock.pass(apartMs);
    }
  },
};

/** A decline on the side of the cell; a cooldown that is told as too many requests is none. */
function declined(
  t: CheckContext,
  fields: OrderBody = {},
  by: Pick<How, "key"> = {},
): Promise<PlaceResponse> {
  return decline(t, t.side, fields, { tolerates: [429], ...by });
}

/** Every other one by the second key where the cell has it: it is the agent that cools down. */
function inTurn({ agent, cell }: CheckContext, count: number): Pick<How, "key"> {
  const isSeconds = cell.caller === "second-key" && count % 2 === 1;
  return isSeconds ? { key: agent.credentials.secondApiKey } : {};
}

/** What is claimed. Errors: Missing where no clock can be moved: edges in time are too dear. */
function exactly(t: CheckContext) {
  if (!t.control.can("clock")) throw new Missing("needs control with capability clock");
  return t.claim("cooldown");
}

/** The same number within the window does start it, though its first are almost forgotten. */
async function reaches(t: CheckContext): Promise<void> {
  const { rejects, within_ms } = t.claim("cooldown");
  await t.clock.pass(within_ms - EDGE_MS);
  for (let count = 2; count < rejects; count += 1) await declined(t);
  t.expect(APART, await declined(t), cooling(`${rejects} declines within ${within_ms} ms`));
}

function cooling(says: string): Expectation<PlaceResponse> {
  return placedThat(`${COOLDOWN} ${says}`, ({ reason }) => reason === COOLDOWN);
}

function unless(says: string): Expectation<PlaceResponse> {
  return placedThat(`${says}: not ${COOLDOWN}`, ({ reason }) => reason !== COOLDOWN);
}

/** Checks of the cooldown. */
export const cooldown: readonly Check[] = [startsAndEnds, farApart, spread];
