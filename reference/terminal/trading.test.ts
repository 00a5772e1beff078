/** A person trades in a real browser: signs in, places, amends, cancels, and is told what is declined. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import {
  assertQuiet,
  live,
  openDesk,
  shownBook,
  signUp,
  skip,
} from "../proof/terminal-desk.fixture.ts";

describe("a person at the terminal", { skip, timeout: 240_000 }, async () => {
  if (skip) return;
  const { reference, api, place, control, market } = await startTestVenue({ clock: "system" });
  const desk = await openDesk();
  const { page, panel } = desk;
  const working = panel("working").locator("tbody tr[data-order]");
  const choose = async (id: string) => {
    const session = await page.evaluate("location.hash");
    const agent = new URLSearchParams(String(session).slice(1)).get("agent");
    await page.goto("about:blank");
    await page.goto(`${reference.url}/terminal#agent=${agent}&market=${id}`);
    await live(page);
  };

  it("is told that a password is wrong, opens an account, and sees markets and money", async () => {
    await page.goto(`${reference.url}/terminal`);
    await page.getByLabel("E-mail").fill("zoe@example.com");
    await page.getByLabel("Password").fill("a wrong password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "INVALID_CREDENTIALS" }).waitFor();
    await signUp(desk, reference.url, "zoe@example.com");
    await page.locator(".funds", { hasText: "Free 10,000.00" }).waitFor();
    assert.ok((await panel("markets").locator("li").count()) >= 5);
    await panel("markets").getByLabel("Status").selectOption("RESOLVED");
    await panel("markets").locator("li", { hasText: "resolved" }).first().waitFor();
    await panel("markets").getByLabel("Status").selectOption("OPEN");
  });

  it("places an order that rests, at what the form said it would earmark", async () => {
    await choose(market("BTC_BINARY"));
    await page.locator("#order-price").fill("40");
    await page.locator("#order-qty").fill("5");
    await panel("order").locator(".earmark", { hasText: "about 2.00" }).waitFor();
    await desk.order({ price: 40, qty: 5 });
    await desk.says(/rests: 5/);
    await working.first().waitFor();
    assert.deepEqual(await shownBook(page), ["bid 40 5"]);
    await page.locator(".funds", { hasText: "Earmarked 2.00" }).waitFor();
  });

  it("amends it in its place", async () => {
    await working.getByRole("button", { name: /^Amend/ }).click();
    await page.getByLabel("New price").fill("42");
    await page.getByLabel("New quantity").fill("3");
    await page.keyboard.press("Enter");
    await page.locator(".bids tr", { hasText: "42" }).waitFor();
    assert.deepEqual(await shownBook(page), ["bid 42 3"]);
  });

  it("sees another's order fill it in part, and the position that it makes", async () => {
    await place("taker", { side: "SELL", price: 42, qty: 2 }).expect(201);
    await panel("positions").locator("tbody tr", { hasText: "long 2" }).waitFor();
    await panel("trades").locator("tbody tr", { hasText: "sell" }).waitFor();
    await page.locator(".bids tr", { hasText: "bid421" }).waitFor();
  });

  it("cancels what is left", async () => {
    await working.getByRole("button", { name: /^Cancel/ }).click();
    await working.waitFor({ state: "detached" });
    await panel("ended").locator("tbody tr", { hasText: "cancelled" }).waitFor();
    assert.deepEqual(await shownBook(page), []);
  });

  it("replaces a side by a ladder, and cancels all by one key", async () => {
    const ladder = panel("ladder");
    await ladder.getByLabel("First price").fill("30");
    await ladder.getByLabel("Step").fill("2");
    await ladder.getByRole("button", { name: /Replace/ }).click();
    await ladder.getByRole("status").filter({ hasText: "3 placed" }).waitFor();
    await page.locator(".bids tr:nth-child(3)").waitFor();
    assert.deepEqual(await shownBook(page), ["bid 30 1", "bid 28 1", "bid 26 1"]);
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("Shift+X");
    await working.first().waitFor({ state: "detached" });
  });

  it("does all of an order by keyboard", async () => {
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("s");
    await page.keyboard.type("2");
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("p");
    await page.keyboard.type("77");
    await page.keyboard.press("Enter");
    await page.locator(".asks tr", { hasText: "77" }).waitFor();
    assert.deepEqual(await shownBook(page), ["ask 77 2"]);
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("X");
    await working.first().waitFor({ state: "detached" });
  });

  it("is told every decline in words with its code", async () => {
    await desk.order({ price: 100 });
    await desk.says(/outside the market's band.*PRICE_OUT_OF_RANGE/);
    await desk.order({ price: 40, qty: 0 });
    await desk.says(/more than zero.*INVALID_QTY/);
    await desk.order({ price: "forty" });
    await panel("order").getByRole("alert").filter({ hasText: "price: a whole number" }).waitFor();
  });

  it("is asked where the venue takes an order for a slip, and places it when it is meant", async () => {
    await choose(market("BTC_PERP"));
    await desk.order({ price: 1_000_000 });
    await desk.says(/FAT_FINGER/);
    await panel("order").getByRole("button", { name: "Place it all the same" }).click();
    await desk.says(/rests: 1/);
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("X");
    await working.first().waitFor({ state: "detached" });
  });

  it("cancels the orders of this market alone", async () => {
    await choose(market("BTC_PERP"));
    await desk.order({ price: 6_400_000 });
    await desk.says(/rests/);
    await choose(market("BTC_BINARY"));
    for (const price of [31, 32]) {
      await desk.order({ price });
      await desk.says(/rests/);
      await working.filter({ hasText: `buy${price}` }).waitFor();
    }
    assert.equal(await working.count(), 3);
    await panel("working").getByRole("button", { name: "Cancel this market's" }).click();
    await panel("working").getByRole("status").filter({ hasText: "2 cancelled" }).waitFor();
    await working.nth(1).waitFor({ state: "detached" });
    assert.match((await working.first().textContent())!, /6,400,000/);
    assert.deepEqual(await shownBook(page), []);
    await panel("working").getByRole("button", { name: "Cancel all" }).click();
    await working.first().waitFor({ state: "detached" });
  });

  it("makes one order of two clicks", async () => {
    await choose(market("BTC_BINARY"));
    await page.locator("#order-price").fill("33");
    await panel("order").locator(".submit").dblclick();
    await desk.says(/rests/);
    await page.waitForTimeout(300);
    assert.deepEqual(await shownBook(page), ["bid 33 1"]);
  });

  it("is told of the kill switch, and nothing is placed", async () => {
    await control("put", "/freeze", { frozen: true }).expect(200);
    await desk.order({ price: 34 });
    await desk.says(/kill switch is on.*EXCHANGE_FROZEN/);
    await control("put", "/freeze", { frozen: false }).expect(200);
    assert.deepEqual(await shownBook(page), ["bid 33 1"]);
  });

  it("is told that the CSRF cookie is missing", async () => {
    const cookies = await page.context().cookies();
    await page.context().clearCookies({ name: "csrf" });
    await desk.order({ price: 35 });
    await desk.says(/CSRF cookie is missing.*CSRF_FAILED/);
    await page.context().addCookies(cookies);
    await desk.order({ price: 36 });
    await desk.says(/rests/);
  });

  it("keeps at most 60 commands on the tape, and no secret in the browser", async () => {
    const lines = await panel("tape").locator("tbody tr").count();
    assert.ok(lines > 3 && lines <= 60, `${lines} lines`);
    assert.equal(await page.evaluate("localStorage.length + sessionStorage.length"), 0);
  });

  it("signs in again when the session has ended elsewhere", async () => {
    const cookies = await page.context().cookies();
    const said = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const csrf = cookies.find(({ name }) => name === "csrf")!.value;
    await api.post("/auth/logout").set("Cookie", said).set("X-Service-CSRF", csrf).expect(200);
    await page.getByRole("status").filter({ hasText: "session has ended" }).waitFor();
    await page.getByLabel("E-mail").fill("zoe@example.com");
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await live(page);
    assertQuiet(desk);
  });
});
