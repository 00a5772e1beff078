/** Error answers where the spec leaves room: request ids, codes, unknown routes. Spec: Gaps. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { codeOf, objectOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check, Watch } from "../check/check.ts";
import { allOf, that } from "../check/expectation.ts";
import { http } from "../expect/answers.ts";
import { envelopeOrGateway, httpStatusOf } from "../expect/errors.ts";
import { NOBODYS_ID } from "./errors-watch.ts";

const CODES_LEFT_OPEN = [401, 403, 404, 409];

const distinct = that<readonly unknown[]>(
  "a request_id of its own for each answer",
  (ids) => new Set(ids).size === ids.length,
  (ids) => `${new Set(ids).size} different values in ${ids.length} answers`,
);

const requestIds: Check = {
  title: "each error answer has a request_id of its own",
  proves: ["ERR-ENV-04"],
  needs: ["agent"],
  async body(t) {
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await t.agent.order(NOBODYS_ID));
    const ids = answers.map(({ response }) => objectOf(response?.body)["request_id"]);
    t.expect("ERR-ENV-04", ids, distinct);
  },
};

const unknownRoutes: Check = {
  title: "an unknown route and a wrong method are answered 404 or 405 with an envelope",
  proves: ["ERR-404-02"],
  needs: [],
  async body(t) {
    const demand = allOf(http(...statusesOf("D-161")), envelopeOrGateway);
    for (const ask of [
      { method: "GET", path: "/no-such-route" },
      { method: "PUT", path: "/markets" },
    ]) {
      t.expect("ERR-404-02", await t.anonymously({ ...ask, tolerates: [501] }), demand);
    }
  },
};

const codes: Watch = {
  title: "which codes 401, 403, 404 and 409 carry",
  proves: ["ERR-CODE-01"],
  needs: ["agent"],
  selects: (exchange) => CODES_LEFT_OPEN.includes(httpStatusOf(exchange)),
  expects: {
    says: "any code",
    judge: (exchange) => ({ ok: true, seen: codeLine(exchange) }),
  },
  async body(t) {
    await t.anonymously({ method: "GET", path: "/account" });
    await t.agent.order(NOBODYS_ID);
  },
};

export const errorsOpen: readonly Check[] = [requestIds, unknownRoutes, codes];

function codeLine(exchange: Exchange): string {
  return `${httpStatusOf(exchange)} ${codeOf(exchange.response?.body) ?? "without a code"}`;
}
