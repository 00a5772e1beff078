/** What all routes share: JSON, ids, integers, unknown fields. Spec: Resources, Endpoints. */

import { listOf, objectsIn } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { routeOf } from "../../../scenarios/deployment/wire/client.ts";
import { type Exchange, isSuccess } from "../../../scenarios/deployment/wire/exchange.ts";
import { isUuid } from "../../../scenarios/deployment/wire/uuid.ts";
import { amend } from "../../check/changed-orders.ts";
import type { Check, Watch } from "../../check/check.ts";
import { show, that } from "../../check/expectation.ts";
import { answerGist } from "../../expect/answers.ts";
import { isListed, routeIn } from "../../expect/listed-routes.ts";
import { marketIdOf } from "../data-route.ts";
import { orderResult, resultWatch } from "../result-watch.ts";
import { prefixes, readIn } from "./checks-prefixes.ts";
import { unknown } from "./checks-unknown.ts";

const JSON_MEDIA_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** A 202 or 204 may come without a body, where the spec shows none (D-092, D-133). */
const json: Watch = {
  title: "every success answer of a listed route is JSON",
  proves: ["GEN-JSON-01"],
  needs: ["agent"],
  selects: (exchange) => [200, 201].includes(exchange.response?.status ?? 0) && isListed(exchange),
  expects: that(
    "media type application/json and a body that parses",
    ({ response }) =>
      JSON_MEDIA_TYPE.test(response?.headers["content-type"] ?? "") && response?.body !== undefined,
    (exchange) => {
      const { response } = exchange;
      const type = response?.headers["content-type"] ?? "no media type";
      return `${type} and a body that ${response?.body === undefined ? "does not parse" : "parses"}`;
    },
  ),
  async body(t) {
    await t.agent.get("/account");
  },
};

const jsonEverywhere: Check = {
  title: "every GET that succeeds is JSON, under every prefix",
  proves: ["GEN-JSON-01"],
  needs: ["agent", "market"],
  each: true,
  async body(t) {
    const answer = await t.agent.request(await readIn(t));
    if (!json.selects(answer)) throw new Missing(`did not arise: ${answerGist(answer)}`);
    t.expect("GEN-JSON-01", answer, json.expects);
  },
};

const uuids: Watch = {
  title: "every id of an order, a market or an agent is a UUID",
  proves: ["GEN-UUID-01"],
  needs: ["agent", "market"],
  selects: (exchange) => idsIn(exchange).length > 0,
  expects: that(
    "ids of orders, markets and agents as UUIDs",
    (exchange) => idsIn(exchange).every(isUuid),
    (exchange) => show(idsIn(exchange).filter((id) => !isUuid(id))),
  ),
  async body({ agent, market }) {
    const { orderId, sent } = await agent.place(market.resting());
    // An amendment's answer names what it is about, where there is one (D-030).
    if (orderId !== null) await amend(agent, orderId, { price: Number(sent["price"]), qty: 2 });
    await agent.get("/markets", { limit: "5" });
    await agent.get("/account");
    await agent.get("/me/wallet");
  },
};

const wellFormed: Check = {
  title: "an order of any kind, side and prefix has UUIDs and integer quantities",
  proves: ["GEN-UUID-01", "GEN-INT-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { exchange } = await t.agent.place(t.market.resting());
    if (!uuids.selects(exchange)) throw new StandsOn("TIF-GTC-01", answerGist(exchange));
    t.expect("GEN-UUID-01", exchange, uuids.expects);
    t.expect("GEN-INT-01", exchange, integers.expects);
  },
};

/** The ids an answer names: of an order result, of the markets in a listing, or of a record. */
function idsIn(exchange: Exchange): unknown[] {
  const { result = {} } = orderResult(exchange) ?? {};
  const markets = exchange.response?.status === 200 && isMarketListing(exchange);
  const records = markets ? (listOf(exchange.response?.body) ?? []) : [];
  const ids = [result["order_id"], result["market_id"], ...records.map(marketIdOf)];
  return [...ids, ...namedIdsIn(exchange)].filter((id) => id !== undefined && id !== null);
}

/** What a record has under the names that the spec shows: an order's, an account's, a new key's. */
function namedIdsIn(exchange: Exchange): unknown[] {
  const { response } = exchange;
  if (!isSuccess(response?.status)) return [];
  const asked = routeIn(exchange);
  const named = NAMED_IDS.find(({ on }) => on.test(asked));
  if (named === undefined) return [];
  // A list may tell what it was asked for beside its rows.
  const told = LISTS.test(asked) ? listOf(response?.body) : response?.body;
  return objectsIn(told).flatMap((object) => named.as.map((name) => object[name]));
}

const LISTS = /^GET \/orders(\/open)?$/;

const NAMED_IDS = [
  { on: /^(GET \/account|GET \/me\/wallet|POST \/me\/agents\/[^/]+\/keys)$/, as: ["agent_id"] },
  { on: /^(GET|PATCH) \/orders(\/|$)/, as: ["order_id", "market_id"] },
];

function isMarketListing({ request }: Exchange): boolean {
  return request.method === "GET" && /^\/markets(\/active)?$/.test(routeOf(request.path));
}

const integers = resultWatch({
  rule: "GEN-INT-01",
  title: "every order result has integer quantities",
  about: ({ result }) => quantities(result).length > 0,
  demand: that(
    "filled_qty and remaining_qty as integers",
    ({ result }) => quantities(result).every(Number.isInteger),
    ({ result }) => `filled_qty and remaining_qty as ${quantities(result).map(show).join(" and ")}`,
  ),
});

function quantities(result: Record<string, unknown>): unknown[] {
  const given = [result["filled_qty"], result["remaining_qty"]];
  return given.filter((qty) => qty !== undefined && qty !== null);
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  json,
  jsonEverywhere,
  uuids,
  integers,
  wellFormed,
  ...unknown,
  ...prefixes,
];
