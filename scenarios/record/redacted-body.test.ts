import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deflateRawSync, deflateSync } from "node:zlib";
import { Redactor } from "../deployment/secrets/redact.ts";
import { decodedBody, redactedBody } from "./redacted-body.ts";

function kept(text: string, secret: readonly string[] = []) {
  const redactor = new Redactor();
  redactor.add("maker.key", "long-and-secret");
  return redactedBody(Buffer.from(text), { redactor, secret: new Set(secret) });
}

describe("a body that is kept without its secrets", () => {
  it("is otherwise as it was written, be it JSON or a form", () => {
    const texts = [
      '{ "password": "a", "qty": 1.0, "n": "\\u00e9",\n "key": "long-and-secret" }',
      '{"id": 1, "id": 2, "password": "x", "password": "y"}',
      '\uFEFF{"sent": "{\\"qty\\": 1.0, \\"password\\": \\"z\\"}"}',
      "a=%7b1%7d+2&password=b&order=%7B%22token%22%3A%22c%22%7D",
    ];
    const bodies = texts.map((text) => kept(text));
    assert.deepEqual(bodies, [
      {
        body_text:
          '{ "password": "{{secret.1}}", "qty": 1.0, "n": "\\u00e9",\n "key": "{{maker.key}}" }',
      },
      {
        body_text: '{"id": 1, "id": 2, "password": "{{secret.1}}", "password": "{{secret.2}}"}',
      },
      { body_text: '\uFEFF{"sent": "{\\"qty\\": 1.0, \\"password\\": \\"{{secret.1}}\\"}"}' },
      {
        body_text: "a=%7b1%7d+2&password={{secret.1}}&order=%7B%22token%22%3A%22{{secret.2}}%22%7D",
      },
    ]);
  });

  it("is JSON where that says it to the letter", () => {
    const body = { password: "{{secret.1}}", text: "{{{{not}}" };
    assert.deepEqual(kept('{"password":"a","text":"{{not}}"}'), { body });
    assert.deepEqual(kept('{"pin":12345678901234567890}', ["12345678901234567890"]), {
      body: { pin: "{{secret.1}}" },
    });
  });
});

it("takes off a deflate of either kind", () => {
  const text = Buffer.from("some text");
  for (const pack of [deflateSync, deflateRawSync]) {
    assert.deepEqual(decodedBody(pack(text), "Deflate"), text);
  }
});
