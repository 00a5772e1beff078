import assert from "node:assert/strict";
import { test } from "node:test";
import { select } from "../run/selection.ts";
import { KeptRuns } from "./kept-runs.ts";
import { KeptTexts } from "./kept-texts.ts";

const kept = (at: number, text = "x") => ({
  ...{ uri: `touchstone://answers/${at}`, name: `${at}`, mimeType: "text/plain", text },
});

test("past their number, or their length, the oldest texts go", () => {
  const texts = new KeptTexts();
  for (let at = 0; at < 201; at += 1) texts.keep(kept(at));
  assert.equal(texts.all.length, 200);
  assert.equal(texts.at("touchstone://answers/0"), null);
  texts.keep(kept(300, "y".repeat(64 * 1024 * 1024)));
  assert.deepEqual(
    texts.all.map(({ name }) => name),
    ["300"],
  );
});

test("a text that is kept again under its address is there once", () => {
  const texts = new KeptTexts();
  texts.keep(kept(1));
  texts.keep(kept(1, "other"));
  assert.deepEqual(
    texts.all.map(({ text }) => text),
    ["other"],
  );
});

test("past their number the oldest plan goes, with its run", () => {
  const runs = new KeptRuns();
  const selection = select(["TIF-IOC-03"], []);
  for (let at = 0; at < 31; at += 1) runs.plan({ selection, seed: 1 });
  assert.throws(() => runs.planned("plan-1"), /no plan plan-1/);
  assert.equal(runs.planned("plan-31").seed, 1);
});
