import assert from "node:assert/strict";
import { test } from "node:test";
import { InOrder } from "./in-order.ts";

function queue(): { order: InOrder<string>; given: string[] } {
  const given: string[] = [];
  return { order: new InOrder((value) => given.push(value)), given };
}

test("gives things out as they began, however they end", () => {
  const { order, given } = queue();
  const [first, second, third] = [order.begin(), order.begin(), order.begin()];
  second("second");
  assert.deepEqual(given, []);
  first("first");
  assert.deepEqual(given, ["first", "second"]);
  third("third");
  assert.deepEqual(given, ["first", "second", "third"]);
});

test("gives out what is there when the end has come", () => {
  const { order, given } = queue();
  order.begin();
  order.begin()("second");
  order.end();
  assert.deepEqual(given, ["second"]);
});

test("does not let one that never ends hold up all others", () => {
  const { order, given } = queue();
  const hung = order.begin();
  for (let n = 0; n < 1_001; n += 1) order.begin()(`${n}`);
  assert.equal(given.length, 1_000);
  hung("late");
  assert.deepEqual(given.slice(-2), ["late", "1000"]);
});

test("lets nothing wait that is too heavy to wait", () => {
  const { order, given } = queue();
  const hung = order.begin();
  order.begin()("light", 64 * 1024 * 1024);
  assert.deepEqual(given, []);
  order.begin()("heavy", 1);
  assert.deepEqual(given, ["light", "heavy"]);
  hung("late");
  assert.deepEqual(given, ["light", "heavy", "late"]);
});
