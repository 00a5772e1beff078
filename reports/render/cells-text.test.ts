import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsText } from "./cells-text.ts";

const cells = { tried: 5, of: 6, failed: [], untried: [], lacking: [] };

test("cells that failed stand before how many were tried", () => {
  assert.equal(cellsText(cells), "5 of 6 cells");
  const failed = ["side=SELL", "kind=BTC_PERP"];
  const one = cellsText({ ...cells, failed, untried: ["tif=FOK"] });
  assert.equal(one, "only side=SELL; kind=BTC_PERP; tried 5 of 6 cells, not tif=FOK");
  const every = cellsText({ ...cells, failed: ["every cell"] });
  assert.equal(every, "in every cell; tried 5 of 6 cells");
});

test("a long list of cells that failed is counted, and stands last", () => {
  const failed = ["a", "b", "c", "d"].map((route) => `route=${route}`);
  const text = cellsText({ ...cells, failed });
  assert.equal(text, "tried 5 of 6 cells; failed at 4: route=a; route=b; route=c; route=d");
});
