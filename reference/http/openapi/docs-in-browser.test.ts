/** A real browser reads the page of the interface, and tries an order from it. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";
import { chromiumPath, openPage } from "../chromium.fixture.ts";

const skip = chromiumPath === undefined && "no Chromium is installed";
const PLACE = "#operations-Orders-postOrders";

describe("a browser at the page of the interface", { skip, timeout: 120_000 }, async () => {
  const { reference, api, agent, bearer } = await startTestVenue({ clock: "system" });
  const page = await openPage(chromiumPath!);
  const click = async (selector: string) => {
    await page.until(`document.querySelector(${JSON.stringify(selector)}) !== null`);
    await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
  };

  it("shows operations of a prefix, with an example that names a market of this venue", async () => {
    await page.go(`${reference.url}/v1/docs`);
    await click(`${PLACE} .opblock-summary-control`);
    const body = await page.until(`document.querySelector("${PLACE} textarea")?.value`);
    const { market_id } = JSON.parse(String(body));
    const { kind, status } = (await api.get(`/markets/${market_id}`).expect(200)).body;
    assert.deepEqual([kind, status], ["BTC_BINARY", "OPEN"]);
    const examples = `document.querySelectorAll("${PLACE} .examples-select-element option").length`;
    assert.equal(await page.evaluate(examples), 9);
  });

  it("tries an order with a key, which the venue then has", async () => {
    await click(".btn.authorize");
    await page.until(`document.querySelector(".modal-ux input") !== null`);
    await page.evaluate(`{
      const input = document.querySelector(".modal-ux input");
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      set.call(input, ${JSON.stringify(agent("maker").api_key)});
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }`);
    await click(".modal-ux .authorize");
    await click(".modal-ux .btn-done");
    await click(`${PLACE} .execute`);
    const answer = `document.querySelector("${PLACE} .live-responses-table")?.innerText`;
    assert.match(String(await page.until(answer)), /^201\s[\s\S]*"status": "NEW"/m);
    const { body } = await api.get("/orders/open").set("Authorization", bearer("maker"));
    assert.equal(body.orders.length, 1);
  });

  it("asks nobody but the venue, and keeps no key", async () => {
    assert.ok(page.requested.includes(`${reference.url}/v1/docs/swagger-ui-bundle.js`));
    const elsewhere = page.requested.filter((url) => !/^(data|about|blob):/.test(url));
    for (const url of elsewhere) assert.equal(new URL(url).origin, reference.url, url);
    assert.equal(await page.evaluate("localStorage.length + sessionStorage.length"), 0);
  });
});
