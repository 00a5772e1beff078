import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startReference } from "../../reference/index.ts";
import { connectTo } from "../../scenarios/deployment/connect.ts";
import { type Profile, profileOf } from "../../scenarios/deployment/profile/profile.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import {
  answerInstead,
  changeResult,
  declineOf,
  envelope,
  fieldsOf,
  keyOf,
  matches,
} from "../interposer/changes.ts";
import { interpose, unchanged, type WireVariant } from "../interposer/interposer.ts";
import { kindOf } from "../interposer/look-around.ts";
import { judgeDeployment } from "./judge-deployment.ts";
import { REQUESTS_FOR_ONE } from "./narrowing.ts";
import { select } from "./selection.ts";

/** What is run, and how. */
interface Given {
  rules: string[];
  control: boolean;
  effort?: "quick";
  narrow?: boolean;
  /** Others quote 40 and 60 in every binary. */
  quoted?: true;
}

/** Runs these rules on a venue behind `wire`; what is told of each that failed. */
async function told(t: TestContext, wire: WireVariant, given: Given) {
  const { rules, control, effort = "standard", narrow = true, quoted } = given;
  const clock = control
    ? { clock: "virtual" as const, controlToken: "token-of-the-operator" }
    : { clock: "system" as const };
  const venue = await startReference({ seed: 1, ...clock });
  t.after(() => venue.close());
  let requests = 0;
  const front = await interpose(venue.url, async (request, behind) => {
    if (!request.path.startsWith("/_control")) requests += 1;
    return wire(request, behind);
  });
  t.after(() => front.close());
  const file = JSON.parse(JSON.stringify(venue.profile()).replaceAll(venue.url, front.url));
  const profile = profileOf(file);
  if (quoted) await quote(venue.url, profile);
  const agents = profile.agents.filter(({ name }) => !quoted || name !== QUOTING);
  const deployment = await survey(
    await connectTo({ ...profile, agents }, { fresh: control, runId: "t0000000" }),
  );
  t.after(() => deployment.close());
  const { report } = await judgeDeployment(deployment, select(rules, []), {
    ...{ seed: 1, patienceMs: 100, effort, narrow },
  });
  const failures = report.rules.filter(({ result }) => result === "fail");
  const left = await Promise.all(agents.map(({ apiKey }) => openOrders(venue.url, apiKey)));
  return {
    told: Object.fromEntries(failures.map(({ id, failure }) => [id, failure?.narrowed])),
    causes: report.causes.map(({ narrowed }) => narrowed),
    requests,
    left: left.reduce((sum, count) => sum + count, 0),
  };
}

const QUOTING = "spare";

/** By an agent that the profile then has no more. */
async function quote(url: string, { agents, markets }: Profile): Promise<void> {
  const headers = {
    authorization: `Bearer ${agents.find(({ name }) => name === QUOTING)?.apiKey}`,
    "content-type": "application/json",
  };
  for (const { id } of markets.filter(({ kind }) => kind !== "BTC_PERP")) {
    for (const [side, price] of Object.entries({ BUY: 40, SELL: 60 })) {
      const order = { market_id: id, side, price, type: "LIMIT", qty: 50 };
      await fetch(`${url}/v1/orders`, { method: "POST", headers, body: JSON.stringify(order) });
    }
  }
}

async function openOrders(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await (await fetch(`${url}/v1/orders/open`, { headers })).json();
  return (answer as { orders: unknown[] }).orders.length;
}

/** Prices that the venue will not have. */
const refusing = (isRefused: (price: number) => boolean): WireVariant =>
  answerInstead("POST /orders", ({ body }) => {
    const order = fieldsOf(body);
    return isRefused(Number(order["price"])) ? declineOf(order, "PRICE_OUT_OF_RANGE") : null;
  });

const atTheEdge = refusing((price) => price === 1 || price === 99);

const underApi: WireVariant = answerInstead("POST /orders", ({ prefix }) =>
  prefix === "/api" ? envelope(404, "NOT_FOUND") : null,
);

/** The second key of an agent, once it is known, mints no ticket. */
function withSecondKey(): WireVariant {
  const seconds = new Set<unknown>();
  return async (request, venue) => {
    const isSecond = [...seconds].some((key) => keyOf(request).endsWith(String(key)));
    if (matches(request, "POST /auth/ws-ticket") && isSecond) {
      return envelope(401, "UNAUTHORIZED");
    }
    const answer = await venue(request);
    if (matches(request, "POST /_control/agents/*/keys")) {
      seconds.add(fieldsOf(answer.body)["api_key"]);
    }
    return answer;
  };
}

const EDGES = "refused at price 1 and 99, accepted from 2 to 98 (tried 1, 2, 50, 98, 99)";

for (const control of [true, false]) {
  const where = control ? "with control" : "without control";

  test(`prices refused at both ends of the band are told, ${where}`, async (t) => {
    const run = await told(t, atTheEdge, { rules: ["REJ-PRICE-05"], control });
    assert.deepEqual(run.told, { "REJ-PRICE-05": EDGES });
    assert.deepEqual(run.causes, [EDGES]);
    assert.equal(run.left, 0);
  });

  test(`a prefix under which orders are refused is told, ${where}`, async (t) => {
    const run = await told(t, underApi, { rules: ["GEN-PREFIX-06"], control });
    assert.deepEqual(run.told, { "GEN-PREFIX-06": "refused under /api only" });
    assert.equal(run.left, 0);
  });
}

test("where others quote, prices are varied behind theirs alone", async (t) => {
  const run = await told(t, atTheEdge, { rules: ["REJ-PRICE-05"], control: false, quoted: true });
  const behind = /^refused at price (1, accepted from 2 to 39|99, accepted from 61 to 98) \(/;
  assert.match(run.told["REJ-PRICE-05"] ?? "", behind);
  assert.equal(run.left, 0);
});

test("a second key that is refused is told, where its cell does not say so alone", async (t) => {
  const given = { rules: ["TKT-MINT-01"], control: true };
  const quick = await told(t, withSecondKey(), { ...given, effort: "quick" });
  const sentence = "HTTP 401 with the second key of the agent only";
  assert.deepEqual(quick.told, { "TKT-MINT-01": sentence });
  const { told: whole } = await told(t, withSecondKey(), given);
  assert.deepEqual(whole, { "TKT-MINT-01": undefined });
});

test("a kind of market that is refused is told, where its cell was alone", async (t) => {
  const onParlays: WireVariant = answerInstead("POST /orders", async (request, venue) => {
    const order = fieldsOf(request.body);
    const kind = await kindOf(order, { request, venue });
    return kind === "BTC_PARLAY" ? declineOf(order, "PRICE_OUT_OF_RANGE") : null;
  });
  const run = await told(t, onParlays, { rules: ["TIF-GTC-01"], control: true, effort: "quick" });
  assert.deepEqual(run.told, { "TIF-GTC-01": "refused on BTC_PARLAY only" });
});

test("a header that is wanted is told, and a page that is too long", async (t) => {
  const wanting: WireVariant = async (request, venue) =>
    matches(request, "POST /orders") && request.headers["x-service-csrf"] === undefined
      ? envelope(403, "CSRF_REQUIRED")
      : venue(request);
  const placed = await told(t, wanting, { rules: ["TIF-GTC-01"], control: true });
  const header = "refused without the header X-Service-CSRF, accepted with it";
  assert.deepEqual(placed.told, { "TIF-GTC-01": header });
  const short: WireVariant = answerInstead("GET /markets", ({ query }) =>
    Number(query["limit"]) > 3 ? envelope(422, "VALIDATION_ERROR") : null,
  );
  const listed = await told(t, short, { rules: ["MKT-LIST-02"], control: true });
  const page = "HTTP 422 at limit 4 to 1000, HTTP 200 from 1 to 3 (10 tried)";
  assert.deepEqual(listed.told, { "MKT-LIST-02": page });
});

test("a failure takes forty requests at most, and none without narrowing", async (t) => {
  const low = refusing((price) => price <= 37);
  const given = { rules: ["TIF-GTC-01"], control: true };
  const narrowed = await told(t, low, given);
  const plain = await told(t, low, { ...given, narrow: false });
  assert.match(
    narrowed.told["TIF-GTC-01"] ?? "",
    /^refused at price 1 to 37, accepted from 38 to 99 \(\d+ tried\)$/,
  );
  assert.deepEqual(plain.told, { "TIF-GTC-01": undefined });
  const sent = narrowed.requests - plain.requests;
  assert.ok(sent > 0 && sent <= REQUESTS_FOR_ONE, `${sent}`);
});

test("a run without a failure sends no more with narrowing than without", async (t) => {
  const given = { rules: ["TIF-GTC-01", "GEN-PREFIX-06"], control: true };
  const [on, off] = [
    await told(t, unchanged, given),
    await told(t, unchanged, { ...given, narrow: false }),
  ];
  assert.deepEqual([on.told, off.told], [{}, {}]);
  assert.equal(on.requests, off.requests);
});

test("what shows only after other orders is not narrowed", async (t) => {
  const twice: WireVariant = changeResult((result, order) =>
    order["tif"] === "POST_ONLY" && result["status"] === "REJECTED" ? { status: "NEW" } : false,
  );
  const run = await told(t, twice, { rules: ["TIF-PO-02"], control: true });
  assert.deepEqual(run.told, { "TIF-PO-02": undefined });
});
