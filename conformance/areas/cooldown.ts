/** Declines in a row, until a cooldown answers (D-061). */

import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import type { CheckContext } from "../check/check-context.ts";

export const COOLDOWN = "AGENT_SIDE_COOLDOWN";
/** So many are tried. */
export const DECLINES_MAX = 25;

/** How many declines it took on this side; null where as many as are tried brought none. */
export async function declinesUntilCooldown(t: CheckContext, side: Side): Promise<number | null> {
  for (let declines = 0; declines < DECLINES_MAX; declines += 1) {
    if (await coolsDown(t, side)) return declines;
  }
  return null;
}

/** One order that the engine must decline and that can neither rest nor fill. */
export async function coolsDown({ agent, market }: CheckContext, side: Side): Promise<boolean> {
  const answer = await agent.placeOnce(market.resting(side, { tif: "FOK" }));
  return answer.reason === COOLDOWN;
}
