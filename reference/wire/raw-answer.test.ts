import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startTestVenue } from "../proof/seeded-venue.fixture.ts";

const { reference, api } = await startTestVenue();

/** Sends bytes as they are and returns all that comes back. */
async function exchange(text: string): Promise<string> {
  const socket = connect(Number(new URL(reference.url).port), "127.0.0.1");
  socket.write(text);
  return String(Buffer.concat(await socket.toArray()));
}

const CASES: [title: string, text: string, status: number, code: string][] = [
  [
    "oversized headers",
    `GET /v1/markets HTTP/1.1\r\nHost: x\r\nCookie: sid=${"s".repeat(20_000)}\r\n\r\n`,
    431,
    "HEADERS_TOO_LARGE",
  ],
  ["no HTTP at all", "hello\r\n\r\n", 400, "VALIDATION_ERROR"],
  [
    "two lengths of one body",
    "POST /v1/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    400,
    "VALIDATION_ERROR",
  ],
];
for (const [title, text, status, code] of CASES) {
  it(`${title} are answered with an envelope that quotes nothing`, async () => {
    const [head, body] = (await exchange(text)).split("\r\n\r\n");
    assert.ok(head!.startsWith(`HTTP/1.1 ${status} `), head);
    const envelope = JSON.parse(body!);
    assert.equal(envelope.code, code);
    assert.ok(head!.includes(`X-Request-Id: ${envelope.request_id}`));
    assert.ok(!body!.includes("sss"));
    await api.get("/health").expect(200);
  });
}

it("a client that leaves before its answers are through says nothing in the log", async (t) => {
  const { mock } = t.mock.method(console, "error", () => {});
  const socket = connect(Number(new URL(reference.url).port), "127.0.0.1");
  const { host } = new URL(reference.url);
  const dear = `GET /v1/feed/btc-spot/history?seconds=86400 HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  socket.write(dear.repeat(10));
  await once(socket, "readable");
  socket.resetAndDestroy();
  await api.get("/health").expect(200);
  await delay(100);
  assert.deepEqual(mock.calls, []);
});
