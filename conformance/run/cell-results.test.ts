import assert from "node:assert/strict";
import { test } from "node:test";
import { type Cell, KINDS } from "../check/cell.ts";
import type { Finding } from "../check/judge.ts";
import { cellsOf } from "./cell-results.ts";
import { checkOf } from "./run-state.fixture.ts";

const over = { kind: KINDS, caller: ["key", "session"] } as const;
const plan = { over, groups: [], of: 6, lacking: [] };
const check = checkOf(async () => {});

function failedIn(...findings: Pick<Finding, "result" | "cell" | "conditions">[]) {
  const shown = findings.map((one) => {
    const finding: Finding = { rule: "TIF-GTC-01", detail: null, observed: null, ...one };
    return { finding, check, plan, evidence: null };
  });
  return cellsOf(over, shown)?.failed;
}

const onPerp: Cell = { kind: "BTC_PERP", caller: "key" };
const onBinary: Cell = { kind: "BTC_BINARY", caller: "key" };
const bySession: Cell = { kind: "BTC_PARLAY", caller: "session" };

test("cells that fail as they are are told, and not those that take conditions to", () => {
  const held = { result: "pass", cell: onBinary } as const;
  const plainly = { result: "fail", cell: onPerp } as const;
  const inConditions = { result: "fail", cell: bySession, conditions: "on a BTC_PERP" } as const;
  assert.deepEqual(failedIn(held, plainly, inConditions), ["kind=BTC_PERP caller=key"]);
  assert.deepEqual(failedIn(held, inConditions), ["kind=BTC_PARLAY caller=session"]);
});
