/** A real browser signs in, sees what its scripts may see, creates a key, and forges nothing. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { chromiumPath, openPage } from "./chromium.fixture.ts";

const skip = chromiumPath === undefined && "no Chromium is installed";

/** Another site: a page whose form posts to the venue. */
async function startForger(action: string): Promise<string> {
  const server = createServer((_req, res) => {
    res.setHeader("Content-Type", "text/html");
    res.end(`<form method="post" enctype="text/plain" action="${action}">
      <input name='{"name":"forged","x":"' value='"}'></form>`);
  }).listen(0, "localhost");
  after(() => server.close());
  await once(server, "listening");
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

describe("a browser at the venue's page", { skip, timeout: 60_000 }, async () => {
  const { reference, api } = await startTestVenue({ clock: "system" });
  const page = await openPage(chromiumPath!);

  it("signs in at the embedded provider and comes back", async () => {
    await page.go(`${reference.url}/`);
    await page.until(`document.querySelector("#stranger")?.hidden === false`);
    await page.evaluate(`document.querySelector("#sign-in").click()`);
    await page.until(`document.querySelector("input[name=name]") !== null`);
    await page.evaluate(`document.querySelector("input[name=name]").value = "Zoë"`);
    await page.evaluate(`document.querySelector("form").submit()`);
    await page.until(`document.querySelector("#member")?.hidden === false`);
    assert.equal(await page.until(`document.querySelector("#name").textContent`), "Zoë");
    assert.equal(await page.evaluate("location.href"), `${reference.url}/`);
  });

  it("keeps the session from scripts and shows them the CSRF value", async () => {
    const readable = String(await page.evaluate("document.cookie"));
    assert.match(readable, /csrf=[\w-]{43}/);
    assert.doesNotMatch(readable, /sid=/);
    const cookies = (await page.cookies()) as { name: string; httpOnly: boolean }[];
    assert.equal(cookies.find(({ name }) => name === "sid")?.httpOnly, true);
  });

  it("creates a key that works, and shows it once", async () => {
    await page.until(`document.querySelector("#agent").value !== ""`);
    await page.evaluate(`document.querySelector("#key-name").value = "bot"`);
    await page.evaluate(`document.querySelector("#create").requestSubmit()`);
    const key = await page.until(`document.querySelector("#api-key").textContent`);
    await api.get("/v1/account").set("Authorization", `Bearer ${key}`).expect(200);
    await page.go(`${reference.url}/`);
    await page.until(`document.querySelector("#keys td")`);
    const text = String(await page.evaluate("document.documentElement.innerText"));
    assert.ok(text.includes("bot") && !text.includes(String(key)));
  });

  it("sees a forged POST of another site refused, which does nothing", async () => {
    await page.go(await startForger(`${reference.url}/v1/me/agents`));
    await page.until(`document.querySelector("form") !== null`);
    await page.evaluate(`document.querySelector("form").submit()`);
    const answer = await page.until(
      `document.body.innerText.includes("code") && document.body.innerText`,
    );
    assert.equal(JSON.parse(String(answer)).code, "UNAUTHENTICATED"); // the cookie stayed at home
    await page.go(`${reference.url}/`);
    await page.until(`document.querySelector("#member")?.hidden === false`);
    const agents = `fetch("/me/agents").then((answer) => answer.json())`;
    assert.equal(((await page.evaluate(agents)) as { count: number }).count, 1);
  });

  it("signs out", async () => {
    await page.evaluate(`document.querySelector("#sign-out").click()`);
    await page.until(`document.querySelector("#stranger")?.hidden === false`);
    assert.equal(await page.evaluate("document.cookie"), "");
  });
});
