/** A target that lists its markets under ids that no path carries is judged like any other. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { jsonServer } from "../scenarios/deployment/server.fixture.ts";
import { fileWith } from "./command-line.fixture.ts";
import { conform } from "./run/conform.ts";

const AGENT = { name: "maker", owner: "alice", agent_id: "a-1", api_key: "rk_live_maker" };
const ROUTES = {
  "GET /v1/health": {},
  "GET /v1/account": { agent_id: "a-1" },
  "GET /v1/orders": [],
  "GET /v1/orders/open": [],
};

/** Judges a venue that lists one market and knows nothing of it. */
async function conformOn(t: TestContext, id: string) {
  const market = { id, kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1 };
  const venue = await jsonServer(t, { ...ROUTES, "GET /v1/markets": [market] });
  const profile = await fileWith(t, JSON.stringify({ base_url: venue.url, agents: [AGENT] }));
  const printed: string[] = [];
  for (const stream of ["log", "error"] as const) {
    t.mock.method(console, stream, (line: string) => void printed.push(line));
  }
  const only = ["MKT-REC-*", "MKT-BOOK-*"];
  const code = await conform({ only, skip: [], seed: 1, profile, narrow: false });
  t.mock.restoreAll();
  return { code, printed: printed.join("\n"), seen: venue.seen };
}

const IDS = ["a b", `"'`, "a\r\nX-Evil: 1", "\u001b[2JPASS", "😀", "\ud800", "../../orders"];

for (const id of IDS) {
  test(`conform ends with a report where a market is ${JSON.stringify(id)}`, async (t) => {
    const { code, printed, seen } = await conformOn(t, id);
    assert.equal(code, 1, printed);
    assert.match(printed, /^FAIL {2}/m);
    assert.ok(!printed.includes("\u001b"), "an escape reached the terminal");
    assert.ok(seen.length > 10, "the market was asked for");
  });
}
