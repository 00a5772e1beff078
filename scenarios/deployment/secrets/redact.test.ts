import assert from "node:assert/strict";
import { test } from "node:test";
import { Redactor, WITHHELD } from "./redact.ts";

function redactorOf(secrets: Record<string, string>): Redactor {
  const redactor = new Redactor();
  for (const [placeholder, value] of Object.entries(secrets)) redactor.add(placeholder, value);
  return redactor;
}

test("replaces a known value wherever it stands", () => {
  const redactor = redactorOf({ "maker.key": "canary" });
  assert.equal(redactor.text('a canary, "canary"'), 'a {{maker.key}}, "{{maker.key}}"');
});

test("finds a value JSON-escaped, URL-encoded and decoded", () => {
  const redactor = redactorOf({ a: 'quo"te', b: "s:a/b=", c: "xyz%3Dxyz" });
  assert.equal(redactor.text(JSON.stringify('quo"te')), '"{{a}}"');
  assert.equal(redactor.text("?v=s%3Aa%2Fb%3D"), "?v={{b}}");
  assert.equal(redactor.text("xyz=xyz"), "{{c}}");
});

test("takes the longest of overlapping values", () => {
  const redactor = redactorOf({ "env.TAIL": "the-tail", "maker.key": "head-the-tail" });
  assert.equal(redactor.text("head-the-tail the-tail"), "{{maker.key}} {{env.TAIL}}");
});

test("knows a value that no address can carry", () => {
  assert.equal(redactorOf({ a: "canary \ud800" }).text("a canary \ud800"), "a {{a}}");
});

test("keeps the first placeholder of a value and ignores an empty one", () => {
  const redactor = redactorOf({ "maker.key": "canary", "reader.key": "canary", none: "" });
  assert.equal(redactor.text("canary"), "{{maker.key}}");
});

test("numbers unknown keys and tickets, the same value the same way", () => {
  const redactor = redactorOf({});
  const text = "rk_live_aB-_1 rw_live_zz rk_live_aB-_1";
  assert.equal(redactor.text(text), "{{secret.1}} {{secret.2}} {{secret.1}}");
});

test("does not take a longer key for a known shorter one", () => {
  const redactor = redactorOf({ "maker.key": "rk_live_a" });
  assert.equal(redactor.text("rk_live_a rk_live_ab"), "{{maker.key}} {{secret.1}}");
});

test("leaves the bare prefixes of keys and tickets alone", () => {
  assert.equal(redactorOf({}).text("a key starts with rk_live_."), "a key starts with rk_live_.");
});

const HEADERS: [name: string, value: string, redacted: string][] = [
  ["Authorization", "Bearer well-known", "Bearer {{maker.key}}"],
  ["authorization", "Basic dTpw", "Basic {{secret.1}}"],
  ["authorization", "no-scheme", "{{secret.1}}"],
  ["authorization", "Bearer", "Bearer"],
  ["Cookie", "sid=abc; theme=dark", "sid={{secret.1}}; theme={{secret.2}}"],
  ["set-cookie", "sid=abc; HttpOnly\na=b", "sid={{secret.1}}; HttpOnly\na={{secret.2}}"],
  ["X-Service-CSRF", "abc", "{{secret.1}}"],
  ["x-note", "well-known abc", "{{maker.key}} abc"],
];

for (const [name, value, redacted] of HEADERS) {
  test(`writes ${name}: ${JSON.stringify(value)} with placeholders`, () => {
    assert.equal(redactorOf({ "maker.key": "well-known" }).header(name, value), redacted);
  });
}

test("finds a value in the name of a cookie too", () => {
  const redactor = redactorOf({ "control.token": "operator" });
  assert.equal(redactor.header("cookie", "operators=a"), "{{control.token}}s={{secret.1}}");
  assert.equal(redactor.header("set-cookie", "operators=a"), "{{control.token}}s={{secret.1}}");
});

test("searches for a long value first seen in a credential header, not for a short one", () => {
  const redactor = redactorOf({});
  redactor.header("set-cookie", "sid=0123456789abcdef; Path=/");
  redactor.header("set-cookie", "theme=dark");
  assert.equal(redactor.text("0123456789abcdef is dark"), "{{secret.1}} is dark");
});

test("leaves plain words alone where a secret is too short to be told from them", () => {
  const redactor = redactorOf({ "control.token": "a", "maker.key": "trade" });
  assert.equal(redactor.text('a trade of "a"'), 'a trade of "a"');
  assert.ok(!redactor.bears("a trade"));
  assert.equal(redactor.header("authorization", "Bearer trade"), "Bearer {{maker.key}}");
  assert.equal(redactor.header("authorization", "Bearer a"), "Bearer {{control.token}}");
});

test("leaves text that is redacted already as it is", () => {
  const redactor = redactorOf({ "maker.key": "canary" });
  const once = redactor.header("authorization", "Bearer canary");
  assert.equal(redactor.header("authorization", once), once);
});

const CANARY = "canary of maker";
const HIDDEN: Record<string, string> = {
  "percent-encoded": "?q=%63anary%20of%20maker",
  "percent-encoded twice": "?q=%2563anary%2520of%2520maker",
  "JSON-escaped": String.raw`{\"a\":\"\u0063anary\u0020of\u0020maker\"}`,
  "in base64": Buffer.from(`user:${CANARY}`).toString("base64"),
  "in base64 of another start": `x${Buffer.from(CANARY).toString("base64url")}`,
};

for (const [how, text] of Object.entries(HIDDEN)) {
  test(`finds a value that stands ${how}`, () => {
    const redactor = redactorOf({ "maker.key": CANARY });
    assert.ok(redactor.bears(text));
    const redacted = redactor.text(text);
    assert.ok(!redactor.bears(redacted), redacted);
    assert.match(redacted, /\{\{(secret\.1|maker\.key\.base64)\}\}/);
  });
}

test("takes web tokens and long random text for secrets, ids and words for none", () => {
  const redactor = redactorOf({});
  const random = "Zm9vYmFy_1234567890-ABCDEFGHIJ-abcdefghij-XYZ";
  assert.equal(redactor.text(`a ${random}.`), "a {{secret.1}}.");
  assert.equal(redactor.text("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln"), "{{secret.2}}");
  for (const text of [
    "Order-550e8400-e29b-41d4-a716-446655440000",
    "a-very-long-name-of-lower-case-words-and-1-number",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ]) {
    assert.equal(redactor.text(text), text);
  }
});

test("writes no text any more once there are too many values to look for", () => {
  const redactor = new Redactor();
  for (let n = 0; n < 200_000; n += 1) redactor.mask(n.toString(36));
  assert.equal(redactor.text("plain words"), "plain words");
  redactor.mask("!");
  assert.equal(redactor.text("plain words"), WITHHELD);
  assert.equal(redactor.bytes(Buffer.from("plain words")).toString(), WITHHELD);
  assert.equal(redactor.mask("another"), WITHHELD);
});
