import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import {
  envelopeOrGateway,
  itemsComplete,
  itemsTyped,
  misusesDetail,
  no500,
  refusesMalformedOrder,
} from "./errors.ts";

const ENVELOPE = { code: "X", message: "x", request_id: "1" };

/** An answer to a placed order; a string body is markup or text, not JSON. */
function answer(status: number, body: unknown, sent: string | null = null): Exchange {
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", path: "/v1/orders", query: {}, headers, bodyText: sent };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const parsed = typeof body === "string" ? undefined : body;
  const response = { status, headers: {}, bodyText: text, body: parsed };
  return { at: 0, took: 1, actor: "maker", request, response, failure: null, class: "write" };
}

const verdict = (judged: { ok: boolean; warn?: string }): string =>
  !judged.ok ? "fail" : judged.warn === undefined ? "pass" : "warn";

test("an error is an envelope; only a gateway may answer without one, with a warning", () => {
  const of = (status: number, body: unknown) =>
    verdict(envelopeOrGateway.judge(answer(status, body)));
  assert.equal(of(404, ENVELOPE), "pass");
  assert.equal(of(404, { ...ENVELOPE, request_id: "" }), "fail");
  assert.equal(of(404, "<html>"), "fail");
  assert.equal(of(502, "<html>"), "warn");
  assert.equal(of(503, { message: "no code" }), "fail");
});

test("a server in front may refuse an address that cannot be decoded, and no other, in its own words", () => {
  const refused = answer(400, "<html>");
  const at = (path: string) =>
    verdict(envelopeOrGateway.judge({ ...refused, request: { ...refused.request, path } }));
  assert.equal(at("/v1/orders?load=90%"), "warn");
  assert.equal(at("/v1/orders?load=90%25"), "fail");
});

test("a 500 fails unless it is the page of a gateway", () => {
  const of = (status: number, body: unknown) => verdict(no500.judge(answer(status, body)));
  assert.deepEqual([of(200, {}), of(429, {}), of(502, {}), of(503, "")], Array(4).fill("pass"));
  assert.deepEqual([of(500, ENVELOPE), of(500, "Internal Server Error")], ["fail", "fail"]);
  assert.deepEqual([of(500, "<html>"), of(504, "")], ["warn", "warn"]);
});

test("only refused input and rate limits may use detail", () => {
  const nested = { detail: ENVELOPE };
  assert.deepEqual(
    [400, 401, 404, 409, 422, 429].map((status) => misusesDetail(answer(status, nested))),
    [false, true, true, true, false, false],
  );
});

test("a validation array has complete and typed items", () => {
  const of = (demand: typeof itemsComplete, ...items: unknown[]) =>
    verdict(demand.judge(answer(422, { detail: items })));
  const good = { loc: ["body", 0, "qty"], msg: "m", type: "t" };
  assert.deepEqual([of(itemsComplete, good), of(itemsTyped, good)], ["pass", "pass"]);
  assert.equal(of(itemsComplete, { loc: [], msg: "m" }), "fail");
  assert.equal(of(itemsComplete), "fail");
  assert.equal(of(itemsTyped, { ...good, loc: "body.qty" }), "fail");
  assert.equal(of(itemsTyped, { ...good, loc: [1.5] }), "fail");
  assert.equal(of(itemsTyped, { ...good, msg: 5 }), "fail");
});

test("only orders no venue can read are malformed", () => {
  const refused = (sent: string, status = 400, body: unknown = ENVELOPE) =>
    refusesMalformedOrder(answer(status, body, sent));
  const order = { market_id: "m", side: "BUY", type: "LIMIT", qty: 1, price: 5 };
  assert.equal(refused("{"), true);
  assert.equal(refused("[]"), true);
  assert.equal(refused(JSON.stringify({ ...order, qty: undefined })), true);
  assert.equal(refused(JSON.stringify({ ...order, side: ["BUY"] })), true);
  assert.equal(refused(JSON.stringify({ ...order, price: undefined })), true);
  assert.equal(refused(JSON.stringify({ ...order, type: "MARKET", price: undefined })), false);
  assert.equal(refused(JSON.stringify({ ...order, leverage: 9_999 })), false);
  assert.equal(refused("{", 401), false);
  assert.equal(refused("{", 422, { detail: [] }), false);
});
