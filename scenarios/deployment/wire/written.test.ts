import assert from "node:assert/strict";
import { test } from "node:test";
import { Redactor } from "../secrets/redact.ts";
import { asItCame, writtenRequest, writtenResponse } from "./written.ts";

const SECRET = "Zk83-hidden-value";

test("is looked through once it is read, for what is known by then", () => {
  const redactor = new Redactor();
  const body = { echo: SECRET };
  const text = JSON.stringify(body);
  const answer = { status: 200, headers: { "x-echo": SECRET }, text, body };
  const response = writtenResponse(answer, redactor);
  const sent = { method: "POST", path: "/v1/orders", query: {}, headers: { "x-note": SECRET } };
  const request = writtenRequest({ ...sent, payload: text }, redactor);
  redactor.add("maker.key", SECRET);
  const shown = JSON.stringify({ response: { ...response, body: null }, request });
  assert.doesNotMatch(shown, new RegExp(SECRET));
  assert.deepEqual({ ...response.headers }, { "x-echo": "{{maker.key}}" });
  assert.deepEqual(request.headers, { "x-note": "{{maker.key}}" });
  assert.equal(response.bodyText, '{"echo":"{{maker.key}}"}');
  assert.equal(request.bodyText, response.bodyText);
  assert.equal(response.chars, text.length);
  assert.equal(asItCame(response), `${text}\n${SECRET}`);
});

test("learns at once what headers and texts say to be secret, as another one may repeat it", () => {
  const redactor = new Redactor();
  const headers = { authorization: `Bearer ${SECRET}` };
  writtenRequest({ method: "GET", path: "/", query: {}, headers, payload: null }, redactor);
  assert.equal(redactor.bears(SECRET), true);
  const other = "Qm20-another-one";
  writtenResponse(
    { status: 400, headers: {}, text: `token="${other}"`, body: undefined },
    redactor,
  );
  assert.equal(redactor.bears(other), true);
});
