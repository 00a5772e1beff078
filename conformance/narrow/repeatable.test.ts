import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange, SentRequest } from "../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import { repeatable } from "./repeatable.ts";
import { resendable } from "./resendable.ts";

const NOON = "1f0c7d52-8f0b-4f6b-9a51-3d1f6f0a2b11";
const DUSK = "2f0c7d52-8f0b-4f6b-9a51-3d1f6f0a2b12";
const OWN = "5f0c7d52-8f0b-4f6b-9a51-3d1f6f0a2b13";
const KNOWN = { marketIds: [NOON, DUSK], runId: "t0000000" };
const ORDER = {
  ...{ market_id: NOON, side: "BUY", type: "LIMIT", price: 5, qty: 1 },
  client_order_id: "t0000000-3",
};
const DATE = "Mon, 23 Nov 2026 06:00:00 GMT";

/** An exchange of the agent `maker`, answered so. */
function exchange(request: Partial<SentRequest>, status = 200, body: unknown = {}): Exchange {
  const headers = { authorization: "Bearer {{maker.key}}", accept: "application/json" };
  const sent = { method: "GET", path: "/v1/account", query: {}, headers, bodyText: null };
  const bodyText = JSON.stringify(body);
  return {
    ...{ at: 0, took: 1, actor: "maker", failure: null, class: "read" },
    request: { ...sent, ...request },
    response: { status, headers: { date: DATE }, bodyText, body },
  };
}

const placing = (order: object, ...answer: [number?, unknown?]) =>
  exchange({ method: "POST", path: "/api/orders", bodyText: JSON.stringify(order) }, ...answer);

const of = (deciding: Exchange, ...before: Exchange[]) =>
  repeatable(deciding, [...before, deciding], KNOWN);

test("an order is sent again in another market, under an id of its own", async () => {
  const request = of(placing(ORDER));
  assert.equal(request?.caller, "key");
  assert.equal(request?.marketId, NOON);
  const ids = { "{market}": DUSK };
  const parts = { ids, freshId: () => "t0000000-9", now: async () => 7 };
  const change = { prefix: "/v1", body: { price: 6, tif: "IOC" } };
  assert.deepEqual(await resendable(request!, change, parts), {
    ...{ method: "POST", prefix: "/v1", path: "/orders", query: {}, headers: {} },
    body: { ...ORDER, market_id: DUSK, client_order_id: "t0000000-9", price: 6, tif: "IOC" },
  });
});

test("a member that is left out is left out, and a stamp is the time of sending", async () => {
  const stamped = { ...ORDER, timestamp_ms: Date.parse(DATE) - 500, recv_window_ms: 9_000 };
  const request = of(placing(stamped))!;
  const parts = { ids: {}, freshId: () => "t0000000-9", now: async () => 7 };
  const again = (await resendable(request, { body: { qty: undefined } }, parts)).body;
  assert.equal(Object(again).timestamp_ms, 7);
  assert.ok(!Object.hasOwn(Object(again), "qty"));
});

test("what depends on more than the request is not sent again", () => {
  const first = placing(ORDER, 201, { status: "NEW", order_id: OWN });
  const stale = { ...ORDER, timestamp_ms: Date.parse(DATE) - 90_000, recv_window_ms: 1_000 };
  const spoilt = { ...ORDER, client_order_id: "no id of this run" };
  const cases: [string, ReturnType<typeof of>][] = [
    ["a replay", of(placing(ORDER), first)],
    ["a stale order", of(placing(stale))],
    ["an id that cannot be made anew", of(placing(spoilt))],
    ["an order somebody else placed", of(exchange({ path: `/v1/orders/${OWN}` }))],
    ["two markets", of(exchange({ query: { one: NOON, two: DUSK } }))],
    ["a secret", of(exchange({ query: { ticket: "{{secret.1}}" } }))],
    ["credentials that are nobody's", of(exchange({ headers: { authorization: "Bearer x" } }))],
    ["a lost answer", of({ ...exchange({}), response: null })],
    ["a cancel of everything", of(exchange({ method: "DELETE", path: "/v1/orders" }))],
    ["another write", of(exchange({ method: "POST", path: "/v1/auth/logout" }))],
  ];
  for (const [name, request] of cases) assert.equal(request, null, name);
});

test("an own order in a path becomes another one, unless it was cancelled", () => {
  const first = placing(ORDER, 201, { status: "NEW", order_id: OWN });
  const read = exchange({ path: `/v1/orders/${OWN}` });
  const cancel = exchange({ method: "DELETE", path: `/v1/orders/${OWN}` });
  assert.equal(of(read, first)?.path, "/orders/{order}");
  assert.equal(of(cancel, first)?.path, "/orders/{order}");
  assert.equal(of(read, first, cancel), null);
});

test("what nobody has can be ended again", () => {
  const path = `/v1/orders/${UNKNOWN_UUID}`;
  assert.equal(of(exchange({ method: "DELETE", path }))?.path, `/orders/${UNKNOWN_UUID}`);
  const query = { market_id: UNKNOWN_UUID };
  assert.deepEqual(of(exchange({ method: "DELETE", path: "/v1/orders", query }))?.query, query);
});

test("orders of others and trades before it are known as what it may fail for", () => {
  const other = { ...placing(ORDER, 201, { status: "NEW" }), actor: "taker" };
  const traded = placing(ORDER, 201, { status: "FILLED", filled_qty: 1 });
  const plain = { ...ORDER, client_order_id: "t0000000-4" };
  assert.equal(of(placing(plain), placing(ORDER, 201, { status: "NEW" }))?.arranged, false);
  assert.equal(of(placing(plain), other)?.arranged, true);
  assert.equal(of(placing(plain), traded)?.arranged, true);
});
