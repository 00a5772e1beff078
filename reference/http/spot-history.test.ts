import assert from "node:assert/strict";
import { it } from "node:test";
import { generatedSource } from "../feed/generated-source.ts";
import { SpotFeed } from "../feed/spot-feed.ts";
import { VIRTUAL_START_MS } from "../injected/clock.ts";
import { spotRecord } from "../wire/mapping.ts";
import { HOURS_KEPT, SpotHistory } from "./spot-history.ts";

const HOUR_MS = 3_600_000;
const source = generatedSource(7);
const textOf = (history: SpotHistory, nowMs: number, seconds: number) =>
  Buffer.concat([...history.body(nowMs, seconds).pieces]).toString();

it("tells what the feed has, whatever was asked before and however time goes", () => {
  const history = new SpotHistory(new SpotFeed(source));
  let nowMs = VIRTUAL_START_MS;
  for (const step of [0, 400, 600, 3_599_000, 1, 30 * HOUR_MS, -5_000, -2 * HOUR_MS]) {
    nowMs += step;
    for (const seconds of [1, 900, 3_600, 86_400, 3_601]) {
      const points = source.prices(nowMs - seconds * 1_000, nowMs).map(spotRecord);
      const expected = JSON.stringify({ points, count: points.length, seconds });
      assert.equal(textOf(history, nowMs, seconds), expected);
    }
  }
});

it("tells none where there is none", () => {
  const none = { ...source, last: () => null, prices: () => [] };
  const history = new SpotHistory(new SpotFeed(none));
  assert.equal(textOf(history, VIRTUAL_START_MS, 60), '{"points":[],"count":0,"seconds":60}');
});

it("writes an hour that is over once, and forgets those that nobody can ask for", () => {
  let given = 0;
  const prices: typeof source.prices = (fromMs, toMs) => {
    const found = source.prices(fromMs, toMs);
    given += found.length;
    return found;
  };
  const history = new SpotHistory(new SpotFeed({ ...source, prices }));
  const atMs = VIRTUAL_START_MS + 1_000;
  textOf(history, atMs, 86_400);
  given = 0;
  for (let seconds = 86_000; seconds < 86_100; seconds++) textOf(history, atMs, seconds);
  assert.equal(given, 0);
  textOf(history, atMs + 1_000, 86_400);
  assert.equal(given, 3);
  for (let hours = 1; hours < 60; hours++) {
    textOf(history, atMs + hours * HOUR_MS, 86_400);
    assert.ok(history.kept <= HOURS_KEPT);
  }
  assert.equal(history.kept, HOURS_KEPT);
});
