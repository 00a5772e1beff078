/** A bot's author holds the clock, moves the market, and looks at another agent; and axe looks at all of it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { CONTROL_TOKEN, startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { assertQuiet, live, openDesk, signUp, skip } from "../proof/terminal-desk.fixture.ts";
import { pack } from "./page/packing.ts";

interface Axe {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

describe("an operator at the terminal", { skip, timeout: 240_000 }, async () => {
  if (skip) return;
  const { reference, api, market } = await startTestVenue();
  const desk = await openDesk();
  const { page, panel } = desk;
  const control = panel("control");
  const clock = page.locator(".top .clock");
  const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
  const assertClean = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(axe);
      const { violations } = (await page.evaluate("axe.run()")) as Axe;
      const told = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${colorScheme} ${id}: ${html} ${failureSummary}`),
      );
      assert.deepEqual(told, []);
    }
  };

  it("finds a sign-in that everybody can use", async () => {
    await page.goto(`${reference.url}/terminal`);
    await page.getByLabel("E-mail").waitFor();
    await assertClean();
    await page.goto(`${reference.url}/terminal#seed=7&did=${await pack([])}`);
    await page.locator("main.link").waitFor();
    await assertClean();
    await page.goto(`${reference.url}/terminal#seed=x`);
    await page.locator(".bad-link").waitFor();
    await assertClean();
  });

  it("is told that a token is wrong, and offers what a right one is good for", async () => {
    await signUp(desk, reference.url, "author@example.com");
    await control.getByLabel("Operator's token").fill("guess");
    await page.keyboard.press("Enter");
    await control.getByRole("alert").filter({ hasText: "UNAUTHENTICATED" }).waitFor();
    await control.getByLabel("Operator's token").fill(CONTROL_TOKEN);
    await page.keyboard.press("Enter");
    await control.getByText("Kill switch").waitFor();
    assert.ok(!(await page.content()).includes(CONTROL_TOKEN));
  });

  it("holds the clock, steps it, and lets it follow", async () => {
    const told = async () => Date.parse(`${await clock.textContent()}Z`);
    const before = await told();
    await control.getByRole("button", { name: "Step 1 s" }).click();
    await control.getByLabel("Seconds to advance").fill("59");
    await control.getByRole("button", { name: "Advance" }).click();
    while ((await told()) !== before + 60_000) await page.waitForTimeout(50);
    await control.getByRole("button", { name: "Follow real time" }).click();
    while ((await told()) < before + 62_000) await page.waitForTimeout(50);
    await control.getByRole("button", { name: "Pause" }).click();
    await page.waitForTimeout(200);
    const paused = await told();
    await page.waitForTimeout(1_500);
    assert.ok((await told()) - paused <= 1_000, "the clock is held");
  });

  it("moves mark and status of the market, and the kill switch", async () => {
    const id = market("BTC_PERP");
    const agent = new URLSearchParams(new URL(page.url()).hash.slice(1)).get("agent");
    await panel("markets").locator("button", { hasText: "perpetual" }).first().click();
    await control.getByLabel("New mark").fill("6400000");
    await control.getByRole("button", { name: "Set mark" }).click();
    await page.locator(".market-head", { hasText: "6,400,000" }).waitFor();
    await control.getByRole("group", { name: "Kill switch" }).getByText("on").click();
    await control.getByText('{"frozen":true}').waitFor();
    await desk.order({ price: 6_300_000 });
    await desk.says(/EXCHANGE_FROZEN/);
    await control.getByRole("group", { name: "Kill switch" }).getByText("off").click();
    await control.getByText('{"frozen":false}').waitFor();
    await control.getByLabel("New status").selectOption("VOID");
    await control.getByRole("button", { name: "Set status" }).click();
    await page.locator(".market-head", { hasText: "void" }).waitFor();
    const { body } = await api.get(`/v1/markets/${id}`);
    assert.equal(body.status, "VOID");
    assert.ok(agent);
  });

  it("cuts the feed and closes a gate, and joins and opens them again", async () => {
    const feed = control.getByRole("group", { name: "Feed" });
    await feed.getByText("off").click();
    await control.getByText('upstream: {"reachable":false}').waitFor();
    const step = control.getByRole("button", { name: "Step 1 s" });
    await step.click();
    await page.locator(".spot", { hasText: "feed down" }).waitFor();
    await panel("markets").locator("button", { hasText: "65,000 USD at noon" }).first().click();
    await feed.getByText("on").click();
    await control.getByText('upstream: {"reachable":true}').waitFor();
    await step.click();
    await page.locator(".spot .stale").waitFor({ state: "detached" });
    const gate = control.getByRole("group", { name: "Gate ladder" });
    await gate.getByText("off").click();
    await control.getByText('gates/ladder: {"closed":true}').waitFor();
    await panel("ladder").getByLabel("First price").fill("30");
    await panel("ladder")
      .getByRole("button", { name: /Replace/ })
      .click();
    await panel("ladder").getByRole("alert").filter({ hasText: "FEATURE_DISABLED" }).waitFor();
    await gate.getByText("on").click();
    await control.getByText('gates/ladder: {"closed":false}').waitFor();
    await panel("ladder").getByLabel("Rungs").fill("0");
    await panel("ladder")
      .getByRole("button", { name: /Replace/ })
      .click();
    await panel("ladder").getByRole("status").filter({ hasText: "0 placed" }).waitFor();
  });

  it("tells for whom each command was, and lists those of one", async () => {
    const tape = panel("tape");
    const whose = async () => {
      const cells = await tape.locator("tbody bdi").allTextContents();
      return [...new Set(cells)].sort();
    };
    assert.deepEqual(await whose(), ["", "main", "operator"]);
    const choice = tape.getByRole("combobox");
    assert.deepEqual(await choice.locator("option").allTextContents(), ["all", "main", "operator"]);
    await choice.selectOption("operator");
    assert.deepEqual(await whose(), ["operator"]);
    await choice.selectOption("main");
    assert.deepEqual(await whose(), ["main"]);
    await choice.selectOption("");
    assert.deepEqual(await whose(), ["", "main", "operator"]);
  });

  it("follows another agent of the same owner beside its own", async () => {
    const cookies = await page.context().cookies();
    const said = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const csrf = cookies.find(({ name }) => name === "csrf")!.value;
    const headers = { Cookie: said, "X-Service-CSRF": csrf };
    const { body } = await api.post("/v1/me/agents").set(headers).send({ name: "bot" }).expect(201);
    await page.reload();
    await live(page);
    await page.getByLabel("Follow").selectOption(body.agent_id);
    await panel("followed").getByText("10,000.00").first().waitFor();
    const order = { market_id: market("BTC_BINARY"), side: "BUY", type: "LIMIT", price: 7, qty: 3 };
    const as = { ...headers, "X-Agent-Id": body.agent_id };
    await api.post("/v1/orders").set(as).send(order).expect(201);
    await panel("followed").locator("tr", { hasText: "▲ buy" }).waitFor();
    assert.equal(await panel("working").locator("tr[data-order]").count(), 0);
  });

  it("can be used by everybody, wide and narrow, light and dark", async () => {
    await panel("markets").locator("button", { hasText: "65,000 USD at noon" }).first().click();
    await desk.order({ price: 40, qty: 5 });
    await desk.says(/rests/);
    await panel("working")
      .getByRole("button", { name: /^Amend/ })
      .click();
    await assertClean();
    await page.setViewportSize({ width: 400, height: 850 });
    await assertClean();
    const width = await page.evaluate("document.documentElement.scrollWidth");
    assert.ok(Number(width) <= 400, `${width} px`);
    assertQuiet(desk);
  });
});
