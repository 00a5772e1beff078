/** After repeated declines an agent pauses on that market and side. */
import { isCooling } from "../cooldown.ts";
import { decline, type Gate } from "./gate.ts";

/** Spec: AGENT_SIDE_COOLDOWN. D-061: reduce-only orders pass. */
export const cooldown: Gate = {
  name: "cooldown",
  check: ({ side, reduceOnly }, { position, atMs }) => {
    const working = position!.side(side === "BUY");
    if (working.cooldown === null || reduceOnly === true) return null;
    if (!isCooling(working, atMs)) return null;
    const leftMs = working.cooldown.untilMs - atMs;
    return decline("AGENT_SIDE_COOLDOWN", `${side} pauses for another ${leftMs} ms`);
  },
};
