/** Venues whose limit of writes spares some of them, or comes too late. */

import { fieldsOf, keyOf, learning, matches } from "../../interposer/changes.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { limited, rateLimited, UNLIMITED } from "../../interposer/rate-limits.ts";

/** Orders whose ids have been placed are answered ahead of the limit. */
function replaysSpared(): WireVariant {
  const placed = new Set<string>();
  const idOf = (request: WireRequest) =>
    `${keyOf(request)} ${fieldsOf(request.body)["client_order_id"]}`;
  const remember = (request: WireRequest, given: WireAnswer) => {
    if (matches(request, "POST /orders") && given.status === 201) placed.add(idOf(request));
  };
  const spares = (request: WireRequest) =>
    matches(request, "POST /orders") && placed.has(idOf(request));
  return learning(remember, limited({ spares }));
}

/** Defects of single kinds of writes. */
export const uncounted: readonly Mutant[] = [
  {
    name: "unfiltered-cancel-all-not-counted",
    breaks: ["LIM-WRITE-08"],
    defect: "A cancel of all orders in every market draws on no budget.",
    venue: UNLIMITED,
    wire: () =>
      limited({
        spares: (ask) => matches(ask, "DELETE /orders") && ask.query["market_id"] === undefined,
      }),
  },
  {
    name: "replays-not-counted",
    breaks: ["LIM-WRITE-08"],
    defect: "An order that is sent again draws on no budget.",
    venue: UNLIMITED,
    wire: replaysSpared,
  },
  {
    name: "limited-ladders-carried-out",
    breaks: ["LIM-WRITE-07"],
    controlled: true,
    defect: "A ladder that is answered 429 is carried out.",
    venue: UNLIMITED,
    wire: () =>
      limited({
        refuse: async (waitSeconds, request, pass) => {
          if (matches(request, "POST /orders/replace-ladder")) await pass();
          return rateLimited(waitSeconds);
        },
      }),
  },
];
