/** Starts the venue over from a seed: state, ids, keys, quotas, and virtual time. */
import { Type } from "typebox";
import { controlCall } from "./call.ts";

export const resetCalls = [
  controlCall({
    capability: "reset",
    method: "POST",
    path: "reset",
    body: Type.Object({ seed: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) }),
    handle({ reset, body }) {
      reset(body.seed);
      return { seed: body.seed };
    },
  }),
];
