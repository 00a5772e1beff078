/** Venues whose health, kill switch or gates do not do what they are for. */

import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  envelope,
  fieldsOf,
  inFrontOf,
} from "../../interposer/changes.ts";
import type { WireAnswer, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { ends } from "./mutants-ends.ts";
import { leaks } from "./mutants-frozen.ts";

const DISABLED: WireAnswer = answer(503, { error: "disabled" });

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  ...["health", "live", "ready"].map((name, index) => ({
    name: `${name}-needs-a-key`,
    breaks: [`OPS-HEALTH-0${index + 1}`],
    defect: `GET /${name} is answered 401 without credentials.`,
    wire: () =>
      answerInstead(`GET /${name}`, ({ headers }) =>
        headers["authorization"] === undefined ? envelope(401, "UNAUTHENTICATED") : null,
      ),
  })),
  {
    name: "frozen-is-closed",
    breaks: ["OPS-KILL-01"],
    defect: "A frozen venue refuses orders with 503 MARKET_CLOSED.",
    wire: () =>
      changeAnswer("POST /orders", (given) =>
        given.status === 503 ? envelope(503, "MARKET_CLOSED") : given,
      ),
  },
  {
    name: "freeze-is-for-ever",
    breaks: ["OPS-KILL-04"],
    defect: "A venue that was frozen once takes no more orders.",
    wire: () => {
      let frozen = false;
      const watch: WireVariant = async (request, venue) => {
        const probe = await ask({ request, venue }, "POST /orders", {});
        frozen ||= fieldsOf(probe.body)["code"] === "EXCHANGE_FROZEN";
        return venue(request);
      };
      const refuse = answerInstead("POST /orders", () =>
        frozen ? envelope(503, "EXCHANGE_FROZEN") : null,
      );
      return inFrontOf(refuse, watch);
    },
  },
  {
    name: "closed-gate-without-envelope",
    breaks: ["OPS-GATE-01"],
    beside: ["OAPI-LADDER-01"],
    defect: "The 503 of a feature that is switched off is one word.",
    wire: () => answerInstead("POST /orders/replace-ladder", () => DISABLED),
  },
  ...leaks,
  ...ends,
];
