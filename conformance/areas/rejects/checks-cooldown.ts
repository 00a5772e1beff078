/** The cooldown after repeated declines: when it comes, what it blocks, when it ends (D-061). */

import { COOLDOWN } from "../../../scenarios/decisions/decline-codes.ts";
import { ownIdOf, type PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";
import { contains } from "../../expect/answers.ts";
import { placedThat } from "../../expect/placed.ts";
import { judgeCancelOrDone } from "../cancel-or-done.ts";
import { coolsDown, DECLINES_MAX, decline, declinesUntilCooldown } from "../cooldown.ts";

const RULE_REACH = "REJ-COOL-02";
const CANCELS = "OAPI-CXL-01";
const NONE_MET = "no cooldown was met";

/** Ten minutes in growing steps, so that a short cooldown costs little. Units: seconds. */
const WAITS_S = [1, 2, 4, 8, 15, 30, 60, 120, 360];
/** So much of it as a run can spend where the clock is not moved. */
const REAL_WAITS_S = WAITS_S.slice(0, 6);

/** A cooldown as it was met; `ends_within_s` is null when ten minutes did not end it. */
interface ObservedCooldown {
  declines: number;
  ends_within_s: number | null;
}

const comesAndGoes: Check = {
  title: "declines in a row on one side, until a cooldown answers and until it ends",
  proves: ["REJ-COOL-01", "REJ-COOL-03", CANCELS],
  needs: ["agent", "market", "wait"],
  over: { side: SIDES },
  plain: true,
  async body(t) {
    const kept = await t.agent.placeOnce(t.market.resting(t.side));
    const declines = await declinesUntilCooldown(t, t.side);
    if (declines === null) t.moot(CANCELS, NONE_MET);
    else await judgeCancel(t, kept);
    const cooldown = declines === null ? null : await untilItsEnd(t, declines);
    t.observe("REJ-COOL-01", cooldown ?? `none within ${DECLINES_MAX} declines`);
    judgeEnd(t, cooldown);
  },
};

/** A cooldown is of orders to be placed: what rests on its side is cancelled as ever. */
async function judgeCancel(t: CheckContext, kept: PlaceResponse): Promise<void> {
  const { agent, market } = t;
  const open = await agent.get("/orders/open", { market_id: market.id });
  // An earlier check may have cooled the side down, and a venue may cancel what rests there.
  if (kept.fate !== "accepted" || !contains(ownIdOf(kept)).judge(open).ok) {
    return t.moot(CANCELS, "nothing rested on the side of the cooldown");
  }
  const which = { rule: CANCELS, caller: agent, orderId: ownIdOf(kept) };
  await judgeCancelOrDone(t, which, () => agent.cancel(which.orderId));
}

const blocksOneSide: Check = {
  title: "a cooldown blocks one side of one market for one agent",
  proves: [RULE_REACH],
  needs: ["agent", "two-markets", "wait"],
  async body(t) {
    const { agent, market, secondMarket, side } = t;
    // What an earlier check has cooled down, this one has not.
    await agent.rests(secondMarket.resting());
    await agent.rests(market.resting(opposite(side)));
    await anotherAgent(t).rests(market.resting());
    await judgeReach(t, await declinesUntilCooldown(t, side));
  },
};

function anotherAgent(t: CheckContext): AgentClient {
  return t.cell.caller === "sibling" ? t.sibling : t.other;
}

async function judgeReach(t: CheckContext, declines: number | null): Promise<void> {
  const { agent, market, secondMarket, side } = t;
  const across = await agent.placeOnce(market.resting(opposite(side)));
  // Declines of one side that cool down the other alone look like none from their own side.
  if (declines === null && across.reason !== COOLDOWN) {
    return t.moot(RULE_REACH, NONE_MET);
  }
  t.expect(RULE_REACH, across, free("the other side"));
  const elsewhere = await agent.placeOnce(secondMarket.resting());
  t.expect(RULE_REACH, elsewhere, free("another market"));
  const anothers = await anotherAgent(t).placeOnce(market.resting());
  t.expect(RULE_REACH, anothers, free("another agent"));
  await agent.cancelAll(market.id);
  const after = await agent.placeOnce(market.resting(opposite(side)));
  t.expect(RULE_REACH, after, free("the other side, after a cancel of all,"));
  await secondsUntilOver(t, side);
}

function free(what: string) {
  return placedThat(`${what} free of the cooldown`, ({ reason }) => reason !== COOLDOWN);
}

/** Errors: Inconclusive where it outlasts what a run can wait for by itself. */
function judgeEnd(t: CheckContext, cooldown: ObservedCooldown | null): void {
  if (cooldown === null) {
    t.moot("REJ-COOL-03", NONE_MET);
    return;
  }
  if (cooldown.ends_within_s === null && !t.clock.moves) {
    throw new Inconclusive("the cooldown outlasted the wait for its end");
  }
  t.expect("REJ-COOL-03", cooldown.ends_within_s, endsInTime);
}

const endsInTime = that<number | null>("an end within ten minutes", (seconds) => seconds !== null);

async function untilItsEnd(t: CheckContext, declines: number): Promise<ObservedCooldown> {
  return { declines, ends_within_s: await secondsUntilOver(t, t.side) };
}

async function secondsUntilOver(t: CheckContext, side: Side): Promise<number | null> {
  let waitedS = 0;
  await decline(t, side, { client_order_id: undefined }); // whatever it is named
  for (const waitS of t.clock.moves ? WAITS_S : REAL_WAITS_S) {
    await t.clock.pass(waitS * 1000);
    waitedS += waitS;
    if (!(await coolsDown(t, side))) return waitedS;
  }
  return null;
}

/** Checks of the cooldown. */
export const cooldown: readonly Check[] = [comesAndGoes, blocksOneSide];
