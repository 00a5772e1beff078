/** The terminal's page beside a venue that is reached by another name, with cookies that want https. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { after, describe, it } from "node:test";
import { chromium } from "playwright-core";
import WebSocket from "ws";
import { startReference } from "../../reference/index.ts";
import { cookieHere, cookiePrefix, cookiesBack, pathHere } from "./cookies.ts";
import { startTerminal } from "./terminal-proxy.ts";

const CHROMIUM = "/usr/bin/chromium";
const skip = !existsSync(CHROMIUM) && "no Chromium is installed";

const venue = await startReference({ seed: 7, baseUrl: "https://venue.example" });
const proxy = await startTerminal(venue.url, 0);
const prefix = cookiePrefix(venue.url);
after(async () => {
  await proxy.close();
  await venue.close();
});

describe("cookies of a venue elsewhere", () => {
  it("are set for this machine alone, under a prefix, without https", () => {
    const set = "__Host-sid=a=b; Path=/; HttpOnly; Secure; SameSite=None; Domain=venue.example";
    assert.equal(cookieHere(set, "t1.", ""), "t1.__Host-sid=a=b; Path=/; HttpOnly; SameSite=Lax");
    assert.equal(cookieHere("a=1; path=/venue/auth", "t1.", "/venue"), "t1.a=1; Path=/auth");
    assert.equal(pathHere("/venue", "/venue"), "/");
    assert.equal(pathHere("/venues/x", "/venue"), "/venues/x");
  });

  it("come back under their own names, and no other cookie does", () => {
    const said = "t1.__Host-sid=a; theme=dark; t2.sid=other; t1.csrf=b";
    assert.equal(cookiesBack(said, "t1."), "__Host-sid=a; csrf=b");
    assert.equal(cookiesBack("theme=dark", "t1."), "");
    assert.notEqual(cookiePrefix("https://a.example"), cookiePrefix("https://b.example"));
  });
});

/** The status of a request with these headers, which fetch would not send. */
function statusOf(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${proxy.url}${path}`, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    asked.on("error", reject).end();
  });
}

describe("a proxy of the terminal", () => {
  it("serves the page itself, and everything else is the venue's", async () => {
    const page = await (await fetch(`${proxy.url}/terminal`)).text();
    assert.ok(page.includes(`name="cookie-prefix" content="${prefix}"`));
    const tag = (await fetch(`${proxy.url}/terminal/page.css`)).headers.get("etag")!;
    const again = { headers: { "If-None-Match": tag } };
    assert.equal((await fetch(`${proxy.url}/terminal/page.css`, again)).status, 304);
    assert.equal((await fetch(`${proxy.url}/terminal/other`)).status, 404);
    assert.equal((await fetch(`${proxy.url}/v1/markets`)).status, 200);
  });

  it("lets no page of another address and no other name of this machine act through it", async () => {
    const { host } = new URL(proxy.url);
    assert.equal(await statusOf("/v1/auth/logout", { host, origin: "http://evil.example" }), 403);
    assert.equal(await statusOf("/v1/auth/logout", { host, origin: "http://127.0.0.1:1" }), 403);
    assert.equal(await statusOf("/v1/auth/logout", { host: "evil.example" }), 403);
    assert.equal(await statusOf("/v1/auth/logout", { host, origin: proxy.url }), 401);
    const socket = new WebSocket(`${proxy.url.replace("http", "ws")}/stream?ticket=x`, {
      origin: "http://evil.example",
    });
    const [{ message }] = (await new Promise((done) => socket.once("error", (e) => done([e])))) as [
      Error,
    ];
    assert.match(message, /403/);
  });

  it("signs in, streams and places an order in a browser", { skip, timeout: 180_000 }, async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    after(() => browser.close());
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    await page.context().addCookies([{ name: "theme", value: "dark", url: proxy.url }]);
    await page.goto(`${proxy.url}/terminal`);
    await page.getByLabel("E-mail").fill("zoe@example.com");
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Open an account" }).click();
    await page.locator(".stream.live").waitFor();
    const cookies = await page.context().cookies();
    const names = cookies.map(({ name }) => name).sort();
    assert.deepEqual(names, [`${prefix}__Host-csrf`, `${prefix}__Host-sid`, "theme"].sort());
    assert.equal(cookies.find(({ name }) => name.endsWith("sid"))!.httpOnly, true);
    await page.locator("#order-price").fill("40");
    await page.locator(".submit").click();
    await page.locator(".outcomes li", { hasText: "rests: 1" }).waitFor();
    await page.locator(".bids tr", { hasText: "40" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("E-mail").waitFor();
    await page.getByRole("link", { name: "Sign in with the provider" }).waitFor();
  });

  it("says that a venue is not reached", async () => {
    const gone = await startTerminal("http://127.0.0.1:1", 0);
    after(() => gone.close());
    const answer = await fetch(`${gone.url}/v1/auth/session`);
    assert.equal(answer.status, 502);
    assert.equal(((await answer.json()) as { code: string }).code, "TARGET_UNREACHABLE");
  });
});
