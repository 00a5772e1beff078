import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { SessionHeader } from "./format.ts";
import { bodyText, sessionBody, sessionText } from "./writer.ts";

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

test("numbers the lines, and ends with their count and the digest of every byte before", () => {
  const line = { at: 0, control: { method: "PUT", path: "/freeze", body: { frozen: true } } };
  const text = sessionText(header, [line, line]);
  const lines = text.trimEnd().split("\n");
  const end = JSON.parse(lines.pop() ?? "");
  assert.deepEqual(
    lines.slice(1).map((one) => JSON.parse(one).n),
    [1, 2],
  );
  assert.equal(end.end, 2);
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

test("keeps bytes that are no text, and gives text back as it was", () => {
  assert.deepEqual(sessionBody(Buffer.from([0xff, 0])), { body_base64: "/wA=" });
  for (const text of ['{"price":1.0}', '{"b":1,"a":[]}', "{{maker.key}}"]) {
    assert.equal(bodyText(sessionBody(Buffer.from(text))), text);
  }
});
