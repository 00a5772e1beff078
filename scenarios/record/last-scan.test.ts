import assert from "node:assert/strict";
import { test } from "node:test";
import { Redactor } from "../deployment/secrets/redact.ts";
import { Leak, scan } from "./last-scan.ts";

const KEY = "canary-of-maker";

function redactor(): Redactor {
  const known = new Redactor();
  known.add("maker.key", KEY);
  return known;
}

const LEAKS: [where: string, line: object, field: RegExp][] = [
  [
    "as a value",
    { request: { headers: { authorization: KEY } } },
    /request\.headers\.authorization:/,
  ],
  ["in a list", { response: { body: [{ said: `no ${KEY}` }] } }, /response\.body\.0\.said:/],
  ["as a name", { response: { body: { [KEY]: 1 } } }, /response\.body\.a name:/],
  ["in base64", { receive: { body: btoa(KEY) } }, /receive\.body:/],
  ["percent-encoded", { request: { path: KEY.replace("c", "%63") } }, /request\.path:/],
  ["by its shape alone", { actor: "rw_live_never-seen" }, /actor:/],
];

for (const [where, line, field] of LEAKS) {
  test(`a secret that is left ${where} stops the line, which names the field and no value`, () => {
    assert.throws(
      () => scan(line, redactor()),
      (error) => error instanceof Leak && field.test(error.message) && !error.message.includes(KEY),
    );
  });
}

test("what a placeholder is called is no leak", () => {
  const known = new Redactor();
  known.add("maker.key", "maker.key");
  scan({ request: { headers: { authorization: "Bearer {{maker.key}}" } } }, known);
});
