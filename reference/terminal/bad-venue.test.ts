/** The page beside a venue that loses, delays, garbles and invents. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { WebSocketRoute } from "playwright-core";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import {
  assertQuiet,
  live,
  openDesk,
  shownBook,
  signUp,
  skip,
} from "../proof/terminal-desk.fixture.ts";

const HOSTILE = "<img src=x onerror=alert(1)>\u202e evil \u0007\u200b";
const SHOWN = "<img src=x onerror=alert(1)>⟨U+202E⟩ evil ⟨U+0007⟩⟨U+200B⟩";

/** What a frame of the venue becomes on its way; null where it is lost. */
type OnTheWay = (text: string) => string | null;

describe("the page beside a bad venue", { skip, timeout: 240_000 }, async () => {
  if (skip) return;
  const { reference, place, control, market } = await startTestVenue({ clock: "system" });
  const desk = await openDesk();
  const { page, panel } = desk;
  let onTheWay: OnTheWay = (text) => text;
  let socket: WebSocketRoute | null = null;
  await page.routeWebSocket(/\/stream/, (client) => {
    socket = client;
    const venue = client.connectToServer();
    client.onMessage((text) => venue.send(text));
    venue.onMessage((text) => {
      const passed = onTheWay(String(text));
      if (passed !== null) client.send(passed);
    });
  });
  const topBid = async () => (await shownBook(page)).find((one) => one.startsWith("bid"));
  const onTop = async (level: string) => {
    const untilMs = performance.now() + 10_000;
    while (performance.now() < untilMs && (await topBid()) !== level) await page.waitForTimeout(20);
    assert.equal(await topBid(), level);
  };
  const updates = (name: string) => (text: string) =>
    text.includes('"update"') && text.includes(`"${name}`);

  it("shows names from anybody as text, with what is unseen made seen", async () => {
    await control("post", "/markets", { kind: "BTC_BINARY", title: HOSTILE }).expect(200);
    await signUp(desk, reference.url, "mallory@example.com");
    await page.getByLabel("Find a market").fill("evil");
    const row = panel("markets").locator("li button");
    assert.equal(await row.locator(".title").textContent(), SHOWN);
    await row.click();
    await page.locator(".market-head h2", { hasText: SHOWN }).waitFor();
    assert.equal(await page.locator("img").count(), 0);
    await page.getByLabel("Find a market").fill("");
  });

  it("knows of a lost message, shows it, and has the whole book again", async () => {
    await panel("markets").locator("button", { hasText: "65,000 USD at noon" }).first().click();
    await live(page);
    let lost = 0;
    onTheWay = (text) => (updates("book:")(text) && lost++ === 0 ? null : text);
    await place("maker", { price: 20, qty: 1 }).expect(201);
    while (lost === 0) await page.waitForTimeout(20); // what changes at once is told at once
    await place("maker", { price: 21, qty: 2 }).expect(201);
    await page.locator(".bids tr:nth-child(2)").waitFor();
    assert.deepEqual(await shownBook(page), ["bid 21 2", "bid 20 1"]);
  });

  it("does not show for live what it cannot know, until it is told the whole again", async () => {
    const isWhole = (text: string) => text.includes('"snapshot"') && text.includes('"book:');
    let lost = 0;
    onTheWay = (text) => {
      const isLost = isWhole(text) || (updates("book:")(text) && lost === 0);
      if (isLost) lost++;
      return isLost ? null : text;
    };
    await place("maker", { price: 22, qty: 3 }).expect(201);
    while (lost === 0) await page.waitForTimeout(20);
    await place("maker", { price: 23, qty: 3 }).expect(201);
    await panel("book").locator(".stale").waitFor();
    onTheWay = (text) => text;
    await live(page);
    assert.deepEqual((await shownBook(page)).slice(0, 2), ["bid 23 3", "bid 22 3"]);
  });

  it("comes back after a close with what changed meanwhile", async () => {
    await socket!.close({ code: 1001 });
    await place("maker", { price: 24, qty: 4 }).expect(201);
    await page.locator(".bids tr", { hasText: "24" }).waitFor();
    await live(page);
    await onTop("bid 24 4");
  });

  it("opens a stream that garbles again, and takes nothing of it", async () => {
    for (const garbled of ["{", '{"type":"snapshot","channel":"orders","seq":9,"data":7}']) {
      socket!.send(garbled);
      await page.locator(".stream.lost, .stream.connecting").waitFor();
      await live(page);
    }
  });

  it("asks until an answer that was lost is there, and places one order", async () => {
    let calls = 0;
    await page.route("**/v1/orders", async (route) => {
      calls++;
      if (calls > 2) return route.continue();
      await route.fetch(); // the venue has it, and the page hears nothing
      return route.abort();
    });
    await desk.order({ price: 30, qty: 2 });
    await desk.says(/rests: 2/);
    await page.unroute("**/v1/orders");
    assert.equal(calls, 3);
    await onTop("bid 30 2");
  });

  it("says so where nobody knows what became of an order, and asks again when told to", async () => {
    await page.route("**/v1/orders", (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    );
    await desk.order({ price: 31, qty: 2 });
    await desk.says(/cannot be read.*Nobody knows yet/);
    await page.unroute("**/v1/orders");
    await panel("order").getByRole("button", { name: "Ask again" }).click();
    await desk.says(/rests: 2/);
    await onTop("bid 31 2");
  });

  it("waits for a slow answer, and takes no second click for another order", async () => {
    let answer = () => {};
    const isSlow = new Promise<void>((done) => {
      answer = done;
    });
    let calls = 0;
    await page.route("**/v1/orders", async (route) => {
      calls++;
      await isSlow;
      await route.continue();
    });
    await desk.order({ price: 32 });
    await panel("order").locator(".submit", { hasText: "Sending" }).waitFor();
    const submit = panel("order").locator(".submit");
    for (let clicks = 0; clicks < 3; clicks++) await submit.click({ force: true });
    const clickedOnceAnswered = submit.evaluate(async (button) => {
      while (button.ariaDisabled === "true") await new Promise((done) => setTimeout(done, 5));
      button.click();
    });
    answer();
    await desk.says(/rests: 1/);
    await clickedOnceAnswered;
    await page.unroute("**/v1/orders");
    assert.equal(calls, 1);
    await onTop("bid 32 1");
  });

  it("shows a dash for what is no number, and stands when a record is none", async () => {
    const wrong = { market_id: market("BTC_BINARY"), title: null, kind: 7, status: ["OPEN"] };
    const markets = [wrong, null, 3, { ...wrong, market_id: "x", mark_price: "<b>" }];
    await page.route("**/v1/markets?*", (route) => route.fulfill({ json: { markets } }));
    await page.route("**/v1/markets/*/trades", (route) =>
      route.fulfill({ json: { trades: "no" } }),
    );
    await page.reload();
    await live(page);
    await panel("markets").getByLabel("Status").selectOption("");
    assert.equal(await panel("markets").locator("li").count(), 2);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("says that a venue is not reached, and begins when it is", async () => {
    await page.route("**/v1/auth/session", (route) => route.abort());
    await page.reload();
    await page.getByRole("status").filter({ hasText: "gave no answer" }).waitFor();
    await page.unroute("**/v1/auth/session");
    await live(page);
    assertQuiet(desk);
  });
});
