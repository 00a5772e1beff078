/** API keys as credentials: which work, which are refused, and how. Spec: Authentication 1, 2, 9. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { keyForm } from "../../expect/access.ts";
import { answerThat, flatEnvelope, http, unusual } from "../../expect/answers.ts";
import { isError } from "../../expect/errors.ts";
import { errorWatch } from "../error-answers.ts";
import { mayBeAbsent, requestTo } from "../route-request.ts";

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

/** Nobody is served on a route about one caller; 404 where the route itself may be absent. */
async function refusedWith(
  t: CheckContext,
  rule: string,
  headers: Record<string, string>,
): Promise<void> {
  const { route = "", prefix } = t.cell;
  const request = requestTo(route, {
    freshId: t.run.freshId(),
    ...(prefix !== undefined && { prefix }),
  });
  const answer = await t.anonymously({ ...request, headers });
  t.expect(rule, answer, mayBeAbsent(t.cell) ? http(401, 404) : http(401));
}

const withoutHeader: Check = {
  title: "a request without a header is answered 401 on every route about one caller",
  proves: ["AUTH-BEAR-02"],
  needs: [],
  each: true,
  body: (t) => refusedWith(t, "AUTH-BEAR-02", {}),
};

const madeUp: Check = {
  title: "a made-up key is answered 401 on every route about one caller",
  proves: ["AUTH-BEAR-03"],
  needs: [],
  each: true,
  body: (t) => refusedWith(t, "AUTH-BEAR-03", { authorization: `Bearer ${MADE_UP_KEY}` }),
};

/** As long as Bearer too: a venue may cut off so many characters without reading them. */
const SCHEMES: Readonly<Record<string, (key: string) => string>> = {
  none: (key) => key,
  Basic: (key) => `Basic ${key}`,
  "Basic in base64": (key) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
  Digest: (key) => `Digest ${key}`,
  "an empty token": () => "Bearer ",
};

const otherSchemes: Check = {
  title: "a key without the Bearer scheme, with another, or an empty token is answered 401",
  proves: ["AUTH-BEAR-04"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const authorization = SCHEMES[t.cell.value ?? ""]?.(t.agent.credentials.apiKey) ?? "";
    await refusedWith(t, "AUTH-BEAR-04", { authorization });
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
