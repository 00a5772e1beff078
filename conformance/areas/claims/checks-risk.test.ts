import assert from "node:assert/strict";
import { test } from "node:test";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { positionCap } from "./checks-risk.ts";

const MARKET = "m-1";

/** What the check sends where these orders of its agent are listed as open in a shared market. */
async function ordersSentBeside(open: readonly unknown[]): Promise<unknown[]> {
  const sent: unknown[] = [];
  const place = async (order: unknown) => {
    sent.push(order);
    return { fate: "accepted", reason: null, sent: {} };
  };
  const t = {
    agent: {
      get: async () => ({ response: { status: 200, body: { orders: open } } }),
      rests: place,
      place,
      provoke: place,
    },
    market: {
      info: { own: false, kind: "BTC_BINARY" },
      id: MARKET,
      cheap: () => 3,
      limit: (_side: unknown, _price: unknown, fields: object) => fields,
      resting: (_side: unknown, fields: object) => fields,
      bookShown: async () => ({ bids: [], asks: [] }),
    },
    ...{ side: "BUY", claims: {}, claim: () => 10, flat: async () => {}, expect: () => {} },
  };
  await positionCap.body(t as unknown as CheckContext);
  return sent;
}

test("the cap is not asked for where an order of another check takes room", async () => {
  const order = { order_id: "o-1", market_id: MARKET, side: "BUY", remaining_qty: 2 };
  await assert.rejects(ordersSentBeside([order]), Inconclusive);
  assert.equal((await ordersSentBeside([{ ...order, market_id: "m-2" }])).length, 5);
  assert.equal((await ordersSentBeside([])).length, 5);
});
