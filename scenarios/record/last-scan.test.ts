import assert from "node:assert/strict";
import { test } from "node:test";
import { Redactor } from "../deployment/secrets/redact.ts";
import { withoutLeaks } from "./last-scan.ts";

const KEY = "canary-of-maker";

function redactor(): Redactor {
  const known = new Redactor();
  known.add("maker.key", KEY);
  return known;
}

const LINE = { at: 0, took: 0, actor: null };
const response = (body: object) => ({ ...LINE, response: { status: 200, headers: {}, ...body } });
const ANSWERED = response({});
const base64 = (text: string) => Buffer.from(text).toString("base64");

const LEAKS: [where: string, line: object, cleaned: object][] = [
  [
    "in a header",
    { ...LINE, request: { headers: { a: KEY, [KEY]: "b" } } },
    { ...LINE, request: { headers: { a: "{{secret.withheld}}", "{{secret.withheld}}": "b" } } },
  ],
  ["in a body", response({ body: [{ said: `no ${KEY}` }] }), ANSWERED],
  ["as a name", response({ body: { [KEY]: 1 } }), ANSWERED],
  ["in base64", response({ body: base64(KEY) }), ANSWERED],
  ["in bytes", response({ body_base64: base64(`\0${KEY}`) }), ANSWERED],
  [
    "percent-encoded",
    { ...LINE, request: { path: KEY.replace("c", "%63") } },
    { ...LINE, request: { path: "{{secret.withheld}}" } },
  ],
  ["by its shape alone", { actor: "rw_live_never-seen" }, { actor: "{{secret.withheld}}" }],
];

for (const [where, line, expected] of LEAKS) {
  test(`a secret that is left ${where} is left out, with a note where it was a body`, () => {
    const text = JSON.stringify(withoutLeaks(line, redactor()));
    assert.doesNotMatch(text, /canary|never-seen/);
    const { body_left_out: note, ...rest } = JSON.parse(text).response ?? {};
    const [cleaned] = [JSON.parse(text)];
    if (note !== undefined) cleaned.response = rest;
    assert.deepEqual(cleaned, expected);
    assert.equal(note !== undefined, expected === ANSWERED);
  });
}

test("what a placeholder is called is no leak", () => {
  const known = new Redactor();
  known.add("maker.key", "maker.key");
  const line = { request: { headers: { authorization: "Bearer {{maker.key}}" } } };
  assert.equal(withoutLeaks(line, known), line);
});

test("random bytes are no leak, however random their base64 looks", () => {
  const bytes = Buffer.from(Array.from({ length: 600 }, (_, n) => (n * 89 + 41) % 256));
  const line = response({ body_base64: bytes.toString("base64") });
  assert.equal(withoutLeaks(line, redactor()), line);
});
