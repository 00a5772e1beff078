import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "./exchange.ts";
import { cookieHeader, cookiesSet } from "./set-cookie.ts";

function setting(...setCookies: string[]): Exchange {
  const request = { method: "GET", path: "/", query: {}, headers: {}, bodyText: null };
  const response = { status: 200, headers: {}, bodyText: "", body: undefined, setCookies };
  return { at: 0, took: 0, actor: null, request, response, failure: null, class: null };
}

test("reads name, value with equals signs, and attributes in any letter case", () => {
  const [cookie] = cookiesSet(setting("sid=a=b==; Path=/; HTTPONLY; Max-Age=60"));
  assert.equal(cookie?.name, "sid");
  assert.equal(cookie?.value, "a=b==");
  assert.deepEqual(
    [...(cookie?.attributes ?? [])],
    [
      ["path", "/"],
      ["httponly", ""],
      ["max-age", "60"],
    ],
  );
});

test("reads none where none is set, and writes several as a browser does", () => {
  assert.deepEqual(cookiesSet(setting()), []);
  assert.equal(cookieHeader(cookiesSet(setting("a=1", "b=2; Secure"))), "a=1; b=2");
});
