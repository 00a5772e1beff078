/** Venues that look an order up before they ask who sends it. */

import { changeAnswer, learning, matches } from "../../interposer/changes.ts";
import { hasBearer } from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** A key that may not place an order is told the result of one that was placed. */
function toldToReaders(): WireVariant {
  const results = new Map<string, WireAnswer>();
  const textOf = ({ raw }: WireRequest) => raw.toString();
  return learning(
    (request, given) => {
      const isPlaced = matches(request, "POST /orders") && given.status === 201;
      if (isPlaced) results.set(textOf(request), given);
    },
    changeAnswer("POST /orders", (given, request) =>
      given.status === 403 && hasBearer(request) ? (results.get(textOf(request)) ?? given) : given,
    ),
  );
}

/** Defects of replays by a key that may only read. */
export const ofReadReplays: readonly Mutant[] = [
  {
    name: "read-only-keys-replay",
    breaks: ["KEY-SCOPE-02"],
    defect: "A key that may only read is told the result of an order of its agent by its replay.",
    wire: toldToReaders,
  },
];
