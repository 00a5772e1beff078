import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { leaveUnread, unreadBody, withoutBody } from "./late-body.ts";

const LONG = "x".repeat(600);
const lineOf = (request: object, response: object, more = {}) => ({
  ...{ n: 1, at: 0, took: 1, actor: null, request, ...more },
  response: { status: 200, headers: {}, ...response },
});
const bytesOf = (value: object) => Buffer.from(JSON.stringify(value));

/** A line with its body put back in its place. */
function read(bytes: Buffer) {
  const opened = withoutBody(bytes);
  if (opened === null) return null;
  const { response } = opened.line as { response: { body?: unknown } };
  leaveUnread(response, opened.body, { bytes, place: "a:2" });
  return { line: opened.line, response };
}

describe("a body that is left unread", () => {
  it("is its bytes until it is asked for, and then what they say", () => {
    const whole = lineOf({ path: "/a" }, { body: { ü: LONG } });
    const { response, line } = read(bytesOf(whole))!;
    assert.deepEqual(unreadBody(response), bytesOf({ ü: LONG }));
    assert.deepEqual(JSON.parse(JSON.stringify(line)), whole);
    assert.deepEqual(response.body, { ü: LONG });
  });

  it("is the one of the answer, though a request's body looks like an answer", () => {
    const alike = { response: { status: 200, headers: {}, body: LONG } };
    const whole = lineOf({ path: "/a", body: alike }, { body: { right: LONG } });
    const found = read(bytesOf(whole));
    assert.deepEqual(found?.response.body ?? { right: LONG }, { right: LONG });
  });

  it("is read with the line where something stands behind it", () => {
    const within = { status: 200, headers: {}, body: { a: LONG }, later: { b: {} } };
    assert.deepEqual(read(bytesOf(lineOf({}, within)))!.response.body, { a: LONG });
    const { response, ...rest } = lineOf({}, { body: { a: LONG } });
    const behind = bytesOf({ ...rest, response, later: { b: {} } });
    assert.deepEqual(read(behind)!.response.body, { a: LONG });
  });

  it("cannot be read where the line is no JSON", () => {
    const damaged = bytesOf(lineOf({}, { body: { a: LONG } }))
      .toString()
      .replace("xx", '"');
    assert.throws(
      () => read(Buffer.from(damaged))!.response.body,
      /^SessionError: a:2: is not a JSON object$/,
    );
  });

  it("is not there where the answer has none, or the line is short", () => {
    assert.equal(withoutBody(bytesOf(lineOf({}, { body_text: LONG }))), null);
    assert.equal(withoutBody(bytesOf(lineOf({}, { body: 1 }))), null);
    assert.equal(withoutBody(Buffer.from(`{"n":1,"open":"${LONG}"}`)), null);
    assert.equal(withoutBody(Buffer.from(LONG)), null);
  });
});
