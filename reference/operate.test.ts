import assert from "node:assert/strict";
import { test } from "node:test";
import { startReference } from "./start.ts";

test("operates a venue that listens nowhere", async (t) => {
  const venue = await startReference({
    seed: 7,
    clock: "virtual",
    controlToken: "t",
    listen: false,
  });
  t.after(() => venue.close());
  const before = (await venue.operate("POST", "/clock", { advance_ms: 0 })) as { now_ms: number };
  const after = (await venue.operate("POST", "/clock", { advance_ms: 5 })) as { now_ms: number };
  assert.equal(after.now_ms - before.now_ms, 5);
});

test("says what the venue said of a call it refused", async (t) => {
  const venue = await startReference({ seed: 7, controlToken: "t", listen: false });
  t.after(() => venue.close());
  await assert.rejects(
    venue.operate("POST", "/clock", { advance_ms: 5 }),
    /POST \/clock: .*real time/,
  );
});

test("operates nothing without a token", async (t) => {
  const venue = await startReference({ seed: 7, listen: false });
  t.after(() => venue.close());
  await assert.rejects(venue.operate("GET", ""), /controlToken/);
});
