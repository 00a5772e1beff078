import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { blank } from "./blank.ts";

function answered(status: number, body: unknown): Exchange {
  const request = { method: "GET", path: "/", query: {}, headers: {}, bodyText: null };
  const response = { status, headers: {}, bodyText: JSON.stringify(body), body };
  return { at: 0, took: 0, actor: null, request, response, failure: null, class: null };
}

const nobody = blank("p-1");

const BLANK: [what: string, body: unknown][] = [
  ["null", null],
  ["empty lists and objects", { history: [], data: { items: [] }, series: {} }],
  ["the id asked for, and zeros", { public_id: "P-1", rank: 0, account: null }],
  [
    "echoed parameters and counts",
    { limit: 50, offset: 0, period_seconds: 60, count: 0, total: 7 },
  ],
  ["an echoed period", { candles: [], period_seconds: 60 }],
  ["an echoed limit", { history: [], upcoming: [], history_limit: 8 }],
  ["nothing but success", { success: true, data: null }],
  [
    "echoed parameters and counts that are named for what they size",
    { mid_history_limit: 3_600, price_decimals: 2, open_orders: 7, mid_ms: 5 },
  ],
  [
    "what is wrong, field by field",
    { data: null, errors: [{ field: "public_id", reason: "nobody" }] },
  ],
  [
    "success, null, a text",
    { success: true, data: null, message: "nobody has it", request_id: "r" },
  ],
  ["a link with more members", { links: [{ rel: "self", href: "/x", templated: true, seq: 7 }] }],
  ["links", { links: [{ rel: "self", href: "/x" }], next: "/leaderboard?offset=50" }],
  [
    "both sides of an empty book",
    { book: { bids: [], asks: [] }, seq: 12, ts_ms: 1_700_000_000_000 },
  ],
];

for (const [what, body] of BLANK) {
  test(`no record is in an answer with ${what}`, () => {
    assert.ok(nobody.judge(answered(200, body)).ok);
  });
}

const RECORDS: [what: string, body: unknown][] = [
  ["a figure of somebody", { rank: 1 }],
  ["a figure as text", { account: { score: "12.5" } }],
  ["another id", { public_id: "p-2" }],
  ["a listed market", { history: [{ id: "m-1" }] }],
  ["a listed market with a link", { history: [{ id: "m-1", href: "/markets/m-1" }] }],
  ["a level as a pair", { bids: [["50", "1"]] }],
  ["a candle", { candles: [[1_700_000_000, 50, 51, 49, 50]] }],
];

for (const [what, body] of RECORDS) {
  test(`a record is in an answer with ${what}`, () => {
    assert.ok(!nobody.judge(answered(200, body)).ok);
  });
}

test("a refusal is not blank", () => {
  assert.ok(!nobody.judge(answered(404, null)).ok);
});
