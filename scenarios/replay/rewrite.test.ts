import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SessionExchange } from "../session/format.ts";
import { Bindings } from "./bindings.ts";
import { isStamped, payloadOf, rewritten, type Vocabulary } from "./rewrite.ts";
import { vocabulary } from "./vocabulary.fixture.ts";

const OLD = "11111111-1111-4111-8111-111111111111";
const NEW = "22222222-2222-4222-8222-222222222222";

/** One id is bound, client ids become upper case, and a minute has passed. */
function words(): { vocabulary: Vocabulary; inText(): number } {
  const bindings = new Bindings();
  bindings.bind(OLD, NEW);
  let count = 0;
  const given = {
    bindings,
    clientId: (id: string) => id.toUpperCase(),
    shiftMs: 60_000,
    boundInText: () => {
      count += 1;
    },
  };
  return { vocabulary: vocabulary(given), inText: () => count };
}

const said = (body_text: string) => payloadOf({ body_text }, words().vocabulary);

const request = (parts: Partial<SessionExchange["request"]>) => ({
  ...{ method: "POST", path: "/v1/orders", headers: {} },
  ...parts,
});

describe("a request that is said again", () => {
  it("keeps spacing, order, escapes and number forms where nothing changes", () => {
    const text =
      '\uFEFF{ "qty": 1.0, "price": 1e2, "a": 12345678901234567890, "n": "\\u00e9" }\r\n';
    assert.equal(said(text), text);
  });

  it("has ids, client ids and stamps of now, wherever its JSON stands", () => {
    const order = (id: string, name: string, ms: number) =>
      `{"market_id": "${id}", "client_order_id": "${name}", "timestamp_ms": ${ms}}`;
    const [then, now] = [order(OLD, "a-1", 5), order(NEW, "A-1", 60_005)];
    assert.equal(said(then), now);
    assert.equal(said(`{"orders": [ ${then} ]}`), `{"orders": [ ${now} ]}`);
    const within = (text: string) => JSON.stringify({ sent: text }, null, 1);
    assert.equal(said(within(then)), within(now));
    const form = (text: string) => `x=a+b&order=${encodeURIComponent(text)}`;
    assert.equal(said(form(then)), form(now));
  });

  it("has them in the fields of a form, and in queries", () => {
    const fields = (id: string, name: string, ms: number) =>
      `note=a+b%2c&market_id=${id}&client_order_id=${name}&timestamp_ms=${ms}`;
    const [then, now] = [fields(OLD, "a-1", 5), fields(NEW, "A-1", 60_005)];
    assert.equal(said(then), now);
    const { vocabulary } = words();
    const path = rewritten(request({ path: `/v1/orders/${OLD}?${then}&x` }), vocabulary).path;
    assert.equal(path, `/v1/orders/${NEW}?${now}&x`);
    const query = { market_id: OLD, client_order_id: "a-1", timestamp_ms: "5" };
    assert.deepEqual(rewritten(request({ query }), vocabulary).query, {
      ...{ market_id: NEW, client_order_id: "A-1", timestamp_ms: "60005" },
    });
  });

  it("has whole ids of now in what is no JSON, and counts them", () => {
    const { vocabulary, inText } = words();
    const text = (id: string) => `{"market_id": "${id}", "price": NaN, "client_order_id": "a-1"}`;
    assert.equal(payloadOf({ body_text: text(OLD) }, vocabulary), text(NEW));
    const bytes = (id: string) => Buffer.concat([Buffer.from([0xff, 0xe9]), Buffer.from(id)]);
    const body = { body_base64: bytes(OLD).toString("base64") };
    assert.deepEqual(Buffer.from(payloadOf(body, vocabulary)!), bytes(NEW));
    assert.equal(inText(), 2);
  });

  it("names whom a header names, by their id of now", () => {
    const headers = { "x-agent-id": OLD, "x-trace": `of ${OLD}` };
    const said = rewritten(request({ headers }), words().vocabulary);
    assert.deepEqual(said.headers, { "x-agent-id": NEW, "x-trace": `of ${OLD}` });
  });

  it("is known to be stamped, however it says so", () => {
    const stamped = [
      { body: { timestamp_ms: 1 } },
      { body: { orders: [{ timestamp_ms: 1 }] } },
      { body_text: '{"timestamp_ms": 1}' },
      { query: { timestamp_ms: "1" } },
      { path: "/v1/orders?timestamp_ms=1&timestamp_ms=2" },
    ];
    for (const parts of stamped) assert.ok(isStamped(request(parts)), JSON.stringify(parts));
    assert.ok(!isStamped(request({ body: { price: 1 } })));
  });
});
