/** A real browser's HAR of a signed-in human placing and cancelling an order comes in and replays. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { chromium } from "playwright-core";
import { folder, touchstone } from "../../conformance/command-line.fixture.ts";
import { startReference } from "../../reference/index.ts";
import type { ProfileFile } from "../deployment/profile/profile-schema.ts";
import { harToSession } from "./import.ts";

const CHROMIUM = "/usr/bin/chromium";
const skip = !existsSync(CHROMIUM) && "no Chromium is installed";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
];

/** What the page does: looks at a market, listens, trades, changes its mind. */
const trade = (agentId: string, marketId: string) => `(async () => {
  const csrf = /csrf=([^;]+)/.exec(document.cookie)[1];
  const headers = { "content-type": "application/json", "x-service-csrf": csrf };
  const ask = async (method, path, body) =>
    (await fetch(path, { method, headers, body: body && JSON.stringify(body) })).json();
  const { id } = await ask("GET", "/v1/markets/${marketId}");
  const { ticket } = await ask("POST", "/v1/auth/ws-ticket", { agent_id: "${agentId}" });
  const address = location.origin.replace("http", "ws") + "/v1/stream?ticket=" + ticket;
  const socket = new WebSocket(address);
  await new Promise((resolve) => (socket.onmessage = resolve));
  const order = { market_id: id, side: "BUY", type: "LIMIT", price: 2, qty: 1 };
  const placed = await ask("POST", "/v1/orders", order);
  const cancelled = await ask("DELETE", "/v1/orders/" + placed.order_id);
  socket.close();
  return [placed.status, cancelled.status ?? cancelled.order?.status];
})()`;

async function harOf(t: TestContext, file: string): Promise<ProfileFile> {
  const venue = await startReference({ seed: 1 });
  t.after(() => venue.close());
  const profile = venue.profile() as ProfileFile;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  t.after(() => browser.close());
  const context = await browser.newContext({ recordHar: { path: file, content: "embed" } });
  const { session_cookie, csrf_cookie, agent_id } = profile.browser!;
  await context.addCookies(
    [session_cookie, csrf_cookie].map((one) => ({ ...one, url: venue.url })),
  );
  const page = await context.newPage();
  await page.goto(`${venue.url}/docs`);
  assert.deepEqual(await page.evaluate(trade(agent_id!, profile.markets![0]!.id)), [
    "NEW",
    "CANCELLED",
  ]);
  await context.close();
  return profile;
}

test("a browser's HAR of a signed-in human comes in and replays", {
  skip,
  timeout: 90_000,
}, async (t) => {
  const dir = await folder(t);
  const har = join(dir, "a.har");
  const { browser } = await harOf(t, har);
  const text = await readFile(har, "utf8");
  assert.ok(text.includes(browser!.session_cookie.value), "this browser keeps cookies");
  const { session } = harToSession(text, { file: har });
  assert.ok(!session.includes(browser!.session_cookie.value));
  assert.ok(!session.includes(browser!.csrf_cookie.value));
  const file = join(dir, "a.session.jsonl");
  await writeFile(file, session);
  const { code, stdout, stderr } = await touchstone(["replay", file]).ended;
  assert.equal(code, 0, stdout + stderr);
});
