/** What all routes share: JSON, ids, integers, unknown fields. Spec: Resources, Endpoints. */

import { objectOf, type PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { listOf, objectsIn } from "../../../scenarios/deployment/reading/reading.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { routeOf } from "../../../scenarios/deployment/wire/client.ts";
import { type Exchange, isSuccess } from "../../../scenarios/deployment/wire/exchange.ts";
import { isUuid } from "../../../scenarios/deployment/wire/uuid.ts";
import { PREFIXES } from "../../check/cell.ts";
import { amend } from "../../check/changed-orders.ts";
import type { Check, Watch } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, type Expectation, ownedBy, show, that } from "../../check/expectation.ts";
import { answerGist, answerThat, http } from "../../expect/answers.ts";
import { isListed, routeIn } from "../../expect/listed-routes.ts";
import { MAY_BE_CLOSED, requestIn } from "../../expect/route-request.ts";
import { asCaller } from "../caller.ts";
import { siblingOfHuman } from "../credentials.ts";
import { marketIdOf } from "../data-route.ts";
import { login, newcomer, post } from "../newcomers.ts";
import { orderResult, resultWatch } from "../result-watch.ts";
import { prefixes, readIn } from "./checks-prefixes.ts";
import { LOGS_IN, NEW_KEY, OTHER_BODIES, SIGNS_UP } from "./ranges.ts";

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

const UNKNOWN = { touchstone_unknown: { nested: [1, "two"] }, touchstone_note: "ignore me" };

/** Members of the spec under names of others, with values that would change what rests. */
const MISNAMED = { reduceOnly: true, timeInForce: "IOC", orderType: "MARKET", quantity: 3 };

const unknownOrderFields: Check = {
  title: "unknown fields of an order change nothing",
  proves: ["GEN-UNK-01"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    const plain = await agent.rests(market.resting());
    for (const unknown of [UNKNOWN, MISNAMED]) {
      const extended = await agent.place(market.resting(t.side, unknown));
      t.expect("GEN-UNK-01", extended, sameOutcomeAs(plain));
    }
  },
};

/** What an order comes to, as far as two equal resting orders come to the same. */
function sameOutcomeAs(other: PlaceResponse): Expectation<PlaceResponse> {
  const outcome = ({ httpStatus, status, reason, filledQty, remainingQty }: PlaceResponse) =>
    `HTTP ${httpStatus} ${status} ${reason ?? ""}, filled ${filledQty}, remaining ${remainingQty}`;
  return that(outcome(other), (placed) => outcome(placed) === outcome(other), outcome);
}

const unknownTicketFields: Check = {
  title: "unknown fields of a ticket request change nothing",
  proves: ["GEN-UNK-02"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const own = t.cell.caller === "session" ? { agent_id: t.human.agentId } : {};
    const mint = (fields: object) =>
      asCaller(t, { method: "POST", path: "/auth/ws-ticket", body: { ...own, ...fields } });
    const plain = await mint({});
    demandTicket(plain);
    t.expect("GEN-UNK-02", await mint(UNKNOWN), allOf(minted, sameMembersAs(plain)));
  },
};

const unknownFieldsElsewhere: Check = {
  title: "unknown fields of a request for a key or a ladder change nothing",
  proves: ["GEN-UNK-04"],
  needs: ["browser"],
  over: { route: OTHER_BODIES, prefix: PREFIXES },
  each: true,
  async body(t) {
    const send = (fields: object) => {
      const ask = requestIn(t, { agent_id: t.human.agentId });
      const body = { ...objectOf(ask.body), ...fields };
      return t.human.request({ ...ask, body, tolerates: MAY_BE_CLOSED });
    };
    t.expect("GEN-UNK-04", await send(UNKNOWN), answeredAs(await send({})));
  },
};

const unknownFieldsOfMembers: Check = {
  title: "unknown fields of a sign-up or a login change nothing",
  proves: ["GEN-UNK-04"],
  needs: [],
  over: { route: [SIGNS_UP, LOGS_IN], prefix: PREFIXES },
  body: (t) => (t.cell.route === SIGNS_UP ? signsUp(t) : logsIn(t)),
};

async function signsUp(t: CheckContext): Promise<void> {
  const extended = post("/auth/signup", { ...newcomer(t), ...UNKNOWN });
  await judgeWith(t, 201, { extended, plain: post("/auth/signup", newcomer(t)) });
}

/** The first login of somebody: one beside others may be refused (D-138). */
async function logsIn(t: CheckContext): Promise<void> {
  const one = newcomer(t);
  await t.anonymously(post("/auth/signup", one));
  const { email, password } = one;
  const extended = post("/auth/login", { email, password, ...UNKNOWN });
  await judgeWith(t, 200, { extended, plain: login(one) });
}

/** Judges a request with unknown fields. Errors: Missing where the plain one is refused too. */
async function judgeWith(
  t: CheckContext,
  status: number,
  { extended, plain }: Record<"extended" | "plain", ApiRequest>,
): Promise<void> {
  const answer = await t.anonymously(extended);
  const isTaken = ({ response }: Exchange) => response?.status === status;
  if (!isTaken(answer) && !isTaken(await t.anonymously(plain))) {
    throw new Missing(`needs a plain ${plain.path} that is answered ${status}`);
  }
  t.expect("GEN-UNK-04", answer, http(status));
}

const namesAnotherAgent: Check = {
  title: "a key is made for the agent that its path names, whatever agent_id its body has",
  proves: ["GEN-UNK-04"],
  needs: ["browser", "sibling", "market"],
  // Elsewhere key routes may be absent (D-174).
  over: { route: [NEW_KEY], prefix: ["/v1", "/api/v1"] },
  async body(t) {
    const { caller: plain } = await t.human.newKey();
    const { caller } = await t.human.newKey({ agent_id: siblingOfHuman(t) });
    const { orderId } = await plain.rests(t.market.resting());
    await t.eventually("GEN-UNK-04", () => caller.order(orderId), http(200));
  },
};

function answeredAs({ response }: Exchange): Expectation<Exchange> {
  return answerThat(
    `HTTP ${response?.status}, as without them`,
    (exchange) => exchange.response?.status === response?.status,
  );
}

/** A ticket by another status than 201 is TKT-MINT-01's business. */
const minted = anyOf(allOf(http(200), ownedBy("TKT-MINT-01", http(201))), http(201));

/** Errors: StandsOn when a plain ticket request fails. */
function demandTicket({ response }: Exchange): void {
  if (response?.status !== 201) {
    throw new StandsOn("TKT-MINT-01", `a plain ticket request was answered ${response?.status}`);
  }
}

function sameMembersAs(other: Exchange): Expectation<Exchange> {
  const members = (exchange: Exchange) =>
    Object.keys(objectOf(exchange.response?.body)).sort().join(", ");
  return that(
    `the members ${members(other)}`,
    (exchange) => members(exchange) === members(other),
    members,
  );
}

const unknownQuery: Check = {
  title: "unknown query parameters change nothing",
  proves: ["GEN-UNK-03"],
  needs: [],
  async body(t) {
    const read = (query: Record<string, string>) =>
      t.anonymously({ method: "GET", path: "/markets", query });
    const plain = await read({ limit: "5" });
    const extended = await read({ limit: "5", touchstone_unknown: "1" });
    t.observe("GEN-UNK-03", {
      without: plain.response?.status,
      with: extended.response?.status,
    });
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  json,
  jsonEverywhere,
  uuids,
  integers,
  wellFormed,
  unknownOrderFields,
  unknownTicketFields,
  unknownFieldsElsewhere,
  unknownFieldsOfMembers,
  namesAnotherAgent,
  unknownQuery,
  ...prefixes,
];
