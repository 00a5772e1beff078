/** How markets move and end: statuses, payouts, refunds, parlays. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarketStatus } from "./commands.ts";
import { ASK, BID, BINARY, CASH_CENTS, PARLAY, PERP, TestVenue } from "./small-venue.fixture.ts";

const STATUSES = ["OPEN", "EXPIRED", "RESOLVED", "VOID"] as const;
const LEGAL = ["OPEN>EXPIRED", "OPEN>RESOLVED", "OPEN>VOID", "EXPIRED>RESOLVED", "EXPIRED>VOID"];

for (const from of STATUSES) {
  for (const status of STATUSES) {
    const isLegal = LEGAL.includes(`${from}>${status}`);
    test(`${from} ${isLegal ? "may" : "may not"} become ${status}`, () => {
      const venue = new TestVenue();
      venue.apply({ type: "create-market", marketId: "m", kind: "BTC_BINARY", status: from });
      const outcome = venue.apply({
        type: "update-market",
        marketId: "m",
        status,
        resolution: "YES",
      });
      assert.equal(outcome.kind, isLegal ? "market" : "refused");
      assert.equal(venue.venue.market("m")!.status, isLegal ? status : from);
    });
  }
}

function cashAfter(end: { status: MarketStatus; resolution?: "YES" | "NO" }): number[] {
  const venue = new TestVenue();
  venue.trade("ann", "bob", { marketId: BINARY, price: 55, qty: 10 });
  venue.result("ann", BID);
  venue.result("bob", ASK);
  venue.apply({ type: "update-market", marketId: BINARY, ...end });
  assert.deepEqual([venue.openIds("ann"), venue.openIds("bob")], [[], []]);
  const wallets = ["ann", "bob"].map((name) => venue.venue.wallet(name));
  assert.deepEqual(
    wallets.map(({ reservedCents }) => reservedCents),
    [0, 0],
  );
  return wallets.map(({ cashCents }) => cashCents - CASH_CENTS);
}

test("the winner of a binary is paid 100 cents per contract", () => {
  assert.deepEqual(cashAfter({ status: "RESOLVED", resolution: "YES" }), [450, -450]);
  assert.deepEqual(cashAfter({ status: "RESOLVED", resolution: "NO" }), [-550, 550]);
});

test("a void market gives open positions their entry cost back", () => {
  assert.deepEqual(cashAfter({ status: "VOID" }), [0, 0]);
});

test("an expired market cancels its orders and keeps its positions", () => {
  assert.deepEqual(cashAfter({ status: "EXPIRED" }), [-550, -450]);
});

test("what was gained by closing before a void stays gained, and the house pays for it", () => {
  const venue = new TestVenue();
  venue.trade("ann", "bob", { marketId: BINARY, price: 40, qty: 10 });
  venue.trade("cem", "ann", { marketId: BINARY, price: 60, qty: 10 });
  venue.apply({ type: "update-market", marketId: BINARY, status: "VOID" });
  const cash = (name: string) => venue.venue.wallet(name).cashCents - CASH_CENTS;
  assert.deepEqual([cash("ann"), cash("bob"), cash("cem")], [200, 0, 0]);
  assert.equal(venue.venue.state.ledger.house.cents, -200);
});

test("a perp settles at its mark", () => {
  const venue = new TestVenue();
  venue.trade("ann", "bob", { marketId: PERP, price: 6_500_000, qty: 10 });
  venue.apply({ type: "update-market", marketId: PERP, markPrice: 6_600_000 });
  venue.apply({ type: "update-market", marketId: PERP, status: "RESOLVED" });
  assert.equal(venue.venue.wallet("ann").cashCents, CASH_CENTS + 1_000);
  assert.equal(venue.venue.wallet("bob").cashCents, CASH_CENTS - 1_000);
});

test("a binary cannot be resolved without saying how", () => {
  const venue = new TestVenue();
  const outcome = venue.apply({ type: "update-market", marketId: BINARY, status: "RESOLVED" });
  assert.equal(outcome.kind, "refused");
});

for (const [leg, status, resolution] of [
  ["NO", "RESOLVED", "NO"],
  ["VOID", "VOID", null],
  ["YES", "OPEN", null],
] as const) {
  test(`a parlay with one leg ${leg} is ${status}`, () => {
    const venue = new TestVenue();
    venue.apply({ type: "create-market", marketId: "leg", kind: "BTC_BINARY" });
    const legs = [BINARY, "leg"];
    venue.apply({ type: "create-market", marketId: "both", kind: "BTC_PARLAY", legs });
    venue.apply(
      leg === "VOID"
        ? { type: "update-market", marketId: "leg", status: "VOID" }
        : { type: "update-market", marketId: "leg", status: "RESOLVED", resolution: leg },
    );
    const parlay = venue.venue.market("both")!;
    assert.deepEqual([parlay.status, parlay.resolution], [status, resolution]);
    assert.equal(venue.venue.market(PARLAY)!.status, "OPEN");
  });
}

test("a parlay wins with its last leg", () => {
  const venue = new TestVenue();
  const legs = [BINARY];
  venue.apply({ type: "create-market", marketId: "one", kind: "BTC_PARLAY", legs });
  venue.apply({ type: "update-market", marketId: BINARY, status: "RESOLVED", resolution: "YES" });
  assert.equal(venue.venue.market("one")!.resolution, "YES");
});

for (const [field, bad, good] of [
  ["band", { band: [0, 99] }, { band: [1, 99] }],
  ["band", { band: [50, 49] }, { band: [50, 50] }],
  ["band", { band: [1, 100] }, { band: [2, 99] }],
  ["tick", { tick: 0 }, { tick: 1 }],
  ["tick", { tick: 0.5 }, { tick: 1 }],
  ["position_cap", { positionCap: 0 }, { positionCap: 1 }],
  ["mark_price", { markPrice: 0 }, { markPrice: 1 }],
  ["legs", { legs: ["nowhere"] }, { legs: [BINARY] }],
  ["market_id", { marketId: BINARY }, { marketId: "new" }],
] as const) {
  test(`a market with a bad ${field} (${JSON.stringify(bad)}) is refused`, () => {
    const market = { type: "create-market", marketId: "new", kind: "BTC_BINARY" } as const;
    const create = (change: object) => new TestVenue().apply({ ...market, ...change });
    const outcome = create(bad);
    assert.ok(outcome.kind === "refused");
    assert.match(outcome.message, new RegExp(`^${field}:`));
    assert.equal(create(good).kind, "market");
  });
}

for (const [resolution, mark] of [
  ["YES", 100],
  ["NO", 0],
] as const) {
  test(`a binary resolved ${resolution} is worth its payout, and tells what decided it, and when`, () => {
    const venue = new TestVenue();
    venue.apply({
      type: "create-market",
      marketId: "m",
      kind: "BTC_BINARY",
      strikePrice: 6_500_000,
    });
    const open = venue.venue.market("m")!;
    assert.deepEqual([open.settlementPrice, open.settledAtMs], [null, null]);
    const end = { status: "RESOLVED", resolution, settlementPrice: 6_512_345 } as const;
    venue.apply({ type: "update-market", marketId: "m", ...end });
    const { markPrice, settlementPrice, settledAtMs, background } = venue.venue.market("m")!;
    assert.deepEqual([markPrice, settlementPrice, settledAtMs], [mark, 6_512_345, venue.nowMs]);
    assert.equal(background.strikePrice, 6_500_000);
  });
}

test("a perp that has settled tells the price it was paid out at", () => {
  const venue = new TestVenue();
  venue.apply({ type: "update-market", marketId: PERP, markPrice: 6_600_000 });
  venue.apply({ type: "update-market", marketId: PERP, status: "RESOLVED" });
  venue.apply({ type: "update-market", marketId: PERP, markPrice: 1 });
  const { markPrice, settlementPrice, settledAtMs } = venue.venue.market(PERP)!;
  assert.deepEqual([markPrice, settlementPrice, settledAtMs], [6_600_000, 6_600_000, venue.nowMs]);
});

test("a void market tells when it ended, and no price", () => {
  const venue = new TestVenue();
  venue.apply({ type: "update-market", marketId: BINARY, status: "VOID" });
  const { settlementPrice, settledAtMs } = venue.venue.market(BINARY)!;
  assert.deepEqual([settlementPrice, settledAtMs], [null, venue.nowMs]);
});
