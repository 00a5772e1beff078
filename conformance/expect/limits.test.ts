import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { limitedToo, limitedWithin, neverLimited, rateLimitedCode, retryAfter } from "./limits.ts";

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Exchange {
  const request = { method: "DELETE", path: "/v1/orders", query: {}, headers: {}, bodyText: null };
  const response = { status, headers, bodyText: JSON.stringify(body), body };
  return { at: 0, took: 1, actor: "maker", request, response, failure: null, class: "write" };
}

const burstOf = (successes: number, limited: Exchange | null) => ({
  ...{ successes, limited, startedAt: 0, endedAt: 1 },
});

const verdict = (judged: { ok: boolean; warn?: string }): string =>
  !judged.ok ? "fail" : judged.warn === undefined ? "pass" : "warn";

test("RATE_LIMITED counts flat and nested, and nowhere else", () => {
  const code = { code: "RATE_LIMITED" };
  assert.equal(verdict(rateLimitedCode.judge(answer(429, code))), "pass");
  assert.equal(verdict(rateLimitedCode.judge(answer(429, { detail: code }))), "pass");
  assert.equal(verdict(rateLimitedCode.judge(answer(429, { error: code }))), "fail");
  assert.equal(verdict(rateLimitedCode.judge(answer(429, { code: "SLOW_DOWN" }))), "fail");
});

test("Retry-After passes as whole seconds of one window, and fails otherwise", () => {
  const of = (text: string) => verdict(retryAfter.judge(answer(429, {}, { "retry-after": text })));
  assert.equal(verdict(retryAfter.judge(answer(429, {}))), "fail");
  assert.deepEqual(["1", "60"].map(of), ["pass", "pass"]);
  const wrong = ["0", "61", "Mon, 05 Jan 2026 00:00:00 GMT", "1.5", "-1", "soon", ""];
  for (const text of wrong) assert.equal(of(text), "fail", text);
});

test("a limit is due before more than the most have passed", () => {
  const limited = answer(429, {});
  const due = limitedWithin(1_260);
  assert.equal(verdict(due.judge(burstOf(1_260, limited))), "pass");
  assert.equal(verdict(due.judge(burstOf(1_261, limited))), "fail");
  assert.equal(verdict(due.judge(burstOf(1_264, null))), "fail");
});

test("one 429 shows a spent budget, and spoils one that should be whole", () => {
  const mixed = [answer(200, {}), answer(429, {})];
  const whole = [answer(200, {})];
  assert.deepEqual(
    [mixed, whole].map((a) => verdict(limitedToo.judge(a))),
    ["pass", "fail"],
  );
  assert.deepEqual(
    [mixed, whole].map((a) => verdict(neverLimited.judge(a))),
    ["fail", "pass"],
  );
});
