/** Ids of a run: each is new, fits a client_order_id, and begins no other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stateAt } from "./run-state.fixture.ts";

const MANY = 2_000;
const LENGTH_MAX = 32;

test("no id of a run is the beginning of another, nor of one of a scenario's run", (t) => {
  const state = stateAt(t, "http://127.0.0.1:9");
  const ids = Array.from({ length: MANY }, () => state.freshId());
  const sorted = [...ids, `${state.forScenario().runId}-0001`].toSorted();
  assert.ok(sorted.every((id) => id.length <= LENGTH_MAX));
  for (const [i, id] of sorted.slice(1).entries()) assert.ok(!id.startsWith(sorted[i]!), id);
});
