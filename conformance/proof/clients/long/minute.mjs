/** A browser's minute: a human signs in, makes a key, reads the interface and tries it, and listens. */
import { chromium } from "playwright-core";

const { BASE, CHROMIUM, MARKET } = process.env;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/** What scripts of a page do for who is signed in. */
const trade = async (market) => {
  const csrf = /csrf=([^;]+)/.exec(document.cookie)[1];
  const headers = { "content-type": "application/json", "x-service-csrf": csrf };
  const ask = async (method, path, body) =>
    (await fetch(path, { method, headers, body: body && JSON.stringify(body) })).json();
  const { agents } = await ask("GET", "/me/agents");
  const { ticket } = await ask("POST", "/v1/auth/ws-ticket", { agent_id: agents[0].agent_id });
  const socket = new WebSocket(
    `${location.origin.replace("http", "ws")}/v1/stream?ticket=${ticket}`,
  );
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const channels = ["spot", `book:${market}`, `trades:${market}`];
  socket.send(JSON.stringify({ op: "subscribe", id: 1, channels }));
  const order = { market_id: market, side: "BUY", type: "LIMIT", price: 2, qty: 1 };
  for (let count = 0; count < 10; count += 1) {
    const { order_id: id } = await ask("POST", "/v1/orders", { ...order, price: 2 + count });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    if (count % 2 === 0) await ask("DELETE", `/v1/orders/${id}`);
    await ask("GET", "/v1/orders/open");
  }
  await new Promise((resolve) => setTimeout(resolve, 18_000));
  await ask("DELETE", "/v1/orders");
  socket.close();
};

const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
try {
  const page = await browser.newPage();
  await page.goto(`${BASE}/`);
  await page.click("#sign-in");
  await page.fill("input[name=name]", "Zoë");
  await page.press("input[name=name]", "Enter");
  await page.waitForSelector("#member:not([hidden])");
  await page.waitForFunction(() => document.querySelector("#agent").value !== "");
  await page.fill("#key-name", "bot");
  await page.click("#create button");
  await page.waitForSelector("#created:not([hidden])");
  await page.goto(`${BASE}/docs`);
  await page.waitForSelector(".opblock");
  await page.locator(".opblock-get", { hasText: "/orders/open" }).first().click();
  await page.click(".execute");
  await page.waitForSelector(".live-responses-table");
  await page.goto(`${BASE}/`);
  await page.waitForSelector("#member:not([hidden])");
  await page.evaluate(trade, MARKET);
  await page.click("#sign-out");
  await page.waitForSelector("#stranger:not([hidden])");
} finally {
  await browser.close();
}
