/** What checks of reduce_only have in common: which side reduces, and what a position may become. */

import {
  type OrderBody,
  ownIdOf,
  type PlaceResponse,
} from "../../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { Cell } from "../../check/cell.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { adding, HELD } from "../../check/take-position.ts";
import { anyRefusal, declined } from "../../expect/placed.ts";

/** The refusal of an order that would open or add. */
export const violation = declined("REDUCE_ONLY_VIOLATION");

/** The same; of an order that comes confirmed any refusal, as nobody asked for that. */
export const violationOrUnasked: Expectation<PlaceResponse> = {
  says: violation.says,
  judge: (placed) => {
    const isConfirmed = placed.sent["confirm_fat_finger"] === true;
    return (isConfirmed ? anyRefusal : violation).judge(placed);
  },
};

/** The position of a cell times so many: 1 as it was taken, -1 turned round. Units: contracts. */
export const heldTimes = (cell: Cell, times: number): number =>
  times === 0 ? 0 : HELD * times * (adding(cell) === "BUY" ? 1 : -1);

/** A position as it was taken, or less of it. */
export function neitherFlippedNorGrown(cell: Cell): Expectation<number | null> {
  const sign = adding(cell) === "BUY" ? 1 : -1;
  return that(
    `a position from 0 to ${sign * HELD}, as before or reduced`,
    (position) => position === null || (sign * position >= 0 && sign * position <= HELD),
  );
}

/** Errors: StandsOn when the order is refused, Inconclusive when it does not rest. */
export async function restsReducing(agent: AgentClient, order: OrderBody) {
  const placed = await agent.place(order);
  if (placed.fate !== "accepted") throw new StandsOn("REJ-RO-03", `refused (${placed.reason})`);
  if (placed.filledQty) throw await agent.met("a resting order", placed);
  return { orderId: ownIdOf(placed) };
}
