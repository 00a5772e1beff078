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
    handle({ services, body }) {
      const { frozen } = body;
      granted(services.venue.apply({ type: "freeze", frozen }, services.clock.nowMs()));
      return { frozen: services.venue.frozen };
    },
  }),
];
