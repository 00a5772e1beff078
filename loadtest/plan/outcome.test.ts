import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { REJECT_CODES } from "../../conformance/spec/reject-codes.ts";
import { type Form, isError, judge, OUTCOMES, REASONS } from "./outcome.ts";

const order = { order_id: "5f0c", status: "NEW", filled_qty: 0, remaining_qty: 1, fills: [] };
const json = JSON.stringify;

const CASES: [what: string, status: number, text: string | null, form: Form, outcome: string][] = [
  ["an order that rests", 201, json(order), "order", "accepted"],
  ["an order placed by a 200", 200, json(order), "order", "accepted"],
  ["a decline", 200, json({ ...order, status: "REJECTED" }), "order", "declined"],
  ["a decline with 201", 201, json({ ...order, status: "REJECTED" }), "order", "declined"],
  ["a list", 200, "[]", "json", "accepted"],
  ["an empty 204", 204, "", "json", "accepted"],
  ["a ticket", 201, json({ ticket: "rw_live_x" }), "ticket", "accepted"],
  ["a flat envelope", 404, json({ code: "NOT_FOUND" }), "json", "refused"],
  ["a nested envelope", 401, json({ detail: { code: "NO" } }), "json", "refused"],
  ["validation errors in a list", 422, json({ detail: [] }), "order", "refused"],
  ["a 429 without a body", 429, null, "json", "limited"],
  ["a gateway's page", 502, "<html>", "json", "unavailable"],
  ["a frozen exchange", 503, json({ code: "EXCHANGE_FROZEN" }), "order", "unavailable"],
  ["no answer", 0, null, "json", "lost"],
  ["markup that says 200", 200, "<html>", "json", "malformed"],
  ["an order without an id", 201, json({ status: "NEW" }), "order", "malformed"],
  ["an order in no known status", 201, json({ ...order, status: "OK" }), "order", "malformed"],
  ["a ticket without one", 201, "{}", "ticket", "malformed"],
  ["a refusal without a code", 400, json({ error: "no" }), "json", "malformed"],
  ["a redirect", 302, "", "json", "malformed"],
];

describe("an outcome", () => {
  for (const [what, status, text, form, outcome] of CASES) {
    it(`of ${what} is ${outcome}`, () => {
      assert.equal(judge(status, text, form).outcome, outcome);
    });
  }

  it("keeps its reason when documented, and OTHER for every other", () => {
    const declined = (reason: unknown) =>
      judge(200, json({ ...order, status: "REJECTED", reject_reason: reason }), "order").reason;
    assert.equal(declined("POSITION_CAP"), "POSITION_CAP");
    assert.equal(declined("9f1c-not-a-code"), "OTHER");
    assert.equal(declined(null), "OTHER");
    assert.equal(judge(201, json(order), "order").reason, null);
  });

  it("is an error only where a client got no usable answer, or was refused", () => {
    assert.deepEqual(OUTCOMES.filter(isError), ["refused", "unavailable", "lost", "malformed"]);
  });
});

it("tells every decline of the spec's table apart, and no reason that is not in it", () => {
  const declines = REJECT_CODES.filter(({ http }) => http.includes("REJECTED"));
  const known: readonly string[] = REASONS.filter((reason) => reason !== "OTHER");
  const codes = REJECT_CODES.map(({ code }) => code);
  assert.deepEqual(
    declines.map(({ code }) => code).filter((code) => !known.includes(code)),
    [],
  );
  assert.deepEqual(
    known.filter((reason) => !codes.includes(reason)),
    [],
  );
});
