import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { results } from "../dialects/results.ts";
import {
  answerInstead,
  ask,
  changeOrder,
  declineOf,
  type Fields,
  fieldsOf,
} from "../interposer/changes.ts";
import type { WireVariant } from "../interposer/interposer.ts";
import { judgeSuite } from "../proof/run-suite.ts";
import { startVariant } from "../proof/variant-venue.ts";
import { playScript } from "./play-script.ts";
import type { OrderStep, PropertyStep } from "./step.ts";
import { moneyOf } from "./wallets.ts";

const RULE = "PROP-STATEFUL-01";

const BUY = { do: "order", side: 0, tif: 0 } as const;
const SELL = { do: "order", side: 1, tif: 0 } as const;

/** What a script comes to on a venue with this in front: why it broke, null where it did not. */
async function played(
  wire: (() => WireVariant) | undefined,
  play: (t: CheckContext) => Promise<unknown>,
): Promise<string | null> {
  const check: Check = {
    ...{ title: "a script", proves: [RULE], over: {} },
    needs: ["two-owners", "sibling", "binary", "quiet"],
    async body(t) {
      await play(t);
      t.moot(RULE, "played");
    },
  };
  const venue = await startVariant(wire ? { wire } : {}, { control: true, seed: 1 });
  try {
    const { rules } = await judgeSuite(venue.profile, { checks: [check] });
    const rule = rules.find(({ id }) => id === RULE);
    return rule?.detail?.includes("played") ? null : String(rule?.detail);
  } finally {
    await venue.close();
  }
}

const dialect = (name: string) => results.find((one) => one.name === name)?.wire;

/** A reduce-only order that is cut back when another order closes what it was to close. */
const CUT_BACK: readonly PropertyStep[] = [
  { ...SELL, who: 1, level: 1, qty: 3 },
  { ...BUY, who: 0, level: 1, qty: 3 },
  { ...BUY, who: 0, level: 3, qty: 3, reduce: 1 },
  { ...BUY, who: 1, level: 0, qty: 2 },
  { ...SELL, who: 0, level: 0, qty: 2 },
  { do: "repeat", pick: 2, prefix: 0, key: 0 },
];

/** Declines the first SELL after cancel-alls that name no market: of who closes a position. */
function declinesAClose(): WireVariant {
  let all = 0;
  let declined = false;
  const count: WireVariant = async (request, venue) => {
    const { method, path, query } = request;
    if (method === "DELETE" && path === "/orders" && query["market_id"] === undefined) all += 1;
    return venue(request);
  };
  const decline = answerInstead("POST /orders", ({ body }) => {
    const order = fieldsOf(body);
    if (all === 0 || declined || order["side"] !== "SELL") return null;
    declined = true;
    return declineOf(order, "AGENT_SIDE_COOLDOWN");
  });
  return (request, venue) => count(request, (onward) => decline(onward, venue));
}

/** The agent is long then, and its sibling short. */
const BOTH_WAYS: readonly PropertyStep[] = [
  { ...SELL, who: 1, level: 1, qty: 2 },
  { ...BUY, who: 0, level: 1, qty: 2 },
  { ...BUY, who: 1, level: 1, qty: 1 },
  { ...(SELL as OrderStep), who: 2, level: 1, qty: 1 },
];

/** MARKET orders reach one price unit past the mid, where there is one. */
function protectsByTheMid(): WireVariant {
  return changeOrder(async ({ type, side, market_id }, arriving) => {
    if (type !== "MARKET") return false;
    const book = fieldsOf((await ask(arriving, `GET /markets/${market_id}/book`)).body);
    const [bid, offer] = [book["bids"], book["asks"]].map((levels) => (levels as Fields[])[0]);
    if (bid === undefined || offer === undefined) return false;
    const mid = (Number(bid["price"]) + Number(offer["price"])) / 2;
    const price = side === "BUY" ? Math.floor(mid + 1) : Math.ceil(mid - 1);
    return { type: "LIMIT", tif: "IOC", price };
  });
}

/** The mid is one and a half from the touch then. */
const FAR_FROM_MID: readonly PropertyStep[] = [
  { ...BUY, who: 0, level: 0, qty: 1 },
  { ...SELL, who: 1, level: 3, qty: 2 },
  { ...BUY, who: 0, level: 0, qty: 1, tif: 2 },
];

describe("a script on a legal venue", () => {
  it("may tell of a reduce-only order that was cut back when it is repeated", async () => {
    const wire = dialect("replay-shows-present-state");
    assert.ok(wire !== undefined);
    assert.equal(await played(wire, (t) => playScript(t, CUT_BACK, { pace: "patient" })), null);
  });

  it("may have a MARKET order that does not reach the touch", async () => {
    const play = (t: CheckContext) => playScript(t, FAR_FROM_MID, { pace: "patient" });
    assert.equal(await played(protectsByTheMid, play), null);
  });

  it("ends where an order that was to close a position is declined", async () => {
    const play = async (t: CheckContext) => {
      const money = await moneyOf(t);
      assert.ok(typeof money !== "string");
      await playScript(t, BOTH_WAYS, { pace: "patient", money });
    };
    assert.equal(await played(declinesAClose, play), null);
  });
});
