import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { codeOfWhatWasAsked, tellsWhatWasAsked, tellsWhatWasNotAsked } from "./asked-codes.ts";

const PLAIN = { side: "BUY", type: "LIMIT", price: 40, qty: 1 };

function declined(reason: string, order: OrderBody): Exchange {
  const bodyText = JSON.stringify({ ...PLAIN, ...order });
  const request = { method: "POST", path: "/v1/orders", query: {}, headers: {}, bodyText };
  const body = { status: "REJECTED", reject_reason: reason };
  const response = { status: 200, headers: {}, bodyText: JSON.stringify(body), body };
  return { request, response } as unknown as Exchange;
}

const ASKING: readonly [code: string, order: OrderBody][] = [
  ["INVALID_LEVERAGE", { leverage: 2 }],
  ["INVALID_MARGIN_MODE", { margin_mode: "CROSS" }],
  ["FOK_NOT_FILLABLE", { tif: "FOK" }],
  ["POST_ONLY_WOULD_CROSS", { tif: "POST_ONLY" }],
  ["REDUCE_ONLY_VIOLATION", { reduce_only: true }],
  ["MARKET_NO_LIQUIDITY", { type: "MARKET" }],
  // What one venue in several says (D-022), and what a lenient one makes of a word.
  ["MARKET_NO_LIQUIDITY", { tif: "IOC" }],
  ["MARKET_NO_LIQUIDITY", { type: "market" }],
  ["REDUCE_ONLY_VIOLATION", { reduce_only: "true" }],
];

describe("a reject code of what an order may ask for", () => {
  it("is told of orders alone which ask for it", () => {
    for (const [code, order] of ASKING) {
      assert.ok(codeOfWhatWasAsked.judge(declined(code, order)).ok, code);
      const { ok } = codeOfWhatWasAsked.judge(declined(code, { reduce_only: false, tif: "GTC" }));
      assert.equal(ok, false, code);
    }
  });

  it("may be that there is nothing to reduce, of a SELL, and is odd then", () => {
    const judged = codeOfWhatWasAsked.judge(declined("REDUCE_ONLY_VIOLATION", { side: "SELL" }));
    assert.ok(judged.ok && judged.warn !== undefined);
  });

  it("is asked for by a name that is not the spec's too: that it is obeyed is another rule's", () => {
    assert.ok(!tellsWhatWasNotAsked(declined("REDUCE_ONLY_VIOLATION", { reduceOnly: true })));
  });

  it("is no other code, and not the code of another request", () => {
    assert.ok(!tellsWhatWasAsked(declined("NO_REFERENCE_PRICE", {})));
    const sold = declined("FOK_NOT_FILLABLE", {});
    const amended = { ...sold, request: { ...sold.request, method: "PATCH" } };
    assert.ok(tellsWhatWasNotAsked(sold));
    assert.ok(!tellsWhatWasNotAsked(amended));
  });
});
