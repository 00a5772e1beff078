/** The cooldown after repeated declines: when it comes, what it blocks, when it ends (D-061). */

import { COOLDOWN } from "../../../scenarios/decisions/decline-codes.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { that } from "../../check/expectation.ts";
import { placedThat } from "../../expect/placed.ts";
import { coolsDown, DECLINES_MAX, decline, declinesUntilCooldown } from "../cooldown.ts";

const RULE_REACH = "REJ-COOL-02";

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
  proves: ["REJ-COOL-01", "REJ-COOL-03"],
  needs: ["agent", "market", "wait"],
  plain: true,
  async body(t) {
    const cooldown = await provokeCooldown(t, t.side);
    t.observe("REJ-COOL-01", cooldown ?? `none within ${DECLINES_MAX} declines`);
    judgeEnd(t, cooldown);
  },
};

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
    return t.moot(RULE_REACH, "no cooldown was met");
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
    t.moot("REJ-COOL-03", "no cooldown was met");
    return;
  }
  if (cooldown.ends_within_s === null && !t.clock.moves) {
    throw new Inconclusive("the cooldown outlasted the wait for its end");
  }
  t.expect("REJ-COOL-03", cooldown.ends_within_s, endsInTime);
}

const endsInTime = that<number | null>("an end within ten minutes", (seconds) => seconds !== null);

async function provokeCooldown(t: CheckContext, side: Side): Promise<ObservedCooldown | null> {
  const declines = await declinesUntilCooldown(t, side);
  if (declines === null) return null;
  return { declines, ends_within_s: await secondsUntilOver(t, side) };
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
