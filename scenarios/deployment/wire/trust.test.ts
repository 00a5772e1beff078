import assert from "node:assert/strict";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { WebSocketServer } from "ws";
import { fileWith, touchstone } from "../../../conformance/command-line.fixture.ts";
import { startRecording } from "../../record/recording.ts";
import { RawClient } from "../../replay/raw-client.ts";
import { loadProfile } from "../profile/profile.ts";
import { Redactor } from "../secrets/redact.ts";
import { Client } from "./client.ts";
import { CERTIFICATE, KEY } from "./self-signed.fixture.ts";
import { shakeHands } from "./stream-socket.ts";
import { trust, trustOptions } from "./trust.ts";

/** A target that signs its own certificate, with a stream. */
async function target(t: TestContext): Promise<string> {
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (_, res) => {
    res.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const streams = new WebSocketServer({ server });
  server.listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  t.after(() => {
    streams.close();
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// In the order in which they are told: what is trusted once is trusted from then on.
test("a target that signs its own certificate is refused, and says what would help", async (t) => {
  assert.deepEqual(trustOptions(), {});
  const { code, stderr } = await touchstone(["conform", "--target", await target(t)]).ended;
  assert.equal(code, 2, stderr);
  assert.match(stderr, /base_url: no TLS connection .* --tls-ca FILE, or ca: in the profile/);
});

test("the authority is named by a flag", async (t) => {
  const file = await fileWith(t, CERTIFICATE);
  const args = ["--target", await target(t), "--tls-ca", file];
  const { stderr, stdout } = await touchstone(["profile", ...args]).ended;
  assert.match(stdout, /^base_url: https:/m, stderr);
});

test("a file that is no certificate is one line", async (t) => {
  const file = await fileWith(t, "hello");
  for (const [named, why] of [
    [file, /--tls-ca: .*given.yaml is no certificate in PEM: /],
    ["no.pem", /--tls-ca: no.pem is no certificate in PEM: no such file/],
  ] as const) {
    const { code, stderr } = await touchstone(["undo", "--target", "http://x", "--tls-ca", named])
      .ended;
    assert.equal(code, 2);
    assert.match(stderr, why);
    assert.equal(stderr.trim().split("\n").length, 1);
  }
});

test("the authority is named by a profile, beside it, for every kind of connection", async (t) => {
  const url = await target(t);
  const ca = await fileWith(t, CERTIFICATE);
  const profile = await fileWith(t, `base_url: ${url}\nca: ${ca}\n`);
  const client = new Client({ baseUrl: url, redactor: new Redactor() });
  t.after(() => client.close());
  assert.equal((await client.send({ method: "GET", path: "/" })).failure, "tls");
  await loadProfile(profile, {});
  const trusting = new Client({ baseUrl: url, redactor: new Redactor() });
  const raw = new RawClient(url);
  t.after(() => Promise.all([trusting.close(), raw.close()]));
  assert.equal((await trusting.send({ method: "GET", path: "/" })).response?.status, 200);
  const asked = { method: "GET", path: "/", headers: {}, payload: null };
  assert.equal((await raw.send(asked)).response?.status, 200);
  const hands = await shakeHands(url.replace("https", "wss"), null);
  assert.equal(hands.status, 101);
  await hands.socket?.close();
  const out = join(dirname(profile), "a.session.jsonl");
  const recording = await startRecording({ profile, host: "127.0.0.1", port: 0, out }, () => {});
  t.after(() => recording.stop());
  assert.equal((await fetch(`${recording.url}/v1/markets`)).status, 200);
});

test("an authority that is no file is told with its line", async (t) => {
  const profile = await fileWith(t, "base_url: https://127.0.0.1:1\nca: no.pem\n");
  await assert.rejects(loadProfile(profile, {}), /given\.yaml:2: ca: .*no\.pem is no certificate/);
  assert.throws(() => trust("no.pem", "there"), /^UsageError: there: no\.pem/);
});
