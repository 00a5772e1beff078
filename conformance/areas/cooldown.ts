/** Declines in a row, until a cooldown answers (D-061). */

import { COOLDOWN } from "../../scenarios/decisions/decline-codes.ts";
import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import type { How } from "../check/agent-client.ts";
import type { CheckContext } from "../check/check-context.ts";

/** So many are tried. */
export const DECLINES_MAX = 25;

/** How many declines it took on this side; null where as many as are tried brought none. */
export async function declinesUntilCooldown(t: CheckContext, side: Side): Promise<number | null> {
  for (let declines = 0; declines < DECLINES_MAX; declines += 1) {
    if (await coolsDown(t, side)) return declines;
  }
  return null;
}

/** Whether one more decline is answered by the cooldown. */
export async function coolsDown(t: CheckContext, side: Side): Promise<boolean> {
  return (await decline(t, side)).reason === COOLDOWN;
}

/**
 * One order that the engine must decline and that can neither rest nor fill.
 * Errors: StandsOn where it is taken.
 */
export async function decline(
  { agent, market }: CheckContext,
  side: Side,
  fields: OrderBody = {},
  how: How = {},
): Promise<PlaceResponse> {
  const answer = await agent.placeOnce(market.resting(side, { tif: "FOK", ...fields }), how);
  if (answer.fate !== "accepted") return answer;
  throw new StandsOn("TIF-FOK-02", "a FOK order that nobody can fill was taken");
}
