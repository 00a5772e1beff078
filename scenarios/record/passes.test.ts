import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "../../conformance/command-line.fixture.ts";
import { HARD_TEXTS } from "../deployment/secrets/hard-texts.fixture.ts";
import { Redactor } from "../deployment/secrets/redact.ts";
import { startRecording } from "./recording.ts";

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const random = Buffer.from(Array.from({ length: 600 }, (_, n) => (n * n * 89 + n * 41) % 256));
const letters = "x".repeat(200_000);

const ANSWERS: Record<string, Buffer | string> = {
  "/favicon.ico": random,
  "/deep": deep(3_000),
  "/deeper": deep(200_000),
  "/records": JSON.stringify(Array.from({ length: 150_000 }, (_, n) => ({ n }))),
  "/letters": `${letters}%41${letters}`,
  "/escapes": "\\u".repeat(50_000),
  "/tokens": JSON.stringify(Array.from({ length: 5_000 }, (_, n) => ({ token: `token-${n}-x` }))),
};

test("passes whatever is answered, keeps it or says why not, and goes on", async (t) => {
  const server = createServer((req, res) => res.end(ANSWERS[req.url!])).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  const out = join(await folder(t), "a.session.jsonl");
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { target, host: "127.0.0.1", port: 0, out };
  const recording = await startRecording(options, () => {});
  for (const [path, body] of Object.entries(ANSWERS)) {
    const answer = await fetch(recording.url + path);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), Buffer.from(body), path);
  }
  assert.equal(await recording.stop(), Object.keys(ANSWERS).length);
  const lines = (await readFile(out, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.ok(lines[0].not_promised.length > 0);
  assert.equal(lines.at(-1).end, Object.keys(ANSWERS).length);
  const kept = lines
    .slice(1, -1)
    .map(({ request, response }) => [
      request.path,
      Object.keys(response).find((name) => name.startsWith("body")),
    ]);
  assert.deepEqual(kept, [
    ["/favicon.ico", "body_left_out"],
    ["/deep", "body_text"],
    ["/deeper", "body_text"],
    ["/records", "body"],
    ["/letters", "body_text"],
    ["/escapes", "body_text"],
    ["/tokens", "body_left_out"],
  ]);
});

for (const [title, textOf] of Object.entries(HARD_TEXTS)) {
  test(`redacts eight times as much in about eight times the time: ${title}`, () => {
    const redactor = new Redactor();
    const msOf = (bytes: number) => {
      const text = textOf(bytes);
      const began = process.cpuUsage().user;
      redactor.text(text);
      return (process.cpuUsage().user - began) / 1_000;
    };
    msOf(1_000_000);
    const one = Math.max(20, Math.min(msOf(1_000_000), msOf(1_000_000)));
    const eight = Math.min(msOf(8_000_000), msOf(8_000_000));
    assert.ok(eight < 24 * one, `1 MB in ${one} ms, 8 MB in ${eight} ms`);
  });
}
