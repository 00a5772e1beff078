import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Check } from "../check/check.ts";
import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  changeList,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
} from "../interposer/changes.ts";
import type { WireVariant } from "../interposer/interposer.ts";
import { judgeSuite } from "../proof/run-suite.ts";
import { startVariant } from "../proof/variant-venue.ts";
import { takesLadders } from "./ladder.ts";
import { raceLadder } from "./race-ladder.ts";

const RULE = "PROP-CONC-04";
const BINARY = { over: { kind: ["BTC_BINARY"] } } as const;

/** What a check comes to on a venue with this in front. */
async function judged(check: Check, wire?: () => WireVariant) {
  const venue = await startVariant(wire ? { wire } : {}, { control: true, seed: 1 });
  try {
    const { rules } = await judgeSuite(venue.profile, { checks: [check], asFound: true });
    return rules.find(({ id }) => id === RULE);
  } finally {
    await venue.close();
  }
}

/** Whether ladders are played there. */
async function plays(wire?: () => WireVariant): Promise<boolean> {
  let takes: boolean | undefined;
  const check: Check = {
    ...{ title: "ladders", proves: [RULE], needs: ["agent", "market"], ...BINARY },
    async body(t) {
      takes = await takesLadders(t);
      t.moot(RULE, "asked");
    },
  };
  await judged(check, wire);
  assert.ok(takes !== undefined);
  return takes;
}

const LADDER = "POST /orders/replace-ladder";

/** Orders that are rungs already keep their place, and their ids; all others are replaced. */
function keepsRungs(): WireVariant {
  return answerInstead(LADDER, async (request, venue) => {
    const arriving = { request, venue };
    const { market_id: market, orders: rungs = [] } = fieldsOf(request.body);
    const { orders: open = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
    const isAt = (one: Fields, other: Fields) =>
      one["side"] === other["side"] && one["price"] === other["price"];
    const here = (open as Fields[]).filter((one) => one["market_id"] === market);
    for (const one of here) {
      const isKept = (rungs as Fields[]).some((rung) => isAt(one, rung));
      if (!isKept) await ask(arriving, `DELETE /orders/${one["order_id"]}`);
    }
    for (const rung of rungs as Fields[]) {
      if (!here.some((one) => isAt(one, rung))) await ask(arriving, "POST /orders", rung);
    }
    return answer(200, {});
  });
}

/** Lists say nothing of the quantity. */
const unreadable = () =>
  changeList("GET /orders/open", (orders) =>
    orders.map(({ order_id, market_id, price }) => ({ order_id, market_id, price })),
  );

/** A ladder of an agent of whom an order has just been filled is refused. */
function refusesAfterAFill(): WireVariant {
  let fills = 0;
  const count = changeAnswer("POST /orders", (given) => {
    if (Number(fieldsOf(given.body)["filled_qty"]) > 0) fills += 1;
    return given;
  });
  const refuse = answerInstead(LADDER, () => {
    if (fills === 0) return null;
    fills = 0;
    return envelope(409, "LADDER_CONFLICT");
  });
  return inFrontOf(count, refuse);
}

describe("ladders of a legal venue", () => {
  it("are played where they place new orders", async () => {
    assert.equal(await plays(), true);
  });

  it("are not played where they keep orders that are rungs already", async () => {
    assert.equal(await plays(keepsRungs), false);
  });

  it("are not played where lists do not say what rests", async () => {
    assert.equal(await plays(unreadable), false);
  });

  it("may be refused when an order was filled meanwhile", async () => {
    const rule = await judged({ ...raceLadder(RULE), ...BINARY }, refusesAfterAFill);
    assert.deepEqual([rule?.result, rule?.detail], ["pass", null]);
  });
});
