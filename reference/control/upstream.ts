/** Cuts the reference price off and brings it back. D-115. */
import { Type } from "typebox";
import { controlCall } from "./call.ts";

export const upstreamCalls = [
  controlCall({
    capability: "upstream",
    method: "PUT",
    path: "upstream",
    body: Type.Object({ reachable: Type.Boolean() }),
    handle({ services, body }) {
      const cut = !body.reachable;
      services.feed.isCut = cut;
      services.journal.note({ type: "feed", cut }, services.clock.nowMs());
      return { reachable: services.feed.isReachable };
    },
  }),
];
