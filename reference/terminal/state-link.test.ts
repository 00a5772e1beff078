/** A state of a venue, brought back by a link; and links that do nothing. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CONTROL_TOKEN, startTestVenue } from "../proof/seeded-venue.fixture.ts";
import {
  assertQuiet,
  type Desk,
  live,
  openDesk,
  shownBook,
  signUp,
  skip,
} from "../proof/terminal-desk.fixture.ts";

/** Gives the operator's token. */
async function giveToken({ page }: Desk): Promise<void> {
  await page.getByLabel("Operator's token").fill(CONTROL_TOKEN);
  await page.keyboard.press("Enter");
}

/** Starts the venue over from a seed. */
async function startOver(desk: Desk, seed: number): Promise<void> {
  const state = desk.panel("control").getByRole("group", { name: "State" });
  await state.getByLabel("Seed").fill(String(seed));
  await state.getByRole("button", { name: "Start over", exact: true }).click();
  await state.getByRole("button", { name: `Start over from seed ${seed}` }).click();
  await state.getByText(`Seed ${seed}, 0 commands`).waitFor();
  await live(desk.page);
}

describe("a link to a state", { skip, timeout: 240_000 }, async () => {
  if (skip) return;
  const { reference, api, control, place, market } = await startTestVenue();
  const desk = await openDesk();
  const { page, panel } = desk;
  const state = panel("control").getByRole("group", { name: "State" });
  const working = panel("working").locator("tbody tr[data-order]");
  const restingIds = () =>
    working.evaluateAll((rows) => rows.map((row) => row.getAttribute("data-order")));
  const digest = async () => (await control("get", "/digest").expect(200)).body;
  const mark = async () => (await api.get(`/v1/markets/${market("BTC_BINARY")}`)).body.mark_price;
  const makeLink = async (commands: number) => {
    await state.getByText(`Seed 7, ${commands} commands`).waitFor();
    await state.getByRole("button", { name: "Link to this state" }).click();
    await state.getByText(`It repeats ${commands} commands.`).waitFor();
    return state.getByLabel("Link").inputValue();
  };
  let link = "";
  let before: unknown;

  it("starts over when it is confirmed, with a new account at the same market", async () => {
    await signUp(desk, reference.url, "zoe@example.com");
    await panel("markets").locator("button", { hasText: "65,000 USD at noon" }).first().click();
    await giveToken(desk);
    await state.getByRole("button", { name: "Start over", exact: true }).click();
    await state.getByText("All that is on this venue is lost").waitFor();
    await state.getByRole("button", { name: "Leave it" }).click();
    assert.equal(await state.getByRole("alertdialog").count(), 0);
    await startOver(desk, 7);
    await page.locator(".market-head", { hasText: "65,000 USD at noon" }).waitFor();
    await page.locator(".funds", { hasText: "Free 10,000.00" }).waitFor();
  });

  it("holds what was sent since: orders, amendments, the clock, marks and switches", async () => {
    await desk.order({ price: 40, qty: 5 });
    await desk.says(/rests: 5/);
    await desk.order({ price: 38, qty: 2 });
    await desk.says(/rests: 2/);
    await desk.order({ side: "Sell", price: 60, qty: 1 });
    await desk.says(/Sell.*rests: 1/);
    await desk.order({ price: 100 });
    await desk.says(/PRICE_OUT_OF_RANGE/);
    await page.getByRole("button", { name: "Amend ▲ buy 5 at 40" }).click();
    await page.getByLabel("New price").fill("42");
    await page.keyboard.press("Enter");
    await page.locator(".bids tr", { hasText: "42" }).waitFor();
    await page.getByRole("button", { name: "Cancel ▲ buy 2 at 38" }).click();
    await panel("ended").locator("tbody tr", { hasText: "cancelled" }).first().waitFor();
    await panel("control").getByRole("button", { name: "Advance" }).click();
    await state.getByText("Seed 7, 7 commands").waitFor();
    await panel("control").getByLabel("New mark").fill("44");
    await panel("control").getByRole("button", { name: "Set mark" }).click();
    await page.locator(".market-head", { hasText: "44" }).waitFor();
    link = await makeLink(8);
    before = { digest: await digest(), ids: await restingIds(), book: await shownBook(page) };
    assert.ok(link.length < 1_000, `${link.length} characters`);
    assert.match(link, /\/terminal#seed=7&did=[\w-]+&is=\d+\.[0-9a-f]{64}&market=/);
    assert.ok(!link.includes(CONTROL_TOKEN));
    assert.equal(await page.evaluate("localStorage.length + sessionStorage.length"), 0);
  });

  it("is copied by a button", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await state.getByRole("button", { name: "Copy" }).click();
    await state.getByText("Copied.").waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), link);
  });

  it("does nothing until it is confirmed, and then brings all of it back", async () => {
    await desk.order({ price: 30, qty: 9 });
    await desk.says(/rests: 9/);
    await place("maker", { side: "SELL", price: 70 });
    const changed = await digest();
    await page.goto(link); // pasted into the page that is open
    const dialog = page.locator("main.link");
    await dialog.getByText(/over from seed 7 and repeats 8 commands.*is lost/).waitFor();
    await page.waitForTimeout(300);
    assert.deepEqual(await digest(), changed);
    await dialog.getByRole("button", { name: "Leave it" }).click();
    await live(page);
    await page.goto("about:blank");
    await page.goto(link);
    await dialog.waitFor();
    assert.equal(await dialog.getByRole("button", { name: /repeat 8/ }).count(), 0);
    await page.getByLabel("Operator's token").fill("guess");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "UNAUTHENTICATED" }).waitFor();
    await giveToken(desk);
    await dialog.getByRole("button", { name: "Start over and repeat 8 commands" }).click();
    await dialog.getByText(/The same state: \d+ commands, sha256 [0-9a-f]{64}/).waitFor();
    await dialog.getByRole("button", { name: "To the desk" }).click();
    await live(page);
    await working.first().waitFor();
    const after = { digest: await digest(), ids: await restingIds(), book: await shownBook(page) };
    assert.deepEqual(after, before);
    assert.equal(await mark(), 44);
  });

  it("is made again after it was followed, and is the same", async () => {
    assert.equal(await makeLink(8), link);
  });

  it("says so where another sent something too", async () => {
    await control("put", "/gates/ladder", { closed: true });
    await control("post", "/agents", { owner: "carol" });
    const other = await makeLink(8);
    assert.notEqual(other, link);
    await page.goto("about:blank");
    await page.goto(other);
    await giveToken(desk);
    await page.getByRole("button", { name: /repeat 8 commands/ }).click();
    await page.getByText(/Another state: .*Probably others have sent commands too/).waitFor();
    await page.getByRole("button", { name: "To the desk" }).click();
    await live(page);
  });

  it("is offered no more when the session that made it has ended", async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("E-mail").fill("yan@example.com");
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Open an account" }).click();
    await live(page);
    await giveToken(desk);
    await state.getByText("session has ended since").waitFor();
    assert.equal(await state.getByRole("button", { name: "Link to this state" }).count(), 0);
  });

  for (const [title, hash] of [
    ["is huge", `seed=7&did=${"a".repeat(1_000_000)}`],
    ["is not packed", "seed=7&did=AAAA"],
    ["names another origin", "seed=7&did=https://example.com/"],
    ["has no seed", "seed=<img src=x>&did=AAAA"],
  ] as const) {
    it(`that ${title} does nothing but one line`, async () => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
      await page.goto("about:blank");
      await page.goto(`${reference.url}/terminal#${hash}`);
      await page.locator(".bad-link", { hasText: "does nothing" }).waitFor();
      await live(page);
      assert.equal(await page.locator(".bad-link").count(), 1);
      const sent = asked.filter((one) => !/^GET |ws-ticket$/.test(one));
      assert.deepEqual([sent, asked.filter((one) => one.includes("example.com"))], [[], []]);
      await page.getByRole("button", { name: "Close" }).click();
      await page.locator(".bad-link").waitFor({ state: "detached" });
      assert.doesNotMatch(page.url(), /seed|did/);
    });
  }

  it("leaves the page quiet", () => assertQuiet(desk));
});

it("a link to a state of a venue in real time says that times differ", {
  skip,
  timeout: 120_000,
}, async () => {
  const { reference } = await startTestVenue({ clock: "system" });
  const desk = await openDesk();
  const { page } = desk;
  await signUp(desk, reference.url, "zoe@example.com");
  await giveToken(desk);
  await startOver(desk, 9);
  await desk.order({ price: 40 });
  await desk.says(/rests: 1/);
  await page.getByRole("button", { name: "Link to this state" }).click();
  await page.getByText("runs in real time, so their times will differ").waitFor();
  await page.goto(await page.getByLabel("Link", { exact: true }).inputValue());
  await page.getByRole("button", { name: "Start over and repeat 1 command" }).click();
  await page.getByText(/Another state: .* Probably this venue runs in real time/).waitFor();
  await page.getByRole("button", { name: "To the desk" }).click();
  await live(page);
  assert.deepEqual(await shownBook(page), ["bid 40 1"]);
  assertQuiet(desk);
});
