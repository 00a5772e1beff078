import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "../../conformance/command-line.fixture.ts";
import type { SessionHeader } from "../session/format.ts";
import { SessionFile } from "./session-file.ts";

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "x", prefix: "/v1" }, recorded_by: "proxy" },
  ...{ seed: null, clock: "system", started_at: "2026-01-05T00:00:00.000Z" },
  ...{ actors: {}, markets: {} },
};

test("a recording ends where the disk is too far behind", async (t) => {
  const file = new SessionFile(join(await folder(t), "a.session.jsonl"), HEADER);
  const body_text = "x".repeat(16 * 1024 * 1024);
  const line = {
    ...{ at: 0, took: 1, actor: null },
    request: { method: "GET", path: "/v1/markets", headers: {} },
    response: { status: 200, headers: {}, body_text },
  };
  // Nothing is taken from the queue before the next turn of the event loop.
  const written = () => {
    for (let n = 0; n < 18; n += 1) file.write(line);
  };
  assert.throws(written, /the disk is 268435456 bytes behind: the recording ends here/);
  assert.equal(file.count, 16);
  await file.end(HEADER);
});
