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
    handle({ services, name, body }) {
      if (!isFeature(name)) throw new Refused("ROUTE_NOT_FOUND", `no gate is named ${name}`);
      if (body.closed) services.closedFeatures.add(name);
      else services.closedFeatures.delete(name);
      const fact = { type: "feature", name, closed: body.closed } as const;
      services.journal.note(fact, services.clock.nowMs());
      return { closed: body.closed };
    },
  }),
];
