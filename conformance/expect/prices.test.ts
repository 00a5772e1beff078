import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { noWorseThan, tradedAt } from "./prices.ts";

function filledAt(avgPrice: number | null, ...prices: number[]): PlaceResponse {
  return {
    avgPrice,
    fills: prices.map((price) => ({ price, qty: 1 })),
  } as unknown as PlaceResponse;
}

describe("noWorseThan", () => {
  it("lets a BUY pay up to its bound and a SELL get down to it", () => {
    assert.ok(noWorseThan({ side: "BUY", price: 55 }).judge(filledAt(55, 55)).ok);
    assert.ok(noWorseThan({ side: "BUY", price: 55 }).judge(filledAt(2, 2)).ok);
    assert.ok(noWorseThan({ side: "SELL", price: 55 }).judge(filledAt(99, 99)).ok);
  });

  it("refuses an average one unit beyond the bound", () => {
    assert.ok(!noWorseThan({ side: "BUY", price: 55 }).judge(filledAt(56)).ok);
    assert.ok(!noWorseThan({ side: "SELL", price: 55 }).judge(filledAt(54)).ok);
  });

  it("refuses one bad fill behind a good average", () => {
    assert.ok(!noWorseThan({ side: "BUY", price: 55 }).judge(filledAt(54, 50, 58)).ok);
  });

  it("warns of prices in a unit a hundred times smaller", () => {
    const judged = noWorseThan({ side: "BUY", price: 55 }).judge(filledAt(5400));
    assert.ok(judged.ok);
    assert.match(judged.warn ?? "", /factor of 100/);
  });
});

describe("tradedAt", () => {
  it("holds for the price and for nothing else, least of all no fill", () => {
    assert.ok(tradedAt(55).judge(filledAt(55)).ok);
    assert.ok(!tradedAt(55).judge(filledAt(55.5)).ok);
    assert.ok(!tradedAt(55).judge(filledAt(null)).ok);
  });
});
