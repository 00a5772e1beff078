import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Expectation } from "../check/expectation.ts";
import {
  csrfRefused,
  foreign,
  keyCreated,
  longKey,
  notGranted,
  nothingForInput,
} from "./access.ts";

const KEY = `rk_live_${"k".repeat(40)}`;

function answer(status: number, body: unknown = {}): Exchange {
  const request = { method: "POST", path: "/x", query: {}, headers: {}, bodyText: null };
  const response = { status, headers: {}, bodyText: "", body };
  return { at: 0, took: 0, actor: null, request, response, failure: null, class: "write" };
}

/** "ok", "warn" or "fail", as a demand judges an answer. */
function verdict<T>(demand: Expectation<T>, value: T): string {
  const judged = demand.judge(value);
  if (!judged.ok) return "fail";
  return judged.warn === undefined ? "ok" : "warn";
}

test("takes every usual refusal of a missing CSRF header, but none that gives a key away", () => {
  for (const status of [400, 401, 403, 419, 422]) {
    assert.equal(verdict(csrfRefused, answer(status)), "ok");
  }
  assert.equal(verdict(csrfRefused, answer(403, { api_key: KEY })), "fail");
  assert.equal(verdict(csrfRefused, answer(200)), "fail");
});

test("wants exactly one key of a creation", () => {
  assert.equal(verdict(keyCreated, answer(201, { key: KEY, prefix: "rk_live_kkkk" })), "ok");
  assert.equal(verdict(keyCreated, answer(200, { data: { key: KEY } })), "ok");
  assert.equal(verdict(keyCreated, answer(201, { keys: [KEY, "rk_live_other"] })), "fail");
  assert.equal(verdict(keyCreated, answer(201, { prefix: "rk_live_kkkk" })), "fail");
});

test("tells a scope refused from one left out and one granted", () => {
  const demand = notGranted("admin");
  assert.equal(verdict(demand, answer(403)), "ok");
  assert.equal(verdict(demand, answer(201, { api_key: KEY, scopes: ["read"] })), "warn");
  assert.equal(verdict(demand, answer(201, { api_key: KEY, scopes: ["read", "admin"] })), "fail");
  const setAside = { scopes: ["read"], scopes_dropped: ["admin"] };
  assert.equal(verdict(demand, answer(201, { api_key: KEY, ...setAside })), "warn");
  assert.equal(verdict(demand, answer(201, { granted: ["read", "admin"] })), "fail");
  assert.equal(verdict(demand, answer(201, { grant: { admin: true } })), "fail");
});

test("wrong input is 400 or 422; who is refused as unknown was not judged by it", () => {
  assert.deepEqual(
    [400, 422, 409, 401, 404, 201].map((status) => verdict(nothingForInput, answer(status))),
    ["ok", "ok", "warn", "fail", "fail", "fail"],
  );
});

test("what is another's is 403, oddly 404, never given", () => {
  assert.deepEqual(
    [403, 404, 201].map((status) => verdict(foreign, answer(status))),
    ["ok", "warn", "fail"],
  );
});

test("a key is long and URL-safe, and a report never shows it", () => {
  assert.equal(verdict(longKey, KEY), "ok");
  for (const key of ["rk_live_short", `${KEY}+/=`, KEY.slice(3)]) {
    const judged = longKey.judge(key);
    assert.ok(!judged.ok && !judged.actual.includes(key));
  }
});
