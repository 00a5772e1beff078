import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { profileOf } from "../profile/profile.ts";
import { Redactor } from "../secrets/redact.ts";
import { type CannedRoutes, jsonServer } from "../server.fixture.ts";
import { trySession } from "./browser.ts";
import { Client } from "./client.ts";

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
