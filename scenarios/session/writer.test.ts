import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { SessionHeader } from "./format.ts";
import { sessionBody, sessionText } from "./writer.ts";

const header: SessionHeader = {
  touchstone: "session/1",
  target: { name: "t", prefix: "/v1" },
  recorded_by: "check",
  seed: 1,
  clock: "virtual",
  started_at: "2026-01-05T00:00:00.000Z",
  actors: { maker: { caller: "key", owner: "alice" } },
  markets: {},
};

test("ends with the count and the digest of every line before", () => {
  const line = { n: 1, at: 0, control: { method: "PUT", path: "/freeze", body: { frozen: true } } };
  const text = sessionText(header, [line]);
  const lines = text.trimEnd().split("\n");
  const end = JSON.parse(lines.pop() ?? "");
  assert.equal(end.end, 1);
  const digest = createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest("hex");
  assert.equal(end.sha256, digest);
});

test("keeps a body as text when parsing would change its bytes", () => {
  assert.deepEqual(sessionBody('{"qty":1}'), { body: { qty: 1 } });
  assert.deepEqual(sessionBody('{"price":1.0}'), { body_text: '{"price":1.0}' });
  assert.deepEqual(sessionBody("<html>"), { body_text: "<html>" });
  assert.deepEqual(sessionBody(null), {});
});
