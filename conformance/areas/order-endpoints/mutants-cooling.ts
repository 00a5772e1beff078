/** Venues whose cooldown reaches what rests. */

import { isOpen } from "../../interposer/cancels.ts";
import {
  answerInstead,
  ask,
  envelope,
  type Fields,
  fieldsOf,
  keyOf,
  learning,
  matches,
} from "../../interposer/changes.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** An agent whose last order there was answered by a cooldown cancels nothing on that side. */
function coolingCancelsNothing(): WireVariant {
  const cooling = new Set<string>();
  const sideOf = (request: WireRequest, { market_id: id, side }: Fields) =>
    [keyOf(request), id, side].join(" ");
  const remember = (request: WireRequest, given: WireAnswer) => {
    if (!matches(request, "POST /orders")) return;
    const side = sideOf(request, fieldsOf(request.body));
    const cools = fieldsOf(given.body)["reject_reason"] === "AGENT_SIDE_COOLDOWN";
    if (cools) cooling.add(side);
    else cooling.delete(side);
  };
  const refuse = answerInstead("DELETE /orders/*", async (request, venue) => {
    if (cooling.size === 0) return null;
    const record = fieldsOf((await ask({ request, venue }, `GET ${request.path}`)).body);
    const isPaused = isOpen(record) && cooling.has(sideOf(request, record));
    return isPaused ? envelope(409, "AGENT_SIDE_COOLDOWN") : null;
  });
  return learning(remember, refuse);
}

/** Defects of cancels in a cooldown. */
export const whileCooling: readonly Mutant[] = [
  {
    name: "cooldown-refuses-cancels",
    breaks: ["OAPI-CXL-01"],
    defect: "A cooldown refuses the cancel of an order that rests on its side.",
    wire: coolingCancelsNothing,
  },
];
