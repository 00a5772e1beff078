import assert from "node:assert/strict";
import { test } from "node:test";
import { secondTries, triedTwice, troubles } from "./tries.ts";

const FAULTY = { fault: "too late" };
const FINE = { fault: "" };

test("what went wrong is tried again when all first tries are over", async () => {
  const told: string[] = [];
  let finish = () => {};
  const long = triedTwice("long", async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    told.push("long is over");
    return FINE;
  });
  const short = triedTwice("short", async () => {
    told.push("short");
    return told.length === 1 ? FAULTY : FINE;
  });
  await new Promise(setImmediate);
  finish();
  await Promise.all([long, short]);
  assert.deepEqual(told, ["short", "long is over", "short"]);
  assert.deepEqual(secondTries, ["short: too late"]);
});

test("what goes wrong twice is trouble, and what throws keeps nobody waiting", async (t) => {
  t.mock.method(console, "error", () => {});
  const broken = triedTwice("broken", () => Promise.reject(new Error("no venue")));
  const wrong = triedTwice("wrong", async () => FAULTY);
  await assert.rejects(broken, /no venue/);
  assert.deepEqual(await wrong, FAULTY);
  assert.deepEqual(troubles, ["wrong: too late"]);
});
