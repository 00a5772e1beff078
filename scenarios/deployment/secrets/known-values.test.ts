import assert from "node:assert/strict";
import { test } from "node:test";
import { KnownValues } from "./known-values.ts";

function found(values: string[], text: string): string[] {
  const known = new KnownValues();
  for (const value of values) known.add(value);
  return known.spansIn(Buffer.from(text)).map(({ from, to }) => text.slice(from, to));
}

const long = Array.from({ length: 20 }, (_, n) => `part ${n} of it`).join(", ");

const FOUND: [title: string, values: string[], text: string, found: string[]][] = [
  ["one beside another", ["abcdef"], "abcdefabcdef-abcde", ["abcdef", "abcdef"]],
  ["the longest", ["abcdef", "abcdefgh"], "abcdefgh abcdefg", ["abcdefgh", "abcdef"]],
  ["the first of two that overlap", ["cdefghi", "abcdef"], "abcdefghi", ["abcdef"]],
  ["any letter case, and spaces of forms", ["Abc def"], "aBC+dEF abc-def", ["aBC+dEF", "abc-def"]],
  ["nothing that is too short", ["abcde"], "abcde", []],
  ["a long one as a whole", [long], `<${long}>`, [long]],
  ["no long one that is cut off", [long], long.slice(0, 60), []],
  ["none of none", [], "abcdef", []],
];

for (const [title, values, text, expected] of FOUND) {
  test(`finds ${title}`, () => assert.deepEqual(found(values, text), expected));
}

test("finds a random part of a credential, and no words of it", () => {
  const known = new KnownValues();
  known.addFragments("agent-with-a-name-q7Xk2Lp9Wz4Rt8Yn5Vb1");
  const text = "x7Xk2Lp9Wz4Rt8Yn5Vbx agent-with-a-name";
  const parts = known.spansIn(Buffer.from(text)).map(({ from, to }) => text.slice(from, to));
  assert.deepEqual(parts, ["7Xk2Lp9Wz4Rt8Yn5Vb"]);
});

test("looks for as many values as begin alike in the time it looks for one", () => {
  const text = Buffer.from("the same beginning ".repeat(20_000));
  const msOf = (count: number) => {
    const known = new KnownValues();
    for (let n = 0; n < count; n += 1) known.add(`the same beginning of ${n}`);
    const began = performance.now();
    assert.deepEqual(known.spansIn(text), []);
    return performance.now() - began;
  };
  msOf(1);
  const [one, many] = [Math.min(msOf(1), msOf(1)), Math.min(msOf(10_000), msOf(10_000))];
  assert.ok(many < 20 * one + 20, `one ${one} ms, many ${many} ms`);
});
