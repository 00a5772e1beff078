/** API keys as credentials: which work, which are refused, and how. Spec: Authentication 1, 2, 9. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { keyForm } from "../../expect/access.ts";
import { answerThat, flatEnvelope, http, unusual } from "../../expect/answers.ts";
import { isError } from "../../expect/errors.ts";
import { errorWatch } from "../error-answers.ts";

const MADE_UP_KEY = "rk_live_nobody-has-this-key-000000000000000000000";

const authenticated = answerThat(
  "an answer other than 401 and 403",
  ({ response }) => response !== null && !statusesOf("D-130").includes(response.status),
);

const works: Check = {
  title: "a key works on POST /orders, GET /orders and GET /account",
  proves: ["AUTH-BEAR-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    t.expect("AUTH-BEAR-01", await agent.get("/account"), http(200));
    t.expect("AUTH-BEAR-01", await agent.orders(), http(200));
    t.expect("AUTH-BEAR-01", (await agent.place(market.resting())).exchange, authenticated);
  },
};

/** A well-formed order; its market is looked for only when the caller is known. */
function wellFormed(t: CheckContext): OrderBody {
  const client_order_id = t.run.freshId();
  const kind = { side: "BUY", type: "LIMIT", price: 1, qty: 1 };
  return { market_id: UNKNOWN_UUID, ...kind, client_order_id };
}

/** Sends a read and a write with these headers and nothing else. */
async function refusedWith(t: CheckContext, rule: string, headers: Record<string, string>) {
  const read = await t.anonymously({ method: "GET", path: "/orders", headers });
  t.expect(rule, read, http(401));
  const order = { method: "POST", path: "/orders", body: wellFormed(t), headers };
  t.expect(rule, await t.anonymously(order), http(401));
}

const withoutHeader: Check = {
  title: "GET /orders and a well-formed POST /orders without a header are answered 401",
  proves: ["AUTH-BEAR-02"],
  needs: [],
  body: (t) => refusedWith(t, "AUTH-BEAR-02", {}),
};

const madeUp: Check = {
  title: "a made-up key is answered 401",
  proves: ["AUTH-BEAR-03"],
  needs: [],
  body: (t) => refusedWith(t, "AUTH-BEAR-03", { authorization: `Bearer ${MADE_UP_KEY}` }),
};

const otherSchemes: Check = {
  title: "a key without the Bearer scheme, with another, or an empty token is answered 401",
  proves: ["AUTH-BEAR-04"],
  needs: ["agent"],
  async body(t) {
    const { apiKey } = t.agent.credentials;
    const basic = Buffer.from(`${apiKey}:`).toString("base64");
    // As long as Bearer: a venue may cut off so many characters without reading them.
    const others = [`Basic ${apiKey}`, `Basic ${basic}`, `Digest ${apiKey}`];
    for (const authorization of [apiKey, ...others, "Bearer "]) {
      await refusedWith(t, "AUTH-BEAR-04", { authorization });
    }
  },
};

const envelopeOf401 = errorWatch({
  rule: "AUTH-BEAR-05",
  title: "every 401 of a listed route carries code, message and request_id",
  needs: [],
  selects: (exchange) => isError(exchange, 401),
  demand: flatEnvelope,
  provoke: (t) => t.anonymously({ method: "GET", path: "/account" }),
});

const form: Check = {
  title: "the key in use starts with rk_live_ and is URL-safe",
  proves: ["AUTH-BEAR-06"],
  needs: ["agent"],
  async body(t) {
    t.expect("AUTH-BEAR-06", t.agent.credentials.apiKey, keyForm);
  },
};

const onPublicRoute: Check = {
  title: "what a bad key on a public route meets",
  proves: ["AUTH-BEAR-07"],
  needs: [],
  async body(t) {
    const headers = { authorization: `Bearer ${MADE_UP_KEY}` };
    const answer = await t.anonymously({ method: "GET", path: "/markets", headers });
    t.observe("AUTH-BEAR-07", answer.response?.status, unusual(answer, ...statusesOf("D-112")));
  },
};

const asCookie: Check = {
  title: "an API key sent as a cookie does not authenticate",
  proves: ["AUTH-COOK-01"],
  needs: ["agent"],
  async body(t) {
    const { apiKey } = t.agent.credentials;
    const names = ["session", "sid", "session_id", "api_key", "token", "authorization"];
    const headers = { cookie: names.map((name) => `${name}=${apiKey}`).join("; ") };
    const answer = await t.anonymously({ method: "GET", path: "/account", headers });
    t.expect("AUTH-COOK-01", answer, http(401));
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  works,
  withoutHeader,
  madeUp,
  otherSchemes,
  envelopeOf401,
  form,
  onPublicRoute,
  asCookie,
];
