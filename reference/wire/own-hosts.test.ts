import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { describe, it } from "node:test";
import WebSocket from "ws";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";
import { OwnHosts } from "./own-hosts.ts";

const venue = await startTestVenue();
const { port } = new URL(venue.reference.url);

/** Asks as a browser would that was told so by a page. Units: HTTP status. */
async function ask(headers: Record<string, string>, path = "/v1/markets"): Promise<number> {
  const call = request(venue.reference.url + path, { headers });
  call.end();
  const [response] = await once(call, "response");
  response.resume();
  return response.statusCode;
}

describe("a venue on this machine", () => {
  for (const host of ["127.0.0.1", "localhost", "127.1.2.3", "venue.localhost", "[::1]"]) {
    it(`answers to ${host}, at any port`, async () => {
      assert.equal(await ask({ Host: `${host}:${port}` }), 200);
      assert.equal(await ask({ Host: host }), 200);
    });
  }

  for (const host of ["evil.example", `evil.example:9000`, "127.0.0.1.evil.example", "a b"]) {
    it(`does not answer to the Host "${host}", whatever is asked`, async () => {
      for (const path of ["/v1/markets", "/", "/_control", "/docs", "/idp/auth", "/nothing"]) {
        assert.equal(await ask({ Host: host }, path), 403, path);
      }
    });
  }

  for (const origin of ["https://evil.example", "null", "nonsense", "http://127.0.0.1.nip.io"]) {
    it(`does nothing for a page of ${origin}`, async () => {
      const answer = await venue.api
        .post("/v1/auth/signup")
        .set("Origin", origin)
        .send({ email: "forged@example.com", password: "long enough" });
      assert.deepEqual([answer.status, answer.body.code], [403, "FORBIDDEN"]);
    });
  }

  it("serves its own pages, and those of this machine", async () => {
    for (const origin of [venue.reference.url, "http://localhost:5173"]) {
      assert.equal(await ask({ Origin: origin }), 200);
    }
  });

  it("opens its stream to no other page, and leaves the ticket", async () => {
    const minted = venue.api.post("/v1/auth/ws-ticket").set("Authorization", venue.bearer("maker"));
    const { ticket } = (await minted.expect(201)).body;
    const url = `${venue.reference.url.replace("http", "ws")}/v1/stream?ticket=${ticket}`;
    const refused = new WebSocket(url, { origin: "https://evil.example" });
    const [, response] = await once(refused, "unexpected-response");
    assert.equal(response.statusCode, 403);
    const opened = new WebSocket(url, { origin: venue.reference.url });
    await once(opened, "open");
    opened.terminate();
  });
});

describe("own hosts", () => {
  const isOwn = (own: OwnHosts, host: string, origin?: string) =>
    own.areOf({ host, ...(origin && { origin }) });

  it("are this machine and the base URL's behind a proxy", () => {
    const baseUrl = "https://venue.example";
    const own = new OwnHosts(() => ({ listensAt: "http://127.0.0.1:9000", baseUrl }));
    assert.ok(isOwn(own, "venue.example", baseUrl));
    assert.ok(isOwn(own, "127.0.0.1:9000", baseUrl));
    assert.ok(!isOwn(own, "other.example", baseUrl));
    assert.ok(!isOwn(own, "venue.example", "https://other.example"));
  });

  it("are any where it listens to other machines, for pages of that very host", () => {
    const listensAt = "http://0.0.0.0:9000";
    const own = new OwnHosts(() => ({ listensAt, baseUrl: listensAt }));
    assert.ok(isOwn(own, "10.0.0.7:9000"));
    assert.ok(isOwn(own, "venue.lan", "http://venue.lan"));
    assert.ok(!isOwn(own, "venue.lan", "http://evil.example"));
    assert.ok(!isOwn(own, "venue.lan", "http://localhost"));
  });
});
