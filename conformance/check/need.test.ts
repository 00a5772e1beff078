import assert from "node:assert/strict";
import { test } from "node:test";
import { Pool } from "../../scenarios/deployment/pool.ts";
import { missing, wishFor } from "./need.ts";

const EMPTY = new Pool({
  ...{ agents: [], browser: null, markets: [], control: null },
  ...{ allowsLoad: false, runId: "t0" },
});

test("who needs nothing leases nothing, who needs anything acts as somebody", () => {
  assert.deepEqual(wishFor([]), {});
  assert.deepEqual(wishFor(["stream"]), { agent: true, closed: [] });
});

test("needs add up to one wish, of the first kind that is named", () => {
  assert.deepEqual(wishFor(["perp", "two-markets", "binary", "void-market", "expired-market"]), {
    ...{ agent: true, market: true, secondMarket: true, kind: "BTC_PERP" },
    closed: ["VOID", "EXPIRED"],
  });
});

test("a market of another kind is a perp beside a binary or parlay, a binary beside a perp", () => {
  assert.equal(wishFor(["parlay", "other-kind"]).secondKind, "BTC_PERP");
  const { kind, secondKind } = wishFor(["perp", "agent", "other-kind"]);
  assert.deepEqual([kind, secondKind], ["BTC_PERP", "BTC_BINARY"]);
});

test("the first need that is not met says what would supply it", () => {
  assert.equal(missing(["stream", "wait"], EMPTY), null);
  assert.equal(
    missing(["stream", "load", "agent"], EMPTY),
    "needs bursts of hundreds or thousands of requests: allow: [load]",
  );
});
