import assert from "node:assert/strict";
import { test } from "node:test";
import { escaped, filled, partsOf, placeholderIn } from "./placeholders.ts";

const secrets = (name: string) => ({ "maker.key": "rk_live_x" })[name];

test("fills in what is known and leaves the rest", () => {
  assert.equal(filled("Bearer {{maker.key}}", secrets), "Bearer rk_live_x");
  assert.equal(filled("Bearer {{taker.key}}", secrets), "Bearer {{taker.key}}");
});

for (const text of ["{{maker.key}}", "a {{ b", "{{{", "{{{{x}}", "{}{{}}", "plain"]) {
  test(`gives ${text} back as it was written`, () => {
    assert.equal(filled(escaped(text), secrets), text);
  });
}

test("tells a placeholder from text that has one in it", () => {
  assert.equal(placeholderIn("{{maker.ticket.1}}"), "maker.ticket.1");
  assert.equal(placeholderIn("Bearer {{maker.key}}"), undefined);
  assert.equal(placeholderIn("{{{{maker.key}}"), undefined);
});

test("tells placeholders from what only looks like one", () => {
  assert.deepEqual(partsOf(`a {{maker.key}}${escaped("{{home}}")}`), [
    { plain: "a " },
    { placeholder: "maker.key" },
    { plain: "" },
    { plain: "{{" },
    { plain: "home}}" },
  ]);
});
