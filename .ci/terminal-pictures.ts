/** Takes the pictures of the terminal for the documentation: `npx tsx .ci/terminal-pictures.ts`, half a minute. */
import assert from "node:assert/strict";
import { chromium, type Page } from "playwright-core";
import { chromiumPath } from "../reference/http/chromium.fixture.ts";
import { startReference } from "../reference/index.ts";

const TOKEN = "pictures";
const SIZES = { wide: { width: 1400, height: 900 }, narrow: { width: 400, height: 850 } };

interface Market {
  market_id: string;
  kind: string;
  best_bid: number | null;
}

const venue = await startReference({
  ...{ seed: 7, clock: "virtual", makers: true, controlToken: TOKEN },
  rateLimits: { writesPerMinute: 1e6, readsPerMinute: 1e6 },
});
const browser = await chromium.launch({ executablePath: chromiumPath!, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: SIZES.wide });
  const id = await quotedMarket();
  await page.goto(`${venue.url}/terminal#market=${id}`);
  await page.getByLabel("E-mail").fill("zoe@example.com");
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Open an account" }).click();
  await page.locator(".stream.live").waitFor();
  for (let step = 0; step < 90; step++) {
    await advance(2_000);
    if (step % 6 === 1) await trade(id, step % 4 === 1 ? "BUY" : "SELL");
  }
  await order(page, { side: "Buy", price: "38", qty: "20" });
  await order(page, { side: "Sell", price: "71", qty: "15" });
  await order(page, { side: "Buy", price: "88", qty: "12" });
  await page.locator("#order-price").fill("42");
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.mouse.move(5, 5);
      await page.waitForTimeout(1_000);
      await page.screenshot({ path: `docs/images/terminal-${size}-${colorScheme}.png` });
    }
  }
} finally {
  await browser.close();
  await venue.close();
}

async function quotedMarket(): Promise<string> {
  const answer = await fetch(`${venue.url}/v1/markets?kind=BTC_BINARY&status=OPEN&limit=50`);
  const { markets } = (await answer.json()) as { markets: Market[] };
  const quoted = markets.filter(({ best_bid }) => best_bid !== null).at(-1);
  assert.ok(quoted, "no market is quoted");
  return quoted.market_id;
}

async function advance(ms: number): Promise<void> {
  const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ advance_ms: ms });
  await fetch(`${venue.controlUrl}/clock`, { method: "POST", headers, body });
}

/** Somebody else takes what is quoted. */
async function trade(market_id: string, side: string): Promise<void> {
  const { agents } = venue.profile() as { agents: { name: string; api_key: string }[] };
  const { api_key } = agents.find(({ name }) => name === "taker")!;
  const headers = { Authorization: `Bearer ${api_key}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ market_id, side, type: "MARKET", qty: side === "BUY" ? 7 : 4 });
  await fetch(`${venue.url}/v1/orders`, { method: "POST", headers, body });
}

interface TypedOrder {
  side: "Buy" | "Sell";
  price: string;
  qty: string;
}

async function order(page: Page, { side, price, qty }: TypedOrder): Promise<void> {
  await page.locator(".sides button", { hasText: side }).click();
  await page.locator("#order-price").fill(price);
  await page.locator("#order-qty").fill(qty);
  await page.locator(".submit").click();
  await page.locator(".outcomes li:not(.sending)").first().waitFor();
  await page.waitForTimeout(800);
}
