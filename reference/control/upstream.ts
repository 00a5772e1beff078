/** Cuts the reference price off and brings it back. D-115. */
import { Type } from "typebox";
import { controlCall } from "./call.ts";

export const upstreamCalls = [
  controlCall({
    capability: "upstream",
    method: "PUT",
    path: "upstream",
    body: Type.Object({ reachable: Type.Boolean() }),
    handle({ parts, body }) {
      const cut = !body.reachable;
      parts.feed.isCut = cut;
      parts.journal.note({ type: "feed", cut }, parts.clock.nowMs());
      return { reachable: parts.feed.isReachable };
    },
  }),
];
