/** The cooldown after repeated declines: when it comes, what it blocks, when it ends (D-061). */

import type { Side } from "../../scenarios/deployment/market.ts";
import type { Check } from "../check/check.ts";
import type { Trial } from "../check/check-context.ts";
import { placedThat } from "../expect/placed.ts";

const RULE_REACH = "REJ-COOL-02";
const COOLDOWN = "AGENT_SIDE_COOLDOWN";
const DECLINES_MAX = 25;

/** Ten minutes in growing steps, so that a short cooldown costs little. Units: seconds. */
const WAITS_S = [1, 2, 4, 8, 15, 30, 60, 120, 360];

/** A cooldown as it was met; `ends_within_s` is null when ten minutes did not end it. */
interface Cooldown {
  declines: number;
  ends_within_s: number | null;
}

const comesAndGoes: Check = {
  title: "declines in a row on one side, until a cooldown answers and until it ends",
  proves: ["REJ-COOL-01", "REJ-COOL-03"],
  needs: ["agent", "market", "wait"],
  async body(trial) {
    const cooldown = await provokeCooldown(trial, "BUY");
    trial.observe("REJ-COOL-01", cooldown ?? `none within ${DECLINES_MAX} declines`);
    judgeEnd(trial, cooldown);
  },
};

const blocksOneSide: Check = {
  title: "a cooldown blocks one side of one market for one agent",
  proves: [RULE_REACH],
  needs: ["two-owners", "two-markets", "wait"],
  async body(trial) {
    const { agent, other, market, secondMarket } = trial;
    // What an earlier check has cooled down, this one has not.
    await agent.rests(market.resting("BUY"));
    await agent.rests(secondMarket.resting("SELL"));
    await other.rests(market.resting("SELL"));
    await judgeReach(trial, await declinesUntilCooldown(trial, "SELL"));
  },
};

async function judgeReach(trial: Trial, declines: number | null): Promise<void> {
  const { agent, other, market, secondMarket } = trial;
  const opposite = await agent.placeOnce(market.resting("BUY"));
  // Declines of one side that cool down the other alone look like none from their own side.
  if (declines === null && opposite.reason !== COOLDOWN) {
    return trial.moot(RULE_REACH, "no cooldown was met");
  }
  trial.expect(RULE_REACH, opposite, free("the other side"));
  const elsewhere = await agent.placeOnce(secondMarket.resting("SELL"));
  trial.expect(RULE_REACH, elsewhere, free("another market"));
  trial.expect(RULE_REACH, await other.placeOnce(market.resting("SELL")), free("another agent"));
  await secondsUntilOver(trial, "SELL");
}

function free(what: string) {
  return placedThat(`${what} free of the cooldown`, ({ reason }) => reason !== COOLDOWN);
}

function judgeEnd(trial: Trial, cooldown: Cooldown | null): void {
  if (cooldown === null) trial.moot("REJ-COOL-03", "no cooldown was met");
  else if (cooldown.ends_within_s !== null) trial.observe("REJ-COOL-03", "ends by itself");
  else trial.observe("REJ-COOL-03", "did not end", "the cooldown lasted longer than 10 minutes");
}

async function provokeCooldown(trial: Trial, side: Side): Promise<Cooldown | null> {
  const declines = await declinesUntilCooldown(trial, side);
  if (declines === null) return null;
  return { declines, ends_within_s: await secondsUntilOver(trial, side) };
}

async function declinesUntilCooldown(trial: Trial, side: Side): Promise<number | null> {
  for (let declines = 0; declines < DECLINES_MAX; declines += 1) {
    if (await coolsDown(trial, side)) return declines;
  }
  return null;
}

async function secondsUntilOver(trial: Trial, side: Side): Promise<number | null> {
  let waitedS = 0;
  for (const waitS of WAITS_S) {
    await trial.pass(waitS * 1000);
    waitedS += waitS;
    if (!(await coolsDown(trial, side))) return waitedS;
  }
  return null;
}

/** One order that the engine must decline and that can neither rest nor fill. */
async function coolsDown({ agent, market }: Trial, side: Side): Promise<boolean> {
  const answer = await agent.placeOnce(market.resting(side, { tif: "FOK" }));
  return answer.reason === COOLDOWN;
}

export const rejectsCooldown: readonly Check[] = [comesAndGoes, blocksOneSide];
