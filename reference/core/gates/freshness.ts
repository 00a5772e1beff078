/** An order that spent too long on its way, or comes from the future, is stale. */
import { decline, type Gate } from "./gate.ts";

/** Spec: Behaviour 3. D-050, D-051: symmetric, both bounds belong to the window. */
export const freshness: Gate = {
  name: "freshness",
  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);
    return offMs <= recvWindowMs!
      ? null
      : decline("TIMESTAMP_OUT_OF_WINDOW", `${offMs} ms off, the window is ${recvWindowMs} ms`);
  },
};
