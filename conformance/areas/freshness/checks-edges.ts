/** The edges of the window to the millisecond, by a clock that control moves. Spec: Behaviour 3. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { Expectation } from "../../check/expectation.ts";
import type { Need } from "../../check/need.ts";
import { accepted, staleRefusal } from "../../expect/placed.ts";

const NEEDS: readonly Need[] = ["agent", "market", "moved-clock"];

/** How far from the edge to try, where the clock runs on while an order travels. Units: ms. */
const CLEARANCES_MS = [0, 5, 25, 50];

/** A stamp at an edge of the window of the cell. `clearMs` leads away from it, to the safe side. */
interface Edge {
  direction: 1 | -1;
  beyond: boolean;
  clearMs: number;
}

/** What this stamp is answered, and how far the clock went on meanwhile. Units: ms. */
async function answerAt(t: CheckContext, edge: Edge): Promise<[PlaceResponse, number]> {
  const { agent, market, clock } = t;
  const recv_window_ms = Number(t.cell.value);
  await agent.ready(market.resting());
  const sentAt = await clock.serverNow();
  const distance = edge.beyond ? recv_window_ms + 1 + edge.clearMs : recv_window_ms - edge.clearMs;
  const timestamp_ms = sentAt + edge.direction * Math.max(distance, 0);
  const answer = await agent.place({ ...market.resting(), timestamp_ms, recv_window_ms });
  return [answer, (await clock.serverNow()) - sentAt];
}

/**
 * Judges both edges as near as the clock allows.
 * Errors: Inconclusive where it never stood still for long enough.
 */
async function judgeEdges(
  t: CheckContext,
  rule: string,
  wanted: { beyond: boolean; demand: Expectation<PlaceResponse> },
): Promise<void> {
  for (const direction of [-1, 1] as const) {
    const answer = await nearestTo(t, { direction, beyond: wanted.beyond });
    t.expect(rule, answer, wanted.demand);
  }
}

async function nearestTo(t: CheckContext, edge: Omit<Edge, "clearMs">): Promise<PlaceResponse> {
  for (const clearMs of CLEARANCES_MS) {
    const [answer, passedMs] = await answerAt(t, { ...edge, clearMs });
    // A stamp inside the window is no further from its edge than the window is long.
    const roomMs = edge.beyond ? clearMs : Math.min(clearMs, Number(t.cell.value));
    if (passedMs <= roomMs) return answer;
  }
  throw new Inconclusive("the target's clock went on for too long while an order travelled");
}

const inside: Check = {
  title: "a stamp exactly as old or as far ahead as the window allows is accepted",
  proves: ["FRESH-EDGE-01"],
  needs: NEEDS,
  body: (t) => judgeEdges(t, "FRESH-EDGE-01", { beyond: false, demand: accepted }),
};

const beyond: Check = {
  title: "a stamp a millisecond beyond the window is refused",
  proves: ["FRESH-EDGE-02"],
  needs: NEEDS,
  body: (t) => judgeEdges(t, "FRESH-EDGE-02", { beyond: true, demand: staleRefusal }),
};

/** Checks of exact edges. */
export const edges: readonly Check[] = [inside, beyond];
