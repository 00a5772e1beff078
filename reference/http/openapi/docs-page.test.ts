import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api } = await startTestVenue();
const FILES = ["page.css", "start.js", "swagger-ui-bundle.js", "swagger-ui.css"];

describe("the page of the interface", () => {
  it("is served under every prefix, and loads files of the same prefix alone", async () => {
    for (const prefix of ["", "/v1", "/api", "/api/v1"]) {
      const { headers, text } = await api.get(`${prefix}/docs`).expect(200);
      assert.match(headers["content-type"]!, /^text\/html/);
      assert.equal(headers["cache-control"], "no-cache");
      const loaded = [...text.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)];
      assert.deepEqual(
        loaded.map(([, file]) => file).sort(),
        FILES.map((file) => `docs/${file}`),
      );
      for (const [, file] of loaded) await api.get(`${prefix}/${file}`).expect(200);
    }
  });

  it("has a policy that lets nothing foreign in, and no script in its text run", async () => {
    const { headers, text } = await api.get("/docs").expect(200);
    const policy = headers["content-security-policy"]!;
    for (const part of [
      ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
      ...["img-src 'self' data:", "frame-ancestors 'none'", "form-action 'none'"],
    ]) {
      assert.ok(policy.split("; ").includes(part), part);
    }
    assert.doesNotMatch(policy, /unsafe|sha256/);
    assert.doesNotMatch(text, /<script>|<style>|\son\w+=|https?:/);
  });

  it("is read alone, and nothing stands beside its files", async () => {
    for (const path of ["/docs", ...FILES.map((file) => `/docs/${file}`)]) {
      const { headers, text } = await api.head(path).expect(200);
      assert.ok(Number(headers["content-length"]) > 0);
      assert.equal(text, undefined);
      await api.post(path).expect(404);
    }
    for (const path of ["/docs/", "/docs/nothing", "/docs/../page.ts", "/docs/constructor"]) {
      const { body } = await api.get(path).expect(404);
      assert.equal(body.code, "ROUTE_NOT_FOUND");
    }
  });
});

describe("files of the page", () => {
  for (const file of FILES) {
    it(`are sent once to who keeps them: ${file}`, async () => {
      const { headers } = await api.get(`/docs/${file}`).expect(200);
      const type = file.endsWith(".css") ? "text/css" : "text/javascript";
      assert.equal(headers["content-type"], `${type}; charset=utf-8`);
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["cache-control"], "no-cache");
      await api.get(`/docs/${file}`).set("If-None-Match", headers["etag"]!).expect(304);
      await api.get(`/docs/${file}`).set("If-None-Match", '"older"').expect(200);
    });
  }
});
