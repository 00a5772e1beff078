import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../wire/exchange.ts";
import { isRepeat, SentIds } from "./repeats.ts";

function answer(): Exchange {
  const request = { method: "POST", path: "/orders", query: {}, headers: {}, bodyText: null };
  return { at: 0, took: 0, actor: null, request, response: null, failure: null, class: "write" };
}

/** Sends the bodies one after another, and says of each answer whether it is a repeat. */
function repeatsAmong(...bodies: unknown[]): boolean[] {
  const ids = new SentIds();
  return bodies.map((body) => {
    const exchange = answer();
    ids.sending(body);
    ids.answered(body, exchange);
    return isRepeat(exchange);
  });
}

test("the second order with an id is a repeat, whatever else it says", () => {
  const first = { client_order_id: "a", qty: 1 };
  assert.deepEqual(repeatsAmong(first, { ...first, qty: 2 }), [false, true]);
});

test("orders with ids of their own, or with none, are no repeats", () => {
  const bodies = [{ client_order_id: "a" }, { client_order_id: "b" }, { qty: 1 }, { qty: 1 }, null];
  assert.deepEqual(repeatsAmong(...bodies), [false, false, false, false, false]);
});

test("every one of several orders sent at once with one id is a repeat", () => {
  const ids = new SentIds();
  const body = { client_order_id: "a" };
  const answers = [answer(), answer()];
  for (const _ of answers) ids.sending(body);
  for (const exchange of answers) ids.answered(body, exchange);
  assert.deepEqual(answers.map(isRepeat), [true, true]);
});
