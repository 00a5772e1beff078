/** Four equivalent prefixes: none, /v1, /api, /api/v1. Spec: Endpoints. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { rowsOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { codeOf, objectOf, ownIdOf } from "../../../scenarios/deployment/reading/order.ts";
import { isObject, type Json } from "../../../scenarios/deployment/reading/reading.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { besideRefused, cancelAllOf, PROBES, times } from "../../check/burst.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, type Expectation, show, that } from "../../check/expectation.ts";
import { oncePerLease } from "../../check/once.ts";
import { answerGist, answerThat, cancelled, contains, lacks } from "../../expect/answers.ts";
import { limitedToo } from "../../expect/limits.ts";
import { accepted, noOrderId, sameOrderAs } from "../../expect/placed.ts";
import { MAY_BE_CLOSED, requestIn } from "../../expect/route-request.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";

const PREFIXES = [
  { prefix: "", rule: "GEN-PREFIX-01", title: "routes are served without a prefix" },
  { prefix: "/v1", rule: "GEN-PREFIX-02", title: "routes are served under /v1" },
  { prefix: "/api", rule: "GEN-PREFIX-03", title: "routes are served under /api" },
  { prefix: "/api/v1", rule: "GEN-PREFIX-04", title: "routes are served under /api/v1" },
] as const;

const known = answerThat("a route the venue knows (not 404, 405 or a redirect)", (exchange) => {
  const status = exchange.response?.status ?? 404;
  if (status === 404) return missesAnEvent(exchange);
  return status !== 405 && Math.floor(status / 100) !== 3;
});

/** Whoever knows no event says so by its name, and knows the route (D-108). */
function missesAnEvent({ request, response }: Exchange): boolean {
  return request.path.endsWith("/event-history") && /EVENT/.test(codeOf(response?.body) ?? "");
}

/**
 * The request of the cell, of what is there wherever the agent can tell its id: of an order of its own, as
 * another cell may have cancelled those before.
 */
export async function readIn(t: CheckContext): Promise<ApiRequest> {
  const { cell, agent, market } = t;
  const isOfAnOrder = cell.route?.includes("{order_id}");
  const order = isOfAnOrder && { order_id: (await agent.rests(market.resting())).orderId };
  return { ...requestIn(t, { market_id: market.id, ...order }), tolerates: MAY_BE_CLOSED };
}

const ABSENT = statusesOf("D-161");
const isThere = answerThat(
  `a route that is there (not ${ABSENT.join(" or ")})`,
  ({ response }) => response !== null && !ABSENT.includes(response.status),
);

/** What a request to place or cancel orders names: a market of which nobody says that it is unknown. */
function namingAMarket({ cell, market }: CheckContext): Partial<ApiRequest> {
  const named: Readonly<Record<string, () => Partial<ApiRequest>>> = {
    "POST /orders": () => ({ body: market.resting("BUY", { tif: "IOC" }) }),
    "DELETE /orders": () => ({ query: { market_id: market.id } }),
  };
  return named[cell.route ?? ""]?.() ?? {};
}

/** The request of the cell, of what is there and in a market that is. */
async function askIn(t: CheckContext): Promise<ApiRequest> {
  return { ...(await readIn(t)), ...namingAMarket(t) };
}

const served: Check = {
  title: "every listed route is there",
  proves: ["GEN-ROUTE-01"],
  needs: ["agent", "market"],
  each: true,
  async body(t) {
    const ask = await askIn(t);
    await t.eventually("GEN-ROUTE-01", () => t.agent.request(ask), isThere);
  },
};

const servedUnderEach: readonly Check[] = PREFIXES.map(({ prefix, rule, title }) => ({
  title,
  proves: [rule],
  needs: ["agent", "market"],
  each: true,
  async body(t) {
    const ask = { ...(await askIn(t)), prefix };
    await t.eventually(rule, () => t.agent.request(ask), ask.method === "GET" ? known : isThere);
  },
}));

/** What equivalence stands on. Errors: StandsOn for the first prefix that does not know a route. */
async function demandAllPrefixes(t: CheckContext): Promise<void> {
  for (const { prefix, rule } of PREFIXES) {
    const answer = await t.agent.get("/account", {}, { prefix });
    if (known.judge(answer).ok) continue;
    throw new StandsOn(rule, `GET ${prefix}/account was answered ${answerGist(answer)}`);
  }
}

const sameForms: Check = {
  title: "every GET has the same status and shape under the four prefixes",
  proves: ["GEN-PREFIX-05"],
  needs: ["agent", "market"],
  each: true,
  async body(t) {
    await allPrefixes(t);
    // A list of none has no shape of rows.
    if (LISTS_OF_ORDERS.includes(t.cell.route ?? "")) await t.agent.rests(t.market.resting());
    const ask = await readIn(t);
    await t.eventually("GEN-PREFIX-05", formsOf(t, ask), allAlike(ask.path));
  },
};

const LISTS_OF_ORDERS = ["GET /orders", "GET /orders/open"];

/** Status and shape of one GET and of the first of its rows, as each prefix has shown them so far. */
type FormsShown = readonly ReadonlySet<string>[];

/** Reads them once more, each time from another prefix on: an upstream may come and go meanwhile. */
function formsOf(t: CheckContext, ask: ApiRequest): () => Promise<FormsShown> {
  const shown = PREFIXES.map(({ prefix }) => ({ prefix, forms: new Set<string>() }));
  let turn = 0;
  return async () => {
    for (const { prefix, forms } of [...shown.slice(turn), ...shown.slice(0, turn)]) {
      forms.add(formOf(await t.agent.request({ ...ask, prefix })));
    }
    turn = (turn + 1) % shown.length;
    return shown.map(({ forms }) => forms);
  };
}

function formOf({ response }: Exchange): string {
  const { status = 0, body } = response ?? {};
  const kind = Array.isArray(body) ? "an array" : show(Object.keys(objectOf(body)).sort());
  const [row] = rowsOf(body) ?? [];
  const ofRows = isObject(row) ? ` of rows ${show(typesIn(row))}` : "";
  return `HTTP ${status} ${body === undefined ? "not JSON" : kind}${ofRows}`;
}

/** The members of a row and what each is; what may be null is left out where it is. */
function typesIn(row: Json): string[] {
  const told = Object.entries(row).filter(([, value]) => value !== null);
  return told.map(([name, value]) => `${name}: ${typeOf(value)}`).sort();
}

const typeOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);

const allPrefixes = oncePerLease(demandAllPrefixes);

function allAlike(path: string): Expectation<FormsShown> {
  const told = (forms: ReadonlySet<string>, index: number) =>
    `"${PREFIXES[index]?.prefix}": ${[...forms].join(" or ")}`;
  return that(
    `one status and one shape of GET ${path}`,
    ([first = new Set<string>(), ...others]) =>
      [...first].some((form) => others.every((forms) => forms.has(form))),
    (shown) => shown.map(told).join("; "),
  );
}

const oneLedger: Check = {
  title: "an order placed under one prefix is read and cancelled under the others",
  proves: ["GEN-PREFIX-06"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    await demandAllPrefixes(t);
    for (const [index, { prefix }] of PREFIXES.entries()) {
      const placed = await agent.place(market.resting(), { prefix });
      t.expect("GEN-PREFIX-06", placed, accepted);
      const id = ownIdOf(placed);
      for (const other of PREFIXES) {
        const read = () => agent.order(id, { prefix: other.prefix });
        await t.eventually("GEN-PREFIX-06", read, contains(id));
      }
      const next = PREFIXES[(index + 1) % PREFIXES.length]!;
      const cancel = await agent.cancel(id, { prefix: next.prefix });
      t.expect("GEN-PREFIX-06", cancel, cancelled);
      await t.settle();
      await t.eventually("GEN-PREFIX-06", () => agent.openOrders(market.id), lacks(id));
    }
  },
};

const oneIdSpace: Check = {
  title: "a client_order_id replayed under another prefix creates no second order",
  proves: ["GEN-PREFIX-07"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    await demandAllPrefixes(t);
    const first = await agent.rests(market.resting());
    const openHere = () => agent.openOrders(market.id);
    const listing = await t.reading(openHere, contains(first.orderId));
    for (const { prefix } of PREFIXES) {
      const replay = await agent.placeOnce(first.sent, { prefix });
      t.expect("GEN-PREFIX-07", replay, anyOf(sameOrderAs(first), noOrderId));
    }
    await t.settle();
    t.expect("GEN-PREFIX-07", await openHere(), noMoreOpenThan(openCount(listing)));
  },
};

const oneBucket: Check = {
  title: "requests under different prefixes draw on one bucket",
  proves: ["GEN-PREFIX-08"],
  needs: ["agent", "market", "load"],
  async body(t) {
    const { agent, market } = t;
    await t.run.alone();
    const ask = cancelAllOf(market);
    for (const { prefix } of PREFIXES) {
      const probes = { by: agent, asks: times(PROBES, { ...ask, prefix }) };
      const answers = await besideRefused(agent, ask, probes);
      t.expect("GEN-PREFIX-08", answers, limitedToo);
    }
  },
};

/** Checks of the prefixes. */
export const prefixes: readonly Check[] = [
  served,
  ...servedUnderEach,
  sameForms,
  oneLedger,
  oneIdSpace,
  oneBucket,
];
