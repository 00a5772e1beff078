import assert from "node:assert/strict";
import { test } from "node:test";
import { areAlike } from "./measure-costs.ts";

const costs = (cells: number, requests: Record<string, number>) =>
  JSON.stringify({ "a check": { cells, requests, declines: 0 } });

test("costs are alike with a few polls more, not with other cells, checks or routes", () => {
  const was = costs(4, { "GET /orders": 2_000 });
  assert.ok(areAlike(was, costs(4, { "GET /orders": 2_020 })));
  assert.ok(!areAlike(was, costs(4, { "GET /orders": 2_400 })));
  assert.ok(!areAlike(was, costs(3, { "GET /orders": 2_000 })));
  assert.ok(!areAlike(was, costs(4, { "GET /orders": 2_000, "POST /orders": 40 })));
  assert.ok(!areAlike(was, "{}"));
  assert.ok(!areAlike("", was));
});
