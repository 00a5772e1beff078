/** The order of the gates is the documented precedence of reject codes (D-060). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderRequest } from "../commands.ts";
import {
  ASK,
  BID,
  BINARY,
  PERP,
  PERP_ASK,
  PERP_BID,
  START_MS,
  TestVenue,
} from "../small-venue.fixture.ts";
import { GATES } from "./index.ts";

/** A way to break one rule: changes of the request, and of the venue around it. */
interface Violation {
  gate: string;
  code: string;
  request?: (order: OrderRequest) => OrderRequest;
  around?: (venue: TestVenue, marketId: string) => void;
  /** Where it can be broken; everywhere unless named. */
  on?: string;
}

const STALE = { timestampMs: START_MS - 60_000, recvWindowMs: 1_000 };

const VIOLATIONS: Violation[] = [
  {
    gate: "kill-switch",
    code: "EXCHANGE_FROZEN",
    around: (venue) => venue.apply({ type: "freeze", frozen: true }),
  },
  {
    gate: "request-shape",
    code: "VALIDATION_ERROR",
    request: (order) => ({ ...order, clientOrderId: "x".repeat(65) }),
  },
  {
    gate: "client-order-id",
    code: "CLIENT_ORDER_ID_CONFLICT",
    request: (order) => ({ ...order, clientOrderId: "known" }),
    around: (venue) => venue.place("ann", { ...BID, qty: 2, clientOrderId: "known" }),
  },
  {
    gate: "freshness",
    code: "TIMESTAMP_OUT_OF_WINDOW",
    request: (order) => ({ ...order, ...STALE }),
  },
  {
    gate: "market-exists",
    code: "UNKNOWN_MARKET",
    request: (order) => ({ ...order, marketId: "nowhere" }),
  },
  {
    gate: "market-open",
    code: "MARKET_CLOSED",
    around: (venue, marketId) =>
      venue.apply({ type: "update-market", marketId, status: "EXPIRED" }),
  },
  { gate: "qty", code: "INVALID_QTY", request: (order) => ({ ...order, qty: 0 }) },
  {
    gate: "slippage-caps",
    code: "VALIDATION_ERROR",
    request: (order) => ({ ...order, slippageCapBps: 1, slippageCapCents: 1 }),
  },
  {
    gate: "leverage",
    code: "INVALID_LEVERAGE",
    request: (order) => ({ ...order, leverage: 21 }),
  },
  {
    gate: "margin-mode",
    code: "INVALID_MARGIN_MODE",
    request: (order) => ({ ...order, marginMode: "ISOLATED" }),
    on: BINARY,
  },
  {
    gate: "price-range",
    code: "PRICE_OUT_OF_RANGE",
    request: (order) => ({ ...order, price: 50_000_100 }),
  },
  {
    gate: "cooldown",
    code: "AGENT_SIDE_COOLDOWN",
    around: (venue, marketId) => {
      for (let n = 0; n < 10; n++) venue.place("ann", { ...BID, marketId, qty: 0 });
    },
  },
  {
    gate: "reference-price",
    code: "NO_REFERENCE_PRICE",
    request: ({ price: _, ...order }) => ({ ...order, type: "MARKET" }),
    around: (venue, marketId) => venue.apply({ type: "update-market", marketId, markPrice: null }),
    on: PERP,
  },
  {
    gate: "fat-finger",
    code: "FAT_FINGER",
    request: (order) => ({ ...order, qty: 2_000_000 }),
  },
  {
    gate: "reduce-only",
    code: "REDUCE_ONLY_VIOLATION",
    request: (order) => ({ ...order, reduceOnly: true }),
  },
  {
    gate: "position-cap",
    code: "POSITION_CAP",
    request: (order) => ({ ...order, qty: 1_000_000, confirmFatFinger: true }),
  },
  {
    gate: "margin",
    code: "INSUFFICIENT_MARGIN",
    request: (order) => ({ ...order, qty: order.marketId === PERP ? 1_000 : 40_000 }),
  },
  {
    gate: "post-only",
    code: "POST_ONLY_WOULD_CROSS",
    request: (order) => ({
      ...order,
      tif: "POST_ONLY",
      price: order.marketId === PERP ? PERP_ASK.price : ASK.price,
    }),
    around: (venue, marketId) => venue.place("bob", marketId === PERP ? PERP_ASK : ASK),
  },
  {
    gate: "fill-or-kill",
    code: "FOK_NOT_FILLABLE",
    request: (order) => ({ ...order, tif: "FOK" }),
  },
  {
    gate: "liquidity",
    code: "MARKET_NO_LIQUIDITY",
    request: ({ price: _, ...order }) => ({ ...order, type: "MARKET" }),
  },
];

/** Fields that two violations would fill differently cannot be broken at once. */
function compatible(one: Violation, other: Violation, marketId: string): boolean {
  if ((one.on ?? marketId) !== marketId || (other.on ?? marketId) !== marketId) return false;
  const gates = [one.gate, other.gate];
  const both = (first: string, second: string) => gates.includes(first) && gates.includes(second);
  const noLimit = both("reference-price", "price-range") || both("liquidity", "price-range");
  const lacksPrice = ["reference-price", "liquidity"].some((gate) => gates.includes(gate));
  const needsLimit =
    lacksPrice && ["margin", "post-only", "fill-or-kill"].some((gate) => gates.includes(gate));
  const priced = both("price-range", "post-only");
  const qty = ["qty", "fat-finger", "position-cap", "margin"].filter((gate) =>
    gates.includes(gate),
  );
  const ids = both("request-shape", "client-order-id");
  const tif = both("post-only", "fill-or-kill");
  const cooled = both("cooldown", "reduce-only");
  return !noLimit && !needsLimit && !priced && qty.length < 2 && !ids && !tif && !cooled;
}

function verdictOf(violations: Violation[], marketId: string): string {
  const venue = new TestVenue();
  let order: OrderRequest = marketId === PERP ? PERP_BID : BID;
  for (const { request } of violations) if (request) order = request(order);
  const inTime = [...violations].sort((one, other) => lateness(one) - lateness(other));
  for (const { around } of inTime) around?.(venue, marketId);
  return venue.verdict("ann", order);
}

/** What must be arranged after the rest: a closed or frozen venue takes nothing more. */
function lateness({ gate }: Violation): number {
  return ["cooldown", "reference-price", "market-open", "kill-switch"].indexOf(gate);
}

test("every gate has its violation, in the order of the list", () => {
  assert.deepEqual(
    VIOLATIONS.map(({ gate }) => gate),
    GATES.map(({ name }) => name),
  );
});

for (const marketId of [BINARY, PERP]) {
  test(`an order that breaks two rules gets the code of the earlier gate on a ${marketId}`, () => {
    let pairs = 0;
    VIOLATIONS.forEach((earlier, index) => {
      for (const later of VIOLATIONS.slice(index + 1)) {
        if (!compatible(earlier, later, marketId)) continue;
        pairs++;
        const title = `${earlier.gate} before ${later.gate}`;
        assert.equal(verdictOf([later, earlier], marketId), earlier.code, title);
      }
    });
    assert.ok(pairs > 100, `${pairs} pairs`);
  });

  for (const violation of VIOLATIONS.filter(({ on }) => (on ?? marketId) === marketId)) {
    test(`${violation.gate} alone gives ${violation.code} on a ${marketId}`, () => {
      assert.equal(verdictOf([violation], marketId), violation.code);
      assert.equal(verdictOf([], marketId), "NEW");
    });
  }
}

test("a list without a gate takes what that gate would have turned away", () => {
  const gates = (all: typeof GATES) => all.filter(({ name }) => name !== "price-range");
  assert.equal(new TestVenue().verdict("ann", { ...BID, price: 100 }), "PRICE_OUT_OF_RANGE");
  assert.equal(new TestVenue({ gates }).verdict("ann", { ...BID, price: 100 }), "NEW");
});
