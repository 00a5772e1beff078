import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuSecondsIn, cpuSecondsOf } from "./machine.ts";

test("CPU time is read after a name that may hold spaces and parentheses", () => {
  const stat = `4711 (a ) b) S ${Array.from({ length: 10 }, (_, n) => n).join(" ")} 250 50 0 0`;
  assert.equal(cpuSecondsIn(stat), 3);
});

test("CPU time of a process that is gone is not known", () => {
  assert.equal(cpuSecondsOf(undefined), null);
});
