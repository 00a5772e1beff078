import assert from "node:assert/strict";
import { test } from "node:test";
import { hidesNothing, mayBePlain } from "./plain-text.ts";
import { Redactor } from "./redact.ts";

const ID = "5f0c7e0a-1f2b-4c3d-8e4f-5a6b7c8d9e0f";

test("paths of words and ids, words, short numbers and the media type of JSON hide nothing", () => {
  for (const text of [
    `/v1/orders/${ID}/fills`,
    "/auth/ws-ticket",
    "/me/agents",
    "history_limit",
    "50",
    ID,
    "application/json; charset=utf-8",
  ])
    assert.equal(hidesNothing(text), true, text);
});

test("what names a value, is encoded, long or mixed may hide something", () => {
  for (const text of [
    "token=abcdefgh",
    "/login/?code=abc",
    "rk_live_abcdef",
    "cmtfbGl2ZV9hYmM",
    "/orders/5f0c7e0a1f2b4c3d8e4f5a6b7c8d9e0f",
    "%72k_live",
    "/eyJhbGciOi/x",
    `/${"word/".repeat(60)}`,
  ])
    assert.equal(hidesNothing(text), false, text);
});

test("a secret that is known is replaced in such a text all the same", () => {
  const redactor = new Redactor();
  redactor.add("a.ticket", ID);
  redactor.add("a.password", "orders");
  assert.equal(redactor.text(`/v1/markets/${ID}`), "/v1/markets/{{a.ticket}}");
  assert.equal(redactor.text("/v1/orders/1"), "/v1/{{a.password}}/1");
});

test("only what has no digit beside a letter beyond f can stand there", () => {
  for (const value of [ID, "orders", "v1/orders", "000000"]) assert.ok(mayBePlain(value), value);
  for (const value of ["rw_live_9xK2", "q1w2e3r4"]) assert.ok(!mayBePlain(value), value);
});
