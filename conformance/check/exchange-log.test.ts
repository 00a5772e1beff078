import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { ExchangeLog } from "./exchange-log.ts";

const ANSWERS_CHARS_MAX = 64 * 1024 * 1024;
const KEPT_CHARS_MAX = 256 * 1024;

function answered(bodyText: string): Exchange {
  const request = { method: "GET", path: "/markets", query: {}, headers: {}, bodyText: null };
  const { length: chars } = bodyText;
  const response = { status: 200, headers: {}, bodyText, chars, body: [chars] };
  return { at: 0, took: 1, actor: null, request, response, failure: null, class: null };
}

test("the answers to a check have room up to their limit, and the check ends beyond it", () => {
  const log = new ExchangeLog();
  log.add(answered("x".repeat(ANSWERS_CHARS_MAX)));
  log.demandRoom();
  log.add(answered("x"));
  assert.throws(
    () => log.demandRoom(),
    /^Inconclusive: not finished: the answers are over 67108864/,
  );
});

test("a long answer is cut when the check has ended, and says so", () => {
  const log = new ExchangeLog();
  const [whole, long] = ["a".repeat(KEPT_CHARS_MAX), "b".repeat(KEPT_CHARS_MAX + 1)].map(answered);
  log.add(whole!);
  log.add(long!);
  assert.deepEqual(long!.response?.body, [KEPT_CHARS_MAX + 1], "the check itself reads all of it");
  const sent = log.close(true);
  assert.equal(whole!.response?.bodyText.length, KEPT_CHARS_MAX);
  assert.deepEqual(whole!.response?.body, [KEPT_CHARS_MAX]);
  assert.match(long!.response?.bodyText ?? "", /^b{262144}… \(cut: 262145 characters\)$/);
  assert.equal(long!.response?.body, undefined);
  assert.equal(sent[1], long, "it is the same exchange for whoever points to it");
  assert.equal(log.count, 0, "who is still known holds none of it");
});

test("a long answer that no failure shows is not kept at all", () => {
  const log = new ExchangeLog();
  const long = answered("b".repeat(KEPT_CHARS_MAX + 1));
  log.add(long);
  log.close(false);
  assert.equal(long.response?.bodyText, "… (cut: 262145 characters)");
});
