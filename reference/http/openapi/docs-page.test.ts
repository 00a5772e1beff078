import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";
import { ROUTES } from "../routes/index.ts";
import { pathOf } from "./operation.ts";

const { api } = await startTestVenue();

it("the documentation is one page under every prefix that loads nothing else", async () => {
  for (const prefix of ["", "/v1", "/api", "/api/v1"]) {
    const { headers, text } = await api.get(`${prefix}/docs`).expect(200);
    assert.match(headers["content-type"]!, /^text\/html/);
    assert.match(headers["content-security-policy"]!, /script-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(text, /<script|src=|@import|url\(|undefined|\[object/);
  }
  await api.post("/docs").expect(404);
});

it("it tells of every route, and each link within it leads somewhere", async () => {
  const { text } = await api.get("/docs").expect(200);
  for (const route of ROUTES) {
    assert.ok(
      text.includes(`<h3 id="`) && text.includes(`${route.method} ${pathOf(route)}</code>`),
    );
  }
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  assert.ok(targets.length > ROUTES.length);
  for (const target of targets) assert.ok(ids.has(target), target);
});

it("it links to the documents beside it", async () => {
  const { text } = await api.get("/v1/docs").expect(200);
  for (const [, file] of text.matchAll(/href="(\w+\.json)"/g)) {
    await api.get(`/v1/${file}`).expect(200);
  }
  assert.match(text, /href="openapi\.json"[\s\S]*href="asyncapi\.json"/);
});
