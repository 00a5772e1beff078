import assert from "node:assert/strict";
import { test } from "node:test";
import { type TradePart, takenFrom } from "./free-cash.ts";
import { EMPTY, type MarketState, type Resting } from "./market-state.ts";

const free = { maker_bps: 0, taker_bps: 0 };
const paidInFull = { fees: free, multiplier: 1, payout: 100 };
const part = (side: "BUY" | "SELL", price: number, qty: number): TradePart => ({
  ...{ agent: "a", as: "taker_bps", side, price, qty },
});
const rests = (side: "BUY" | "SELL", price: number, qty: number): Resting => ({
  ...{ id: `${side} ${price}`, agent: "a", side, price, qty },
});
const after = (held: number, ...resting: Resting[]): MarketState => ({
  ...EMPTY,
  positions: { a: held },
  resting,
});
const taken = (parts: TradePart[], state: MarketState, terms: Parameters<typeof takenFrom>[2]) =>
  takenFrom("a", { parts, state }, terms);

test("what rests from flat is earmarked in full, on either side", () => {
  const both = after(0, rests("BUY", 40, 2), rests("SELL", 45, 1));
  assert.deepEqual(taken([], both, paidInFull), { least: 135, most: 135 });
});

test("a long costs its price, a short the rest of the payout", () => {
  assert.deepEqual(taken([part("BUY", 40, 2)], after(2), paidInFull), { least: 80, most: 80 });
  assert.deepEqual(taken([part("SELL", 40, 2)], after(-2), paidInFull), { least: 120, most: 120 });
});

test("back at flat only the prices have cost anything", () => {
  const turned = [part("SELL", 40, 2), part("BUY", 43, 2)];
  assert.deepEqual(taken(turned, after(0), paidInFull), { least: 6, most: 6 });
});

test("orders that close may earmark nothing, those beyond them earmark all", () => {
  const state = after(2, rests("SELL", 45, 1), rests("SELL", 47, 2));
  assert.deepEqual(taken([part("BUY", 40, 2)], state, paidInFull), { least: 133, most: 241 });
});

test("fees come to it, each of its own part in a trade", () => {
  const terms = { ...paidInFull, fees: { maker_bps: 0, taker_bps: 100 } };
  assert.deepEqual(taken([part("BUY", 50, 2)], after(2), terms), { least: 101, most: 101 });
});

test("where nothing is paid in full, only an agent who is flat with nothing open is known", () => {
  const terms = { ...paidInFull, payout: null };
  assert.equal(taken([part("BUY", 50, 2)], after(2), terms), null);
  assert.equal(taken([], after(0, rests("BUY", 40, 1)), terms), null);
  assert.deepEqual(taken([], after(0), terms), { least: 0, most: 0 });
});
