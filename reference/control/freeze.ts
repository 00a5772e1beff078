/** Pulls and releases the kill switch. D-170. */
import { Type } from "typebox";
import { granted } from "../wire/refused.ts";
import { controlCall } from "./call.ts";

export const freezeCalls = [
  controlCall({
    capability: "freeze",
    method: "PUT",
    path: "freeze",
    body: Type.Object({ frozen: Type.Boolean() }),
    handle({ parts, body }) {
      const { frozen } = body;
      granted(parts.journaled.apply({ type: "freeze", frozen }, parts.clock.nowMs()));
      return { frozen: parts.venue.frozen };
    },
  }),
];
