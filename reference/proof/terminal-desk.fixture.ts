/** A browser at the terminal of a venue, signed in, with words for what a person does there. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { chromiumPath } from "../http/chromium.fixture.ts";

/** Why there is no browser to test with; false where there is one. */
export const skip = chromiumPath === undefined && "no Chromium is installed";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

let started: Promise<Browser> | null = null;

/** The one browser of a test file. */
export function browser(): Promise<Browser> {
  started ??= chromium.launch({ executablePath: chromiumPath!, args: FLAGS });
  return started;
}

after(async () => (await started)?.close());

/** What a page complained about: scripts that failed, and what its policy refused. */
export interface Desk {
  page: Page;
  complaints: string[];
  panel(name: string): Locator;
  /** Fills the order form and sends it. */
  order(fields: { side?: "Buy" | "Sell"; price?: number | string; qty?: number }): Promise<void>;
  /** Waits until the newest outcome says it. */
  says(words: RegExp): Promise<void>;
}

/** A page with nothing in it yet. */
export async function openDesk(): Promise<Desk> {
  const context = await (await browser()).newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (line) => {
    if (/Content Security Policy/.test(line.text())) complaints.push(line.text());
  });
  const panel = (name: string) => page.locator(`.panel.${name}`);
  return {
    page,
    complaints,
    panel,
    async order({ side = "Buy", price, qty = 1 }) {
      await panel("order").getByRole("button", { name: side, exact: true }).click();
      if (price !== undefined) await page.locator("#order-price").fill(String(price));
      await page.locator("#order-qty").fill(String(qty));
      await panel("order").locator(".submit").click();
    },
    async says(words) {
      await panel("order").locator(".outcomes li:first-child", { hasText: words }).waitFor();
    },
  };
}

/** Opens an account through the page, and waits for what is live. */
export async function signUp({ page }: Desk, url: string, email: string): Promise<void> {
  await page.goto(`${url}/terminal`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Open an account" }).click();
  await live(page);
}

/** Waits until the stream is live and the book is told. */
export async function live(page: Page): Promise<void> {
  await page.locator(".stream.live").waitFor();
  await page.locator(".panel.book .stale").waitFor({ state: "detached" });
}

/** The prices and quantities of the book as they are shown, asks from the worst down. */
export async function shownBook(page: Page): Promise<string[]> {
  const rows = page.locator(".book tbody:not(:has(.spread)) tr");
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll("td")]
        .slice(0, 3)
        .map(({ textContent }) => textContent)
        .join(" "),
    ),
  );
}

/** Nothing failed in the page and nothing was refused to it. */
export const assertQuiet = ({ complaints }: Desk): void => assert.deepEqual(complaints, []);
