import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shrink } from "./shrink.ts";

interface Numbered {
  n: number;
  qty: number;
}

const script = (length: number): Numbered[] =>
  Array.from({ length }, (_, n) => ({ n, qty: 1 + (n % 4) }));
const never = () => false;

describe("a failing script", () => {
  it("shrinks to the commands it takes, in their order", async () => {
    const needs = [17, 55, 90];
    const fails = async (one: readonly Numbered[]) =>
      needs.every((wanted) => one.some(({ qty }, at) => qty > 0 && one[at]?.n === wanted));
    const small = await shrink(script(100), fails, never);
    assert.deepEqual(
      small.map(({ n }) => n),
      needs,
    );
    assert.ok(small.every(({ qty }) => qty === 1));
  });

  it("takes few tries, as blocks go first", async () => {
    let tries = 0;
    const fails = async (one: readonly Numbered[]) => {
      tries += 1;
      return one.some(({ n }) => n === 4_321) && one.some(({ n }) => n === 7_000);
    };
    const small = await shrink(script(10_000), fails, never);
    assert.equal(small.length, 2);
    assert.ok(tries <= 300, `${tries} tries`);
  });

  it("gets smaller numbers once it is short", async () => {
    const fails = async (one: readonly Numbered[]) => one.some(({ qty }) => qty >= 2);
    const [only, ...rest] = await shrink(script(10), fails, never);
    assert.deepEqual(rest, []);
    assert.equal(only?.n, 0);
    assert.ok(Number(only?.qty) >= 2);
  });

  it("is the best so far when the budget is spent", async () => {
    let tries = 0;
    const fails = async (one: readonly Numbered[]) => one.some(({ n }) => n === 0);
    const small = await shrink(script(64), fails, () => ++tries > 2);
    assert.equal(small.length, 16);
  });

  it("never shrinks to nothing", async () => {
    assert.equal((await shrink(script(8), async () => true, never)).length, 1);
  });
});
