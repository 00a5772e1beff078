import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { profileOf } from "../profile/profile.ts";
import { Redactor } from "../secrets/redact.ts";
import { type CannedRoutes, jsonServer } from "../server.fixture.ts";
import { Client } from "./client.ts";
import { cookieHeader, cookiesSet, trySession } from "./cookies.ts";
import type { Exchange } from "./exchange.ts";

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

const BROWSER = {
  owner: "alice",
  session_cookie: { name: "sid", value: "s-1" },
  csrf_cookie: { name: "csrf", value: "c-1" },
};
const REFUSED = [401, { code: "UNAUTHENTICATED" }];

async function look(t: TestContext, routes: CannedRoutes, file = { browser: BROWSER }) {
  const { url } = await jsonServer(t, routes);
  const client = new Client({ baseUrl: url, redactor: new Redactor() });
  t.after(() => client.close());
  return trySession(profileOf({ base_url: url, ...file }), client);
}

test("keeps a session that either route takes", async (t) => {
  const { browser, problems } = await look(t, {
    "GET /v1/auth/me": REFUSED,
    "GET /v1/account": {},
  });
  assert.equal(browser?.owner, "alice");
  assert.deepEqual(problems, []);
});

test("drops a session that both routes refuse, and says what to do", async (t) => {
  const routes = { "GET /v1/auth/me": REFUSED, "GET /v1/account": REFUSED };
  const { browser, problems } = await look(t, routes);
  assert.equal(browser, null);
  const message = "the target refused this session; sign in again";
  assert.deepEqual(problems, [{ field: "browser.session_cookie", message, fatal: false }]);
});
