/** A minute at the terminal: a human signs in, trades by the form and by keys, and watches. */
import { chromium } from "playwright-core";

const { BASE, CHROMIUM, MARKET } = process.env;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const ORDERS = 16;

const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(`${BASE}/`);
  await page.click("#sign-in");
  await page.fill("input[name=name]", "Zoë");
  await page.press("input[name=name]", "Enter");
  await page.waitForSelector("#member:not([hidden])");
  await page.goto(`${BASE}/terminal#market=${MARKET}`);
  await page.waitForSelector(".stream.live");
  const form = page.locator(".panel.order");
  for (let count = 0; count < ORDERS; count += 1) {
    const [side, price] = count % 2 === 0 ? ["Buy", 20 + count] : ["Sell", 80 - count];
    await form.getByRole("button", { name: side, exact: true }).click();
    await page.fill("#order-price", String(price));
    await page.fill("#order-qty", String(1 + (count % 3)));
    await form.locator(".submit").click();
    await page.waitForTimeout(2_500);
  }
  await form.locator(".submit").evaluate((button) => button.blur());
  await page.keyboard.press("Shift+X");
  await page.waitForTimeout(8_000);
} finally {
  await browser.close();
}
