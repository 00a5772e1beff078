import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";

it("by https a session is one that this very host set, not a neighbour of its domain", async () => {
  const { api, control } = await startTestVenue({ baseUrl: "https://venue.example" });
  const person = { email: "zoe@example.com", password: "long enough" };
  await api.post("/v1/auth/signup").send(person).expect(201);
  const { headers } = await api.post("/v1/auth/login").send(person).expect(200);
  const set = headers["set-cookie"] as unknown as string[];
  assert.equal(set.length, 2);
  for (const cookie of set) assert.match(cookie, /^__Host-(sid|csrf)=.*; Path=\/;.*; Secure$/);
  const value = /^__Host-sid=([^;]+)/.exec(set[0]!)![1]!;
  await api.get("/v1/auth/me").set("Cookie", `__Host-sid=${value}`).expect(200);
  await api.get("/v1/auth/me").set("Cookie", `sid=${value}`).expect(401);
  const { body } = await api.get("/v1/auth/config").expect(200);
  assert.deepEqual([body.session_cookie, body.csrf_cookie], ["__Host-sid", "__Host-csrf"]);
  const { body: opened } = await control("post", "/sessions", { owner: "alice" }).expect(200);
  assert.equal(opened.session_cookie.name, "__Host-sid");
});
