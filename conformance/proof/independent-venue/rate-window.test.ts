import assert from "node:assert/strict";
import { test } from "node:test";
import { RateWindow } from "./rate-window.ts";

test("passes 600 writes a minute, then asks to wait for the next one", () => {
  const limits = new RateWindow();
  const take = (atMs: number, kind: "read" | "write" = "write") => limits.take("a", kind, atMs);
  for (let sent = 0; sent < 700; sent += 1) assert.equal(take(0, "read"), 0);
  for (let sent = 0; sent < 600; sent += 1) assert.equal(take(0), 0);
  assert.equal(take(500), 60);
  assert.equal(take(59_999), 1);
  assert.equal(limits.take("b", "write", 59_999), 0);
  assert.equal(take(60_000), 0);
});
