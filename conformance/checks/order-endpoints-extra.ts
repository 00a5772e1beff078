/** The order routes whose bodies the spec leaves open: the ladder, and an amend (D-030, D-031). */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { Check } from "../check/check.ts";
import { answerGist, http, unusual } from "../expect/answers.ts";

const LADDER = "/orders/replace-ladder";

const ladderThere: Check = {
  title: "POST /orders/replace-ladder exists for an authenticated caller",
  proves: ["OAPI-LADDER-01"],
  needs: ["agent"],
  async body(t) {
    const ask = { method: "POST", path: LADDER, body: {} };
    const answer = await t.agent.request(ask);
    const warning = unusual(answer, ...statusesOf("D-031"));
    t.observe("OAPI-LADDER-01", answerGist(answer), warning);
  },
};

const ladderGuarded: Check = {
  title: "POST /orders/replace-ladder without credentials is refused",
  proves: ["OAPI-LADDER-02"],
  needs: [],
  async body(t) {
    const answer = await t.anonymously({ method: "POST", path: LADDER, body: {} });
    t.expect("OAPI-LADDER-02", answer, http(401, ...statusesOf("D-002")));
  },
};

const amend: Check = {
  title: "PATCH of an own resting order",
  proves: ["OAPI-AMEND-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const { orderId } = await agent.rests(market.resting("BUY", { qty: 2 }));
    const ask = { method: "PATCH", path: `/orders/${orderId}`, body: { qty: 1 } };
    const answer = await agent.request({ ...ask, tolerates: [501] });
    t.observe("OAPI-AMEND-01", answerGist(answer), unusual(answer, ...statusesOf("D-030"), 403));
  },
};

export const orderEndpointsExtra: readonly Check[] = [ladderThere, ladderGuarded, amend];
