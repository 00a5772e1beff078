import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";

const { api } = await startTestVenue();

it("the page runs its own script and style alone, and is framed by nobody", async () => {
  const { headers, text } = await api.get("/").expect(200);
  assert.match(headers["content-type"]!, /^text\/html/);
  const policy = headers["content-security-policy"]!;
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(text)!;
  const hash = createHash("sha256").update(script!).digest("base64");
  assert.ok(policy.includes(`script-src 'sha256-${hash}'`));
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "connect-src 'self'"]) {
    assert.ok(policy.includes(part), part);
  }
  assert.ok(!policy.includes("unsafe"));
  assert.doesNotMatch(text, /innerHTML|\son\w+=|src=/);
});

it("the page is one path, read alone", async () => {
  await api.head("/").expect(200);
  await api.post("/").expect(404);
  for (const path of ["/v1/", "/api/", "/page.html"]) await api.get(path).expect(404);
});
