import assert from "node:assert/strict";
import { it } from "node:test";
import { markup, onOneLine, printable, valueText } from "./text.ts";

it("keeps letters of any script, line breaks and tabs", () => {
  assert.equal(printable("naïve 日本 😀\n\tx"), "naïve 日本 😀\n\tx");
});

it("spells out what a terminal obeys and XML forbids", () => {
  const cases: [string, string][] = [
    ["\u0000", "\\u{0}"],
    ["\r", "\\u{d}"],
    ["\u001b", "\\u{1b}"],
    ["\u009b", "\\u{9b}"],
    ["\u202e", "\\u{202e}"],
    ["\u200e", "\\u{200e}"],
    ["\u200f", "\\u{200f}"],
    ["\u061c", "\\u{61c}"],
    ["\u2069", "\\u{2069}"],
    ["\ud800", "\\u{d800}"],
    ["\uffff", "\\u{ffff}"],
  ];
  for (const [char, spelled] of cases) assert.equal(printable(`a${char}b`), `a${spelled}b`);
});

it("makes reserved characters entities", () => {
  assert.equal(markup(`<a href='x'>"&`), "&#60;a href=&#39;x&#39;&#62;&#34;&#38;");
});

it("puts any value on one line", () => {
  assert.equal(valueText("200 REJECTED"), "200 REJECTED");
  assert.equal(valueText({ a: [1, null] }), '{"a":[1,null]}');
  assert.equal(valueText(undefined), "null");
});

it("keeps a message on its line", () => {
  assert.equal(onOneLine("no\nPASS\tall rules hold"), "no\\u{a}PASS\\u{9}all rules hold");
});
