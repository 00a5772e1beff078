import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonServer, type SeenRequest } from "../../scenarios/deployment/server.fixture.ts";
import type { Moment } from "../check/moments.ts";
import { attempt } from "./attempt.ts";
import { checkOf, stateAt } from "./run-state.fixture.ts";

const MANNERS = { waitsMostMs: Infinity, alone: async () => () => {} };
const LONG: Moment = { says: "while long", takes: {}, holds: 1, goThrough: async () => {} };
const SHORT: Moment = { ...LONG, says: "while short", holds: -1 };

/** Who sent which order, "maker SELL", of a check that demands a flat start of both of its agents. */
async function traded(t: Parameters<typeof stateAt>[0], moments: readonly Moment[]) {
  const answered = ({ body }: SeenRequest) => {
    // The seller rests in every trade that a check arranges.
    const [status, filled_qty] = JSON.parse(body).side === "SELL" ? ["NEW", 0] : ["FILLED", 1];
    const left = { filled_qty, remaining_qty: 1 - Number(filled_qty) };
    return [201, { order_id: `order-${status}`, status, ...left }];
  };
  const { url, seen } = await jsonServer(t, {
    "POST /v1/orders": answered,
    "DELETE /v1/orders": {},
    "GET /v1/positions": [],
  });
  // What is sent after that tidies up.
  let sent = 0;
  let key = "";
  const check = checkOf(
    async (t) => {
      await t.flat(t.agent);
      await t.flat(t.other);
      sent = seen.length;
      key = t.agent.credentials.apiKey;
    },
    { needs: ["two-owners", "market"] },
  );
  await attempt({ check, cells: [{}], conditions: { moments } }, stateAt(t, url), MANNERS);
  const orders = seen.slice(0, sent).filter(({ route }) => route === "POST /v1/orders");
  return orders.map(({ authorization, body }) => {
    const who = authorization === `Bearer ${key}` ? "agent" : "other";
    return `${who} ${JSON.parse(body).side}`;
  });
}

test("what its agent was made to hold is traded back once, before the start is flat", async (t) => {
  const ofLong = await traded(t, [LONG]);
  assert.deepEqual(ofLong, ["agent SELL", "other BUY"]);
  assert.deepEqual(await traded(t, [SHORT]), ["other SELL", "agent BUY"]);
});

test("where nothing is held, or as much each way, nothing is traded", async (t) => {
  assert.deepEqual(await traded(t, []), []);
  assert.deepEqual(await traded(t, [LONG, SHORT]), []);
});
