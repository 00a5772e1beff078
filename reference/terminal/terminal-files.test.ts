import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";

/** What a first view may weigh. Units: bytes, packed. */
const FIRST_VIEW_MAX = 150_000;

const { reference } = await startTestVenue();
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${reference.url}${path}`, { headers });

it("the page loads files of its own venue alone, and nothing stands in it", async () => {
  const answer = await get("/terminal");
  const policy = answer.headers.get("content-security-policy")!;
  const { host } = new URL(reference.url);
  for (const part of [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:"],
    ...[`connect-src 'self' ws://${host} wss://${host}`, "frame-ancestors 'none'"],
  ]) {
    assert.ok(policy.split("; ").includes(part), part);
  }
  assert.doesNotMatch(policy, /unsafe/);
  assert.doesNotMatch(await answer.text(), /<script>|<style|\sstyle=|\son\w+=|https?:/);
  assert.match(await (await get("/")).text(), /href="\/terminal"/);
});

it("files are sent once, packed, and are no other than two", async () => {
  for (const path of ["/terminal/page.js", "/terminal/page.css"]) {
    const first = await get(path, { "Accept-Encoding": "gzip" });
    assert.equal(first.headers.get("content-encoding"), "gzip");
    const tag = first.headers.get("etag")!;
    const again = await get(path, { "Accept-Encoding": "gzip", "If-None-Match": tag });
    assert.equal(again.status, 304);
    const plain = await get(path, { "Accept-Encoding": "identity" });
    assert.equal(plain.headers.get("content-encoding"), null);
    assert.equal(await first.text(), await plain.text());
  }
  for (const path of ["/terminal/page.html", "/terminal/", "/v1/terminal", "/terminal/../x"]) {
    assert.equal((await get(path)).status, 404, path);
  }
});

it(`a first view weighs less than ${FIRST_VIEW_MAX} bytes`, async (t) => {
  let bytes = 0;
  for (const path of ["/terminal", "/terminal/page.js", "/terminal/page.css"]) {
    const { headers } = await get(path, { "Accept-Encoding": "gzip" });
    bytes += Number(headers.get("content-length"));
  }
  t.diagnostic(`first view: ${bytes} bytes`);
  assert.ok(bytes < FIRST_VIEW_MAX, `${bytes} bytes`);
});

it("the script keeps the licences of what is in it, and keeps nothing in the browser", async () => {
  const text = await (await get("/terminal/page.js")).text();
  assert.ok(text.includes("TradingView Lightweight Charts"));
  for (const word of ["localStorage", "sessionStorage", "indexedDB", "eval("]) {
    assert.ok(!text.includes(word), word);
  }
});
