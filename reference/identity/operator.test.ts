import assert from "node:assert/strict";
import { it } from "node:test";
import { VirtualClock } from "../injected/clock.ts";
import { Operator } from "./operator.ts";

const TOKEN = "the token";

function started() {
  const clock = new VirtualClock();
  const operator = new Operator(TOKEN, clock);
  const guess = (secret: string, address = "a"): boolean | string => {
    try {
      return operator.admits(secret, address);
    } catch (error) {
      return (error as { headers: Record<string, string> }).headers["Retry-After"]!;
    }
  };
  return { clock, guess };
}

it("an address that guesses waits ever longer, a minute at most, and is not looked at meanwhile", () => {
  const { clock, guess } = started();
  for (let guesses = 0; guesses < 5; guesses++) assert.equal(guess("wrong"), false);
  const waits: number[] = [];
  for (let guesses = 0; guesses < 7; guesses++) {
    const wait = Number(guess(TOKEN));
    assert.equal(guess("wrong"), String(wait));
    clock.advance(wait * 1_000);
    waits.push(wait);
    if (wait < 60) assert.equal(guess("wrong"), false);
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60]);
  assert.equal(guess(TOKEN), true);
});

it("the right token never waits, nor does another address", () => {
  const { guess } = started();
  for (let calls = 0; calls < 1_000; calls++) assert.equal(guess(TOKEN), true);
  for (let guesses = 0; guesses < 6; guesses++) guess("wrong");
  assert.equal(guess(TOKEN), "1");
  assert.equal(guess(TOKEN, "b"), true);
});
