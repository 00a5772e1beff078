/** Closes and opens feature gates. D-171. */
import { Type } from "typebox";
import { isFeature } from "../http/feature-gates.ts";
import { Refused } from "../wire/refused.ts";
import { controlCall } from "./call.ts";

export const gateCalls = [
  controlCall({
    capability: "gates",
    method: "PUT",
    path: "gates/*",
    body: Type.Object({ closed: Type.Boolean() }),
    handle({ parts, name, body }) {
      if (!isFeature(name)) throw new Refused("ROUTE_NOT_FOUND", `no gate is named ${name}`);
      if (body.closed) parts.closedFeatures.add(name);
      else parts.closedFeatures.delete(name);
      const fact = { type: "feature", name, closed: body.closed } as const;
      parts.journal.note(fact, parts.clock.nowMs());
      return { closed: body.closed };
    },
  }),
];
