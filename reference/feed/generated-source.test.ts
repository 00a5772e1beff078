import assert from "node:assert/strict";
import { it } from "node:test";
import { VIRTUAL_START_MS } from "../injected/clock.ts";
import { generatedSource } from "./generated-source.ts";

const DAY_MS = 24 * 3_600_000;
const AT = VIRTUAL_START_MS;

it("gives one price a second, in whole cents, the same however it is asked", () => {
  const prices = generatedSource(7).prices(AT - 600_500, AT);
  assert.equal(prices.length, 601);
  prices.forEach((price, index) => {
    assert.equal(price.tsMs, AT - 600_000 + index * 1_000);
    assert.ok(Number.isSafeInteger(price.priceCents));
    assert.deepEqual(generatedSource(7).last(price.tsMs + 999), price);
  });
});

it("differs by seed, above 2^32 too", () => {
  const pathOf = (seed: number) =>
    generatedSource(seed)
      .prices(AT, AT + 60_000)
      .map((price) => price.priceCents);
  assert.notDeepEqual(pathOf(1), pathOf(2));
  assert.notDeepEqual(pathOf(1), pathOf(1 + 2 ** 32));
});

it("moves like a walk: steps as large as half a percent a minute are rare, and it stays near", () => {
  const prices = generatedSource(3)
    .prices(AT, AT + 4 * DAY_MS)
    .map((price) => price.priceCents);
  const steps = prices.slice(1).map((price, index) => Math.log(price / prices[index]!));
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const variance = steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / steps.length;
  const yearly = Math.sqrt(variance * 365.25 * 24 * 3_600);
  assert.ok(yearly > 0.45 && yearly < 0.55, `${yearly} a year`);
  for (const price of prices) assert.ok(price > 5_500_000 && price < 7_500_000, `${price}`);
});
