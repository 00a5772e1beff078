/** How declines are worded, whatever provoked them. Spec: Errors, Reject codes. */

import { objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Watch } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import type { Expectation } from "../check/expectation.ts";
import { answerThat } from "../expect/answers.ts";
import { REJECT_CODES } from "../spec/reject-codes.ts";

const ACCEPTED = ["NEW", "PARTIAL", "FILLED", "CANCELLED"];

/** The reject codes of the spec's table that may come with status REJECTED. */
const TABLE = new Set(
  REJECT_CODES.filter(({ http }) => http.includes("REJECTED")).map(({ code }) => code),
);

const declinesAreResults: Watch = {
  title: "an answer of 200 or 201 to an order that was not taken is a REJECTED result",
  proves: ["REJ-SHAPE-01"],
  needs: ["agent", "market"],
  body: provokeDecline,
  selects: (exchange) => tookSuccessfully(exchange) && !ACCEPTED.includes(statusIn(exchange)),
  expects: answerThat("an OrderPlaceResult with status REJECTED", (exchange) => {
    return statusIn(exchange) === "REJECTED" && "order_id" in objectOf(exchange.response?.body);
  }),
};

const reasonsBeyondTable: Watch = {
  title: "reject reasons outside the spec's table are recorded",
  proves: ["REJ-VOCAB-01"],
  needs: ["agent", "market"],
  body: provokeDecline,
  selects: (exchange) => tookSuccessfully(exchange) && statusIn(exchange) === "REJECTED",
  expects: recordedReason(),
};

/** Always holds; a reason outside the table is the alternative seen (D-160). */
function recordedReason(): Expectation<Exchange> {
  return {
    says: "any reject_reason",
    judge: (exchange) => {
      const reason = String(objectOf(exchange.response?.body)["reject_reason"]);
      return TABLE.has(reason) ? { ok: true } : { ok: true, seen: reason };
    },
  };
}

async function provokeDecline({ agent, market }: CheckContext): Promise<void> {
  await agent.provoke(market.resting("SELL", { tif: "FOK" }));
}

function tookSuccessfully({ request, response }: Exchange): boolean {
  const success = response?.status === 200 || response?.status === 201;
  return success && request.method === "POST" && request.path.endsWith("/orders");
}

function statusIn(exchange: Exchange): string {
  return String(objectOf(exchange.response?.body)["status"]);
}

export const rejectsForm: readonly Watch[] = [declinesAreResults, reasonsBeyondTable];
