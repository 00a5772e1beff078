import assert from "node:assert/strict";
import { test } from "node:test";
import { isRepeat, SentIds } from "../../scenarios/deployment/reading/repeats.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { orderResult } from "./order-result-watch.ts";

const ORDER = {
  market_id: "7c0e5a44-4b3f-4f0e-9a1b-2c4d5e6f0d9c",
  side: "BUY",
  type: "LIMIT",
  price: 1,
  qty: 1,
  client_order_id: "run-1",
};
const RESULT = { order_id: ORDER.market_id, status: "NEW", filled_qty: 0, remaining_qty: 1 };

function placing(bodyText: string, { path = "/v1/orders", status = 201 } = {}): Exchange {
  return {
    at: 0,
    took: 0,
    actor: "agent",
    request: { method: "POST", path, query: {}, headers: {}, bodyText },
    response: { status, headers: {}, bodyText: "", body: RESULT },
    failure: null,
    class: "write",
  };
}

test("reads the result of a well-formed order", () => {
  assert.equal(orderResult(placing(JSON.stringify(ORDER)))?.status, "NEW");
});

test("leaves out refusals and other routes", () => {
  const text = JSON.stringify(ORDER);
  assert.equal(orderResult(placing(text, { status: 400 })), null);
  assert.equal(orderResult(placing(text, { path: "/v1/orders/replace-ladder" })), null);
});

const nonsense: [string, string][] = [
  ["is not JSON", "{"],
  ["repeats a key", `{"qty":9,${JSON.stringify(ORDER).slice(1)}`],
  ["writes an integer as 1.0", JSON.stringify(ORDER).replace('"qty":1', '"qty":1.0')],
  ["has a qty as text", JSON.stringify({ ...ORDER, qty: "1" })],
  ["has a side in lower case", JSON.stringify({ ...ORDER, side: "buy" })],
  ["has an empty client_order_id", JSON.stringify({ ...ORDER, client_order_id: "" })],
  ["has a market_id that is no UUID", JSON.stringify({ ...ORDER, market_id: "here" })],
];
for (const [what, text] of nonsense) {
  test(`leaves out an order that ${what}`, () => assert.equal(orderResult(placing(text)), null));
}

test("leaves out a replay, whose result may be that of another body", () => {
  const ids = new SentIds();
  ids.sending(ORDER);
  ids.sending(ORDER);
  const exchange = placing(JSON.stringify(ORDER));
  ids.answered(ORDER, exchange);
  assert.ok(isRepeat(exchange));
  assert.equal(orderResult(exchange), null);
});
