import assert from "node:assert/strict";
import { it } from "node:test";
import { VIRTUAL_START_MS } from "../injected/clock.ts";
import { generatedSource } from "./generated-source.ts";

const DAY_MS = 24 * 3_600_000;
const AT = VIRTUAL_START_MS;

it("gives one tick a second, in whole cents, the same however it is asked", () => {
  const ticks = generatedSource(7).ticks(AT - 600_500, AT);
  assert.equal(ticks.length, 601);
  ticks.forEach((tick, index) => {
    assert.equal(tick.tsMs, AT - 600_000 + index * 1_000);
    assert.ok(Number.isSafeInteger(tick.priceCents));
    assert.deepEqual(generatedSource(7).last(tick.tsMs + 999), tick);
  });
});

it("differs by seed, above 2^32 too", () => {
  const pathOf = (seed: number) =>
    generatedSource(seed)
      .ticks(AT, AT + 60_000)
      .map((tick) => tick.priceCents);
  assert.notDeepEqual(pathOf(1), pathOf(2));
  assert.notDeepEqual(pathOf(1), pathOf(1 + 2 ** 32));
});

it("moves like a walk: steps as large as half a percent a minute are rare, and it stays near", () => {
  const prices = generatedSource(3)
    .ticks(AT, AT + 4 * DAY_MS)
    .map((tick) => tick.priceCents);
  const steps = prices.slice(1).map((price, index) => Math.log(price / prices[index]!));
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const variance = steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / steps.length;
  const yearly = Math.sqrt(variance * 365.25 * 24 * 3_600);
  assert.ok(yearly > 0.45 && yearly < 0.55, `${yearly} a year`);
  for (const price of prices) assert.ok(price > 5_500_000 && price < 7_500_000, `${price}`);
});
