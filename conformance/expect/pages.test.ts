import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { atMostRows, onlyWith } from "./pages.ts";

function answered(status: number, body: unknown): Exchange {
  const request = { method: "GET", path: "/", query: {}, headers: {}, bodyText: null };
  const response = { status, headers: {}, bodyText: JSON.stringify(body), body };
  return { at: 0, took: 0, actor: null, request, response, failure: null, class: null };
}

test("rows are counted where a list is recognisable, and 200 is demanded anyway", () => {
  const two = atMostRows(2);
  for (const body of [[{}, {}], { data: { items: [[1], [2]] } }, { t: [1, 2, 3] }, {}]) {
    assert.ok(two.judge(answered(200, body)).ok, JSON.stringify(body));
  }
  assert.ok(!two.judge(answered(200, { list: [{}, {}, {}] })).ok);
  assert.ok(!two.judge(answered(404, [])).ok);
});

test("records of another value are found, those that lack the member are not", () => {
  const open = onlyWith("status", "OPEN");
  assert.ok(open.judge(answered(200, [{ status: "open" }, { state: "VOID" }])).ok);
  assert.ok(!open.judge(answered(200, [{ status: "OPEN" }, { status: "VOID" }])).ok);
  assert.ok(!open.judge(answered(422, [])).ok);
});
