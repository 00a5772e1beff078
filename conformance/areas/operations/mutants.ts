/** Venues whose health, kill switch or gates do not do what they are for. */

import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  envelope,
  fieldsOf,
  keyOf,
  learning,
} from "../../interposer/changes.ts";
import { hasBearer, refused } from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { ends } from "./mutants-ends.ts";
import { isFrozen, leaks } from "./mutants-frozen.ts";

const DISABLED: WireAnswer = answer(503, { error: "disabled" });

/** A route that nobody needs a key for, answered otherwise where a new order is refused as frozen. */
function freezes(route: string, frozen: WireAnswer): WireVariant {
  let known: WireRequest | null = null;
  const remember = (request: WireRequest) => {
    if (hasBearer(request)) known = request;
  };
  const refuse = changeAnswer(route, async (given, _, venue) => {
    const probe = known && (await ask({ request: known, venue }, "POST /orders", {}));
    return probe !== null && isFrozen(probe) ? frozen : given;
  });
  return learning(remember, refuse);
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  ...["health", "live", "ready"].map((name, index) => ({
    name: `${name}-needs-a-body`,
    breaks: [`OPS-HEALTH-0${index + 1}`],
    defect: `GET /${name} is answered 400 without a body.`,
    wire: refused(`GET /${name}`, { status: 400, code: "VALIDATION_ERROR" }),
  })),
  ...["health", "live"].map((name, index) => ({
    name: `${name}-needs-the-feed`,
    breaks: [`OPS-HEALTH-0${index + 1}`],
    defect: `GET /${name} is answered as the feed is: 502 while that is away.`,
    wire: () =>
      changeAnswer(`GET /${name}`, async (given, request, venue) => {
        const fed = await ask({ request, venue }, "GET /feed/btc-spot/history");
        return fed.status === 502 ? fed : given;
      }),
  })),
  {
    name: "live-hidden-from-agents",
    breaks: ["OPS-HEALTH-02"],
    defect: "GET /live is answered 404 to who shows a key.",
    wire: () =>
      changeAnswer("GET /live", (given, request) =>
        hasBearer(request) ? envelope(404, "NOT_FOUND") : given,
      ),
  },
  {
    name: "health-freezes",
    breaks: ["OPS-HEALTH-01"],
    defect: "GET /health is answered 404 while the venue is frozen.",
    wire: () => freezes("GET /health", envelope(404, "NOT_FOUND")),
  },
  {
    name: "live-freezes",
    breaks: ["OPS-HEALTH-02"],
    defect: "GET /live is answered 503 EXCHANGE_FROZEN while the venue is frozen.",
    wire: () => freezes("GET /live", envelope(503, "EXCHANGE_FROZEN")),
  },
  {
    name: "frozen-is-closed",
    breaks: ["OPS-KILL-01"],
    defect: "A frozen venue refuses orders with 503 MARKET_CLOSED.",
    wire: () =>
      changeAnswer("POST /orders", (given) =>
        isFrozen(given) ? envelope(503, "MARKET_CLOSED") : given,
      ),
  },
  {
    name: "freeze-is-for-ever",
    breaks: ["OPS-KILL-04"],
    defect: "Who was refused while the venue was frozen places no more orders.",
    wire: () => {
      const refusedOnce = new Set<string>();
      const remember = (request: WireRequest, given: WireAnswer) => {
        if (isFrozen(given)) refusedOnce.add(keyOf(request));
      };
      const refuse = answerInstead("POST /orders", (request) =>
        refusedOnce.has(keyOf(request)) ? envelope(503, "EXCHANGE_FROZEN") : null,
      );
      return learning(remember, refuse);
    },
  },
  {
    name: "closed-gate-without-envelope",
    breaks: ["OPS-GATE-01"],
    beside: ["OAPI-LADDER-01"],
    defect: "The 503 of a feature that is switched off is one word.",
    wire: () =>
      changeAnswer("POST /orders/replace-ladder", (given) =>
        [401, 403].includes(given.status) ? given : DISABLED,
      ),
  },
  {
    name: "described-as-the-first-version",
    breaks: ["VER-DOC-01"],
    defect: "The machine-readable description says version 1.0.0.",
    wire: () =>
      changeAnswer("GET /openapi.json", (given) => {
        const { info, ...others } = fieldsOf(given.body);
        if (info === undefined) return given;
        return { ...given, body: { ...others, info: { ...fieldsOf(info), version: "1.0.0" } } };
      }),
  },
  ...leaks,
  ...ends,
];
