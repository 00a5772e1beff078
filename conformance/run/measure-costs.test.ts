import assert from "node:assert/strict";
import { test } from "node:test";
import { unlikeCosts } from "./measure-costs.ts";

const costs = (cells: number, requests: Record<string, number>) =>
  JSON.stringify({ "a check": { cells, requests, declines: 0 } });

test("costs are alike with a few polls more, not with other cells, checks or routes", () => {
  const was = costs(4, { "GET /orders": 2_000 });
  const unlike = {
    "a check: GET /orders 2000 times, now 2400": costs(4, { "GET /orders": 2_400 }),
    "a check: 4 cells, now 3": costs(3, { "GET /orders": 2_000 }),
    "a check: POST /orders 0 times, now 40": costs(4, { "GET /orders": 2_000, "POST /orders": 40 }),
    "a check: is no more": "{}",
  };
  assert.equal(unlikeCosts(was, costs(4, { "GET /orders": 2_020 })), null);
  for (const [told, is] of Object.entries(unlike)) assert.equal(unlikeCosts(was, is), told);
  assert.equal(unlikeCosts("", was), "a check: is new");
  const withShared = (requests: Record<string, number>) =>
    JSON.stringify({
      "a check": { ...JSON.parse(was)["a check"], shared: { cells: 1, requests } },
    });
  const some = withShared({ "POST /orders": 40 });
  assert.equal(unlikeCosts(some, some), null);
  assert.equal(unlikeCosts(was, some), "a check: on shared agents: is new");
  const more = withShared({ "POST /orders": 90 });
  assert.equal(unlikeCosts(some, more), "a check: on shared agents: POST /orders 40 times, now 90");
});
