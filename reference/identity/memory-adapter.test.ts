import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryAdapter } from "./memory-adapter.ts";

const RECORDS_MAX = 1_000;

test("records past their number push the oldest of their kind out", async () => {
  const open = memoryAdapter();
  const codes = open("AuthorizationCode");
  await open("Grant").upsert("kept", {}, 60);
  for (let one = 0; one <= RECORDS_MAX; one++) await codes.upsert(`code ${one}`, {}, 60);
  assert.equal(await codes.find("code 0"), undefined);
  assert.deepEqual(await codes.find("code 1"), {});
  assert.deepEqual(await open("Grant").find("kept"), {});
});
