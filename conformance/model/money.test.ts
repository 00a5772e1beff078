import assert from "node:assert/strict";
import { test } from "node:test";
import { collateralOf, feeOf, lossOf, marginOf, reachOf, settledFor, together } from "./money.ts";

const stake = (side: "BUY" | "SELL", price: number, qty: number) => ({ side, price, qty });

test("both sides of a contract hold its payout together", () => {
  assert.equal(collateralOf(stake("BUY", 30, 7), 100), 210);
  assert.equal(collateralOf(stake("SELL", 30, 7), 100), 490);
});

test("trades from flat to flat lose what their prices say, rounded where units are no cents", () => {
  const trades = [stake("BUY", 50, 3), stake("SELL", 40, 3)];
  assert.deepEqual(lossOf(trades, 1), { least: 30, most: 30 });
  assert.deepEqual(lossOf(trades, 0.5), { least: 13, most: 17 });
});

test("a margin is rounded up, and a whole one is not", () => {
  assert.equal(marginOf(stake("BUY", 65_000, 1), { multiplier: 0.001, leverage: 3 }), 22);
  assert.equal(marginOf(stake("SELL", 66_000, 1), { multiplier: 0.001, leverage: 3 }), 22);
  assert.equal(marginOf(stake("BUY", 6_500_001, 1), { multiplier: 0.001, leverage: 1 }), 6_501);
});

test("a fee leaves room for rounding where it is no whole number of cents", () => {
  const fee = (bps: number, qty: number) => feeOf(stake("BUY", 50, qty), { multiplier: 1, bps });
  assert.deepEqual(fee(2, 100), { least: 1, most: 1 });
  assert.deepEqual(fee(2, 1), { least: 0, most: 1 });
  assert.deepEqual(fee(-2.5, 100), { least: -2, most: -1 });
  assert.deepEqual(fee(0, 3), { least: 0, most: 0 });
  assert.deepEqual(together(5, fee(2, 1)), { least: 5, most: 6 });
});

test("the right side is paid, the other is not", () => {
  const paid = (side: "BUY" | "SELL", outcome: "YES" | "NO") =>
    settledFor(stake(side, 30, 2), { outcome, payout: 100 });
  assert.deepEqual([paid("BUY", "YES"), paid("SELL", "YES")], [200, 0]);
  assert.deepEqual([paid("BUY", "NO"), paid("SELL", "NO")], [0, 200]);
});

test("a default reaches so many price units or basis points past the touch", () => {
  const buy = { side: "BUY", touch: 40, tick: 1 } as const;
  assert.deepEqual(reachOf(buy, { cents: 10 }), { last: 50, beyond: 51 });
  const sell = { side: "SELL", touch: 65_010, tick: 10 } as const;
  assert.deepEqual(reachOf(sell, { bps: 500 }), { last: 61_760, beyond: 61_740 });
});
