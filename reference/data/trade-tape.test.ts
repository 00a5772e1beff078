import assert from "node:assert/strict";
import { it } from "node:test";
import type { TradeEvent } from "../core/events.ts";
import { TradeTape } from "./trade-tape.ts";

const trade = (tradeSeq: number): TradeEvent => ({
  type: "trade",
  tradeSeq,
  marketId: "m",
  price: 50,
  qty: 1,
  takerSide: "BUY",
  atMs: 0,
  takerOrderId: "taker",
  makerOrderId: "maker",
  takerAgentId: "ann",
  makerAgentId: "bob",
});

it("answers for the last thousand trades, however many there were", () => {
  const tape = new TradeTape();
  for (const count of [999, 1, 999, 1, 1, 500]) {
    const before = tape.newestFirst("m", 1)[0]?.tradeSeq ?? 0;
    for (let seq = before + 1; seq <= before + count; seq++) tape.record(trade(seq));
    const last = before + count;
    const held = tape.newestFirst("m", 1_000).map(({ tradeSeq }) => tradeSeq);
    const expected = Array.from({ length: Math.min(last, 1_000) }, (_, index) => last - index);
    assert.deepEqual(held, expected);
  }
});

it("keeps markets apart", () => {
  const tape = new TradeTape();
  tape.record(trade(1));
  assert.deepEqual(tape.newestFirst("other", 10), []);
});
