import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { DECISIONS } from "../../../scenarios/decisions/index.ts";
import { isMutated, judging, tracked } from "./instrumented-copy.ts";
import { decisionsAt, decisionsNamed, openPlaces } from "./open-places.ts";
import { STATED_BESIDE } from "./stated-decisions.ts";

const SOURCE = `/** Orders and their pauses. */
import { at } from "./clock.ts";

/** Starts a pause. D-061. */
export function pause(
  order: Order,
): boolean {
  if (order.qty > 5) {

    return true;
  }
  return false;
}

export function rest(order: Order): boolean {
  // How far is too far: D-062.
  if (order.price > 5) {
    return false;
  } else {
    order.level = 1;
  }
  return order.qty > 1;
}

/** Limits. D-166 to D-168. */
export class Limits {
  /** Of a request that nobody is known for. */
  take(): boolean {
    return true;
  }
}

/** Quantities are above zero. D-067. */
export const qty = (order: Order) => order.qty > 0;
`;
const LINES = SOURCE.split("\n");
const line = (text: string) => LINES.findIndex((one) => one.includes(text)) + 1;
const at = (text: string) => decisionsAt(openPlaces(SOURCE), line(text));

describe("a place is open", () => {
  it("where the comment of its declaration names a decision, from its first line to its last", () => {
    assert.deepEqual(at("export function pause"), ["D-061"]);
    assert.deepEqual(at("return true;"), ["D-061"]);
    assert.deepEqual(at("): boolean {"), ["D-061"]);
  });

  it("where the comment above a statement does, and not beyond it", () => {
    assert.deepEqual(at("order.price > 5"), ["D-062"]);
    assert.deepEqual(at("order.level = 1"), ["D-062"]);
    assert.deepEqual(at("return order.qty > 1"), []);
    assert.deepEqual(at("export function rest"), []);
  });

  it("where the comment of the class around it does, a range of decisions too", () => {
    const inside = decisionsAt(openPlaces(SOURCE), line("  take(): boolean") + 1);
    assert.deepEqual(inside, ["D-166", "D-167"]);
  });

  it("in all of a file whose first comment names one", () => {
    const places = openPlaces(SOURCE.replace("pauses. */", "pauses. D-030. */"));
    assert.deepEqual(decisionsAt(places, line("return order.qty > 1")), ["D-030"]);
    assert.deepEqual(decisionsAt(places, LINES.length), ["D-030"]);
  });

  it("nowhere by a decision that leaves open how a refusal is said", () => {
    assert.ok(STATED_BESIDE.has("D-067"));
    assert.deepEqual(at("export const qty"), []);
  });
});

describe("the reference", () => {
  const mutated = tracked().filter(isMutated);
  const textOf = (file: string) => readFileSync(file, "utf8");
  /** What stands at a place of a file: the first line that begins so. */
  const open = (file: string, start: string) => {
    const text = textOf(file);
    const found = text.split("\n").findIndex((one) => one.trimStart().startsWith(start));
    assert.ok(found >= 0, `${file}: ${start}`);
    return decisionsAt(openPlaces(text), found + 1);
  };

  it("names decisions that the register holds", () => {
    const held = new Set(DECISIONS.map(({ id }) => id));
    const named = mutated.flatMap((file) => decisionsNamed(textOf(file)));
    const unheld = [...named, ...STATED_BESIDE.keys()].filter((id) => !held.has(id));
    assert.deepEqual([...new Set(unheld)].sort(), []);
  });

  it("is open where the numbers are the venue's own", () => {
    assert.deepEqual(open("reference/core/cooldown.ts", "const starts"), ["D-061"]);
    assert.deepEqual(open("reference/core/amend.ts", "function conflict"), ["D-030"]);
    assert.deepEqual(open("reference/core/matching.ts", "if (maker.agent"), ["D-027"]);
    const confirmed = open("reference/core/idempotency.ts", "return now.confirmFatFinger");
    assert.deepEqual(confirmed, ["D-043"]);
  });

  it("is not where the spec has a plain sentence", () => {
    const stated: [file: string, start: string][] = [
      ["reference/http/middleware/authorize.ts", 'if (auth === "session")'],
      ["reference/http/routes/keys.ts", "const revoke"],
      ["reference/http/routes/auth.ts", "if (!right || member === NOBODY)"],
      ["reference/http/routes/markets.ts", ".filter((market) => status"],
      ["reference/http/routes/markets.ts", "const markets = openOnes"],
      ["reference/core/matching.ts", "while (taker.remainingQty"],
      ["reference/core/gates/cooldown.ts", "if (!isCooling"],
      ["reference/http/rate-limit.ts", "const allowed"],
      ["reference/http/routes/events.ts", 'if (event_id === ""'],
      ["reference/core/margin.ts", "function excess("],
      ["reference/core/clearing.ts", "function payCollateral"],
    ];
    for (const [file, start] of stated)
      assert.deepEqual(open(file, start), [], `${file}: ${start}`);
  });
});

describe("what judges", () => {
  it("is checks, rules, model and scenarios, and nothing of the reference", () => {
    const judges = tracked().filter(judging);
    for (const part of ["conformance/check/", "conformance/model/", "scenarios/library/"]) {
      assert.ok(
        judges.some((file) => file.startsWith(part)),
        part,
      );
    }
    assert.ok(judges.includes("conformance/proof/mutation/run-checks.ts"));
    assert.ok(!judges.some((file) => file.startsWith("reference/")));
    assert.ok(!judges.some((file) => /mutants|\.test\.ts$/.test(file)));
  });
});
