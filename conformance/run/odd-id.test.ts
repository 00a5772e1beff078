/** Failures that are shown with an order id of another form than the others have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { ofOddIds } from "./odd-id.ts";
import type { Shown } from "./run.ts";

const placed = { request: {}, response: { body: { order_id: "0d6b1c527f3a4c1e" } } } as Exchange;
const listed = { request: {}, response: { body: [] } } as unknown as Exchange;

function shown(rule: string, result: "pass" | "fail", exchanges: readonly Exchange[] = []): Shown {
  const finding = { rule, result, detail: null, observed: null };
  const evidence = result === "fail" ? { exchanges, deciding: exchanges.at(-1) } : null;
  return { finding, check: {}, evidence } as unknown as Shown;
}

const standsOn = (all: readonly Shown[]) => ofOddIds(all)[0]?.finding.stands;

test("they stand on the rule of ids, where other orders have a UUID", () => {
  const lost = shown("OAPI-LIST-02", "fail", [placed, listed]);
  const ids = shown("GEN-UUID-01", "fail", [placed]);
  assert.equal(standsOn([lost, ids, shown("GEN-UUID-01", "pass")]), "GEN-UUID-01");
  assert.equal(standsOn([lost, ids]), undefined);
  assert.equal(standsOn([lost]), undefined);
  const other = shown("OAPI-LIST-02", "fail", [listed]);
  assert.equal(standsOn([other, ids, shown("GEN-UUID-01", "pass")]), undefined);
});
