import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { DEPTH_MAX, parseStrictJson } from "./strict-json.ts";

describe("strict JSON", () => {
  it("reads what JSON.parse reads, when it holds neither fractions nor exponents", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const whole = JSON.parse(JSON.stringify(value), (_, member) =>
          typeof member === "number" ? Math.trunc(member / 1e300) : member,
        );
        for (const text of [JSON.stringify(whole), JSON.stringify(whole, null, 2)]) {
          assert.deepEqual(parseStrictJson(text), JSON.parse(text));
        }
      }),
    );
  });

  const repeated = [
    '{"a":1,"a":1}',
    '{"a":{"b":1,"b":2}}',
    '[{"a":1},{"a":1,"x":"}","a":2}]',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1,"__proto__":2}',
  ];
  for (const text of repeated) {
    it(`refuses the repeated key in ${text}`, () => {
      assert.throws(() => parseStrictJson(text), /repeats a key/);
    });
  }

  it("takes the same key in different objects, and colons inside strings", () => {
    const text = '{"a":{"a":[{"a":"x:y\\":\\\\"}]},"b:":1}';
    assert.deepEqual(parseStrictJson(text), JSON.parse(text));
  });

  it("takes nesting up to the limit and refuses one more", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    assert.doesNotThrow(() => parseStrictJson(nested(DEPTH_MAX)));
    assert.throws(() => parseStrictJson(nested(DEPTH_MAX + 1)), /deeper/);
  });

  it("hands on numbers written with fraction or exponent as text", () => {
    const text = '{"a":55.0,"b":[1e2,-1.5E+3],"c":-7,"d":"1.0"}';
    assert.deepEqual(parseStrictJson(text), { a: "55.0", b: ["1e2", "-1.5E+3"], c: -7, d: "1.0" });
  });

  it("leaves the prototype of a body alone", () => {
    const body = parseStrictJson('{"__proto__":{"qty":1}}') as Record<string, unknown>;
    assert.equal(body["qty"], undefined);
    assert.equal(({} as Record<string, unknown>)["qty"], undefined);
  });

  for (const text of ["", "{", "{'a':1}", "[1,]", "\ufeff{}", "NaN", '{"a":01}']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseStrictJson(text), SyntaxError);
    });
  }
});
