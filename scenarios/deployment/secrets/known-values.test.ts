import assert from "node:assert/strict";
import { test } from "node:test";
import { KnownValues } from "./known-values.ts";

function known(...values: string[]): KnownValues {
  const found = new KnownValues();
  for (const value of values) found.add(value);
  return found;
}

const REPLACED: [values: string[], text: string, replaced: string][] = [
  [["abcdef"], "abcdefabcdef-abcde", "<abcdef><abcdef>-abcde"],
  [["abcdef", "abcdefgh"], "abcdefgh abcdefg", "<abcdefgh> <abcdef>g"],
  [["bcdefgh", "abcd"], "abcdefgh", "<abcd>efgh"],
  [[], "abc", "abc"],
];

for (const [values, text, replaced] of REPLACED) {
  test(`finds ${JSON.stringify(values)} in ${text}`, () => {
    assert.equal(
      known(...values).replace(text, (value) => `<${value}>`),
      replaced,
    );
    assert.equal(known(...values).areIn(text), text !== replaced);
  });
}
