/** API keys as credentials: which work, which are refused, and how. Spec: Authentication 1, 2, 9. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { TIFS } from "../../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { ORDERS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { oncePerLease } from "../../check/once.ts";
import { authenticated, keyForm } from "../../expect/access.ts";
import { flatEnvelope, http, unusual } from "../../expect/answers.ts";
import { isError } from "../../expect/errors.ts";
import { MAY_BE_CLOSED, requestIn, unauthenticated } from "../../expect/route-request.ts";
import { amendsNothing } from "../amends-nothing.ts";
import { asCaller } from "../caller.ts";
import { CALLERS_EVERYWHERE } from "../callers-ranges.ts";
import { freshTicket, MADE_UP_KEY, onManyConnections, otherwise } from "../credentials.ts";
import { errorWatch } from "../error-answers.ts";
import { cookies } from "./checks-cookies.ts";

/** No header is too long by it. */
const LONG_KEY_CHARS = 400;

const KEYS = ["key", "second-key"] as const;

/** The key that a cell names. */
function keyIn({ cell, agent }: CheckContext): string {
  const { apiKey, secondApiKey } = agent.credentials;
  return (cell.caller === "second-key" && secondApiKey) || apiKey;
}

const works: Check = {
  title: "a key works on POST /orders, GET /orders and GET /account",
  proves: ["AUTH-BEAR-01"],
  needs: ["agent", "market"],
  over: { caller: KEYS, ...ORDERS },
  once: true,
  async body(t) {
    const { agent, market } = t;
    const how = { key: keyIn(t) };
    t.expect("AUTH-BEAR-01", await agent.get("/account", {}, how), authenticated);
    t.expect("AUTH-BEAR-01", await agent.orders({}, how), authenticated);
    t.expect("AUTH-BEAR-01", (await agent.place(market.resting(), how)).exchange, authenticated);
  },
};

const opensAll: Check = {
  title: "every route of an agent takes its keys",
  proves: ["AUTH-BEAR-01"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const answer = await asCaller(t, { ...requestIn(t), tolerates: MAY_BE_CLOSED });
    t.expect("AUTH-BEAR-01", answer, authenticated);
  },
};

const withoutHeader: Check = {
  title: "a request without a header is answered 401 on every route about one caller",
  proves: ["AUTH-BEAR-02"],
  needs: [],
  over: CALLERS_EVERYWHERE,
  each: true,
  body: (t) => unauthenticated(t, "AUTH-BEAR-02", {}),
};

const madeUp: Check = {
  title: "a made-up key is answered 401 on every route about one caller",
  proves: ["AUTH-BEAR-03"],
  needs: [],
  over: CALLERS_EVERYWHERE,
  each: true,
  body: (t) =>
    unauthenticated(t, "AUTH-BEAR-03", { headers: { authorization: `Bearer ${MADE_UP_KEY}` } }),
};

const almostGood: Check = {
  title:
    "a good key with more or much more behind it, or less, or begun otherwise, is answered 401 " +
    "where it was used",
  proves: ["AUTH-BEAR-03"],
  needs: ["agent"],
  over: { caller: KEYS, prefix: PREFIXES },
  async body(t) {
    const apiKey = keyIn(t);
    const lengths = [`${apiKey}x`, apiKey.padEnd(LONG_KEY_CHARS, "x"), apiKey.slice(0, -1)];
    const beginnings = [otherwise(apiKey), apiKey.replace(/^rk_live_/, "rk_test_")];
    for (const key of [...lengths, ...beginnings.filter((one) => one !== apiKey)]) {
      const headers = { authorization: `Bearer ${key}` };
      const ask = { method: "GET", path: "/orders", headers };
      const afterTheKey = async () => {
        await t.agent.orders({}, { key: apiKey });
        return t.anonymously(ask);
      };
      for (const answer of await onManyConnections(afterTheKey)) {
        t.expect("AUTH-BEAR-03", answer, http(401));
      }
    }
  },
};

const ordersByNobody: Check = {
  title: "an order of any type by a made-up key is answered 401 in a market that is traded",
  proves: ["AUTH-BEAR-03"],
  needs: ["agent", "market"],
  over: ORDERS,
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    await agent.rests(market.resting());
    const orders = [...TIFS.map((tif) => market.resting(side, { tif })), market.sweep(side)];
    for (const order of orders) {
      const { exchange } = await agent.placeOnce(order, { key: MADE_UP_KEY });
      t.expect("AUTH-BEAR-03", exchange, http(401));
    }
  },
};

const amendsByNobody: Check = {
  title: "neither a request without a header nor a made-up key amends an order that rests",
  proves: ["AUTH-BEAR-02", "AUTH-BEAR-03"],
  needs: ["agent", "market"],
  over: ORDERS,
  once: true,
  async body(t) {
    for (const [rule, headers] of [
      ["AUTH-BEAR-02", {}],
      ["AUTH-BEAR-03", { authorization: `Bearer ${MADE_UP_KEY}` }],
    ] as const) {
      const send = (ask: ApiRequest) => t.anonymously({ ...ask, headers });
      await amendsNothing(t, rule, { owner: t.agent, send, status: 401 });
    }
  },
};

const ticketByNobody: Check = {
  title: "a made-up key that asks for a ticket of an agent is answered 401",
  proves: ["AUTH-BEAR-03"],
  needs: ["agent"],
  over: { route: ["POST /auth/ws-ticket"], prefix: PREFIXES },
  each: true,
  async body(t) {
    const headers = { authorization: `Bearer ${MADE_UP_KEY}` };
    const body = { agent_id: t.agent.agentId };
    t.expect("AUTH-BEAR-03", await t.anonymously({ ...requestIn(t), headers, body }), http(401));
  },
};

/** Reads of one caller, some of which a browser makes too. */
const SECRETS_SENT = {
  route: ["GET /orders", "GET /account", "GET /me/wallet", "GET /auth/me"],
  prefix: PREFIXES,
} as const;

const unusedTicket = oncePerLease(({ agent }) => freshTicket(agent));

const sessionAsKey: Check = {
  title: "the value of a browser's cookie is no key",
  proves: ["AUTH-BEAR-03"],
  needs: ["browser"],
  over: SECRETS_SENT,
  each: true,
  async body(t) {
    const { sessionCookie, csrfCookie } = t.human.credentials;
    for (const { value } of [sessionCookie, csrfCookie]) await isNoKey(t, value);
  },
};

const ticketAsKey: Check = {
  title: "a ticket that nobody has used is no key",
  proves: ["AUTH-BEAR-03"],
  needs: ["agent"],
  over: SECRETS_SENT,
  each: true,
  body: async (t) => isNoKey(t, await unusedTicket(t)),
};

/** Judges that a secret of another kind is answered 401 where a key stands. */
async function isNoKey(t: CheckContext, secret: string): Promise<void> {
  const headers = { authorization: `Bearer ${secret}` };
  t.expect("AUTH-BEAR-03", await t.anonymously({ ...requestIn(t), headers }), http(401));
}

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
    await unauthenticated(t, "AUTH-BEAR-04", { headers: { authorization } });
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

const envelopeEverywhere: Check = {
  title: "a 401 is an error envelope on every route about one caller",
  proves: ["AUTH-BEAR-05"],
  needs: [],
  each: true,
  async body(t) {
    const answer = await t.anonymously(requestIn(t));
    demandRefused(answer);
    t.expect("AUTH-BEAR-05", answer, flatEnvelope);
  },
};

/** Errors: StandsOn where nobody is let in; Missing where the route may be absent, and is. */
function demandRefused({ request, response }: Exchange): void {
  const { status = 0 } = response ?? {};
  if (status === 404) throw new Missing(`needs the route ${request.method} ${request.path}`);
  if (status !== 401) throw new StandsOn("AUTH-BEAR-02", `nobody was answered ${status}`);
}

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

/** Names that a key goes by in addresses. */
const QUERY_NAMES = ["api_key", "apikey", "key", "token", "access_token", "authorization"];

const inQuery: Check = {
  title: "a key in the query, under six names at once, is answered 401",
  proves: ["AUTH-BEAR-08"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const { apiKey } = t.agent.credentials;
    const query = Object.fromEntries(QUERY_NAMES.map((name) => [name, apiKey]));
    await unauthenticated(t, "AUTH-BEAR-08", { query });
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  works,
  opensAll,
  withoutHeader,
  madeUp,
  almostGood,
  ordersByNobody,
  amendsByNobody,
  ticketByNobody,
  sessionAsKey,
  ticketAsKey,
  otherSchemes,
  envelopeOf401,
  envelopeEverywhere,
  form,
  onPublicRoute,
  inQuery,
  ...cookies,
];
