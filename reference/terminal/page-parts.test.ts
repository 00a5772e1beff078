import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { REFUSAL_CODES, REJECT_CODES } from "../core/rejects.ts";
import { STATUS_OF } from "../wire/codes.ts";
import { ShownBook } from "./page/book.ts";
import { earmarkCents } from "./page/earmark.ts";
import { clockOf, dollars, figure, gain, timeOf, wholeNumber } from "./page/figures.ts";
import { plainText } from "./page/plain-text.ts";
import { spoken } from "./page/words.ts";

const level = (price: number, qty: number) => ({ price, qty });

describe("the book of the page", () => {
  it("is the snapshot with what changed since, best first, with what stands up to a price", () => {
    const book = new ShownBook();
    book.take({ bids: [level(40, 5), level(41, 1)], asks: [level(45, 2)] }, true);
    book.take({ bids: [level(41, 0), level(39, 7)], asks: [level(44, 3)] }, false);
    assert.deepEqual(book.side(true, 9), [
      { price: 40, qty: 5, total: 5 },
      { price: 39, qty: 7, total: 12 },
    ]);
    assert.deepEqual(book.side(false, 1), [{ price: 44, qty: 3, total: 3 }]);
  });

  it("takes nothing of what is no book, and of a snapshot nothing of before", () => {
    const book = new ShownBook();
    book.take({ bids: [level(40, 5)], asks: [] }, true);
    for (const bad of [null, {}, { bids: [], asks: [{ price: "1", qty: 1 }] }, { bids: 3 }]) {
      assert.throws(() => book.take(bad, true));
    }
    assert.equal(book.side(true, 1)[0]?.price, 40);
    book.take({ bids: [], asks: [] }, true);
    assert.deepEqual(book.side(true, 1), []);
  });

  it("has at most 20,000 prices a side", () => {
    const bids = Array.from({ length: 20_001 }, (_, at) => level(at + 1, 1));
    assert.throws(() => new ShownBook().take({ bids, asks: [] }, true));
    new ShownBook().take({ bids: bids.slice(1), asks: [] }, true);
  });
});

describe("words", () => {
  it("are there for every code of the venue", () => {
    const codes = [...REJECT_CODES, ...REFUSAL_CODES, ...Object.keys(STATUS_OF)];
    for (const code of codes) assert.notEqual(spoken(code).text, "the venue declined", code);
  });

  it("of a code nobody knows are the venue's own, harmless", () => {
    const { code, text } = spoken("NEW\u202eONE", "<b>\u0007no</b>");
    assert.deepEqual([code, text], ["NEW⟨U+202E⟩ONE", "<b>⟨U+0007⟩no</b>"]);
    assert.equal(spoken("constructor").text, "the venue declined");
  });
});

it("texts of a venue hide nothing, turn nothing round, and end", () => {
  assert.equal(plainText("a\u202eb\u2066\u0000\u200b"), "a⟨U+202E⟩b⟨U+2066⟩⟨U+0000⟩⟨U+200B⟩");
  assert.equal(plainText(`a${"\u0301".repeat(50)}`), "a\u0301\u0301\u0301");
  assert.equal(plainText("x".repeat(999)).length, 201);
  assert.equal(plainText("שלום, Zoë 日本"), "שלום, Zoë 日本");
  assert.deepEqual([plainText(null), plainText({ a: 1 }), plainText(7)], ["", '{"a":1}', "7"]);
});

it("figures of anything are figures or a dash", () => {
  assert.deepEqual([figure(6_500_000), figure("5"), figure(Number.NaN)], ["6,500,000", "–", "–"]);
  assert.deepEqual([dollars(-123_456), gain(5), gain(null)], ["−1,234.56", "+0.05", "–"]);
  assert.deepEqual([timeOf(1e99), clockOf(0)], ["–", "1970-01-01 00:00:00"]);
  const typed = ["1,000", " 7 ", "-2", "1.5", "1e3", "", "9007199254740993"].map(wholeNumber);
  assert.deepEqual(typed, [1_000, 7, -2, null, null, null, null]);
});

describe("the earmark of an order", () => {
  const binary = {
    kind: "BTC_BINARY",
    geometry: { payout: 100, contract_multiplier: null },
    mark_price: 50,
  };
  const perp = {
    kind: "BTC_PERP",
    geometry: { payout: null, contract_multiplier: 0.001 },
    mark_price: 6_500_000,
  };

  it("is the whole price of what a binary may cost", () => {
    const wanted = { qty: 10, price: 40, leverage: 1 };
    assert.equal(earmarkCents(binary, { ...wanted, side: "BUY" }, 0), 400);
    assert.equal(earmarkCents(binary, { ...wanted, side: "SELL" }, 0), 600);
    assert.equal(earmarkCents(binary, { ...wanted, side: "SELL" }, 4), 360);
    assert.equal(earmarkCents(binary, { ...wanted, side: "SELL" }, 99), 0);
  });

  it("is the notional by leverage on a perp, at the mark where that is more", () => {
    const wanted = { side: "BUY", qty: 3, price: 6_400_000 } as const;
    assert.equal(earmarkCents(perp, { ...wanted, leverage: 7 }, 0), 2_786);
    assert.equal(
      earmarkCents({ ...perp, mark_price: null }, { ...wanted, leverage: 1 }, 0),
      19_200,
    );
    assert.equal(earmarkCents(perp, { ...wanted, leverage: 0 }, 0), null);
  });
});
