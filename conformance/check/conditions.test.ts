import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, SIDES } from "./cell.ts";
import type { Check } from "./check.ts";
import {
  type Conditions,
  conditionsOf,
  conditionsText,
  partsOf,
  wishOfConditions,
} from "./conditions.ts";
import { isElsewhere, MOMENTS } from "./moments.ts";
import type { Need } from "./need.ts";

const OWN: Parameters<typeof conditionsOf>[3] = { seed: 1, own: true, ownSessions: true, at: 0 };

function checkOf(title: string, needs: readonly Need[], given: Partial<Check> = {}): Check {
  return { title, proves: ["TIF-GTC-01"], needs, body: async () => {}, ...given };
}

/** What so many checks are run in. */
function drawn(
  needs: readonly Need[],
  { over = {}, supply = OWN, ...given }: Partial<Check> & { supply?: typeof OWN } = {},
): Conditions[] {
  const titles = Array.from({ length: 200 }, (_, at) => `check ${at}`);
  return titles.map((title) => conditionsOf(checkOf(title, needs, given), {}, over, supply));
}

test("time passes before every third, where it may", () => {
  const supply = { ...OWN, mayBeLater: true };
  const later = drawn(["agent"], { supply }).filter((one) => one.later).length;
  assert.ok(later > 40 && later < 95, `${later} of 200`);
  assert.equal(drawn(["agent"]).filter((one) => one.later).length, 0);
  const everyThird = [0, 1, 2].map((at) => drawn(["agent"], { supply: { ...supply, at } })[0]);
  assert.equal(everyThird.filter((one) => one?.later).length, 1);
  assert.equal(conditionsText({ later: true }), "two minutes later");
});

const said = (conditions: readonly Conditions[]) =>
  new Set(conditions.flatMap(partsOf).map(conditionsText));

/** The words of all moments, of each of which another market may be of any kind. */
const MOMENTS_SAID = MOMENTS.flatMap((one) =>
  isElsewhere(one) ? KINDS.map((kind) => `${one.says}, in a ${kind}`) : [one.says],
);

test("checks of two owners are surrounded by everything there is, and some of them begin at once", () => {
  const conditions = drawn(["two-owners", "binary"]);
  const expected = [
    ...MOMENTS_SAID,
    ...["under no prefix", "under /v1", "under /api", "under /api/v1"],
    ...["by the second key", "by the second agent", "by the session"],
    ...["selling", "resting by POST_ONLY", "trading by IOC", "trading by FOK", "trading by MARKET"],
    "the seller being the taker",
  ];
  assert.deepEqual([...said(conditions)].toSorted(), expected.toSorted());
  const atOnce = conditions.filter(({ moments }) => moments === undefined).length;
  assert.ok(atOnce > 30 && atOnce < 100, `${atOnce} of 200`);
});

test("markets of no kind are of any, and what is gone through before is in such a market", () => {
  const conditions = drawn(["two-owners", "market"]);
  for (const kind of KINDS) assert.ok(said(conditions).has(`on a ${kind}`));
  for (const { kind, moments = [] } of conditions) {
    for (const { kinds, says } of moments)
      assert.ok(kinds?.includes(kind!) ?? true, `${says} on a ${kind}`);
  }
});

test("the same seed draws the same, another one something else", () => {
  const needs: Need[] = ["agent", "market"];
  assert.deepEqual(drawn(needs), drawn(needs));
  assert.notDeepEqual(drawn(needs), drawn(needs, { supply: { ...OWN, seed: 2 } }));
});

test("a check that is run often is run in all of it as often as in the rest", () => {
  const check = checkOf("a check", ["two-owners", "binary"]);
  const times = Array.from({ length: 36 }, (_, at) => conditionsOf(check, {}, {}, { ...OWN, at }));
  const counted = (of: (one: Conditions) => unknown) => {
    const counts = new Map<unknown, number>();
    for (const one of times.map(of)) counts.set(one, (counts.get(one) ?? 0) + 1);
    return [...counts.values()];
  };
  assert.deepEqual(
    counted(({ prefix }) => prefix),
    [9, 9, 9, 9],
  );
  assert.deepEqual(
    counted(({ by }) => by),
    [9, 9, 9, 9],
  );
  assert.deepEqual(
    counted(({ side }) => side),
    [18, 18],
  );
  assert.deepEqual(counted(({ moments }) => moments === undefined).toSorted(), [12, 24]);
});

test("a check that is run three times has gone through every moment then", () => {
  const check = checkOf("a check", ["two-owners", "binary"]);
  const times = [0, 1, 2].map((at) => conditionsOf(check, {}, {}, { ...OWN, at, of: 3 }));
  const through = times.flatMap(({ moments = [] }) => moments.map(({ says }) => says));
  assert.deepEqual(new Set(through), new Set(MOMENTS.map(({ says }) => says)));
});

test("what a check ranges over is left to it, and what it has not is not used", () => {
  const over = { prefix: ["/v1"], caller: ["session"] } as const;
  const all = { ...over, kind: KINDS, side: SIDES, tif: ["GTC"] } as const;
  const texts = said(drawn(["agent", "market"], { over: all }));
  assert.deepEqual([...texts].toSorted(), MOMENTS_SAID.toSorted());
  assert.ok(!said(drawn(["agent", "perp"])).has("on a BTC_PARLAY"));
  assert.ok(!said(drawn(["browser", "market"])).has("by the session"));
  assert.ok(!said(drawn(["sibling", "market"])).has("by the second agent"));
  assert.ok(!said(drawn(["agent", "market", "stream"])).has("by the second key"));
});

test("where agents are shared, bursts, properties and what says so are run as they are", () => {
  const plain = [
    drawn(["two-owners", "market"], { supply: { ...OWN, own: false, ownSessions: false } }),
    drawn(["agent", "market", "load"]),
    drawn(["agent", "market"], { proves: ["PROP-STATEFUL-01"] }),
    drawn(["agent", "market"], { plain: true }),
  ];
  for (const conditions of plain.flat()) assert.deepEqual(conditions, {});
});

test("bursts of a whole minute have what goes on elsewhere, where time may pass in between", () => {
  const needs = ["agent", "market", "load"] as const;
  const supply = { ...OWN, mayBeLater: true, of: 1 };
  for (const { moments = [], later, ...others } of drawn(needs, { supply, wholeMinute: true })) {
    assert.ok(later && moments.length > 0);
    assert.ok(moments.every(isElsewhere));
    assert.deepEqual(Object.keys(others), ["elsewhere"]);
    for (const part of partsOf({ moments, later })) assert.ok(part.later);
  }
  for (const conditions of drawn(needs, { supply })) assert.deepEqual(conditions, {});
});

test("of moments that exclude each other there is one, and nothing rests where that would count", () => {
  for (const { moments = [] } of drawn(["two-owners", "market"], { supply: { ...OWN, of: 3 } })) {
    const excluding = moments.flatMap(({ excludes }) => excludes ?? []);
    assert.equal(new Set(excluding).size, excluding.length, conditionsText({ moments }));
  }
  const bare = drawn(["two-owners", "market"], { emptyBook: true });
  assert.ok(bare.every(({ moments = [] }) => moments.every(({ rests }) => !rests)));
  const turned = drawn(["two-owners", "market"], { over: { position: ["long", "short"] } });
  assert.ok(turned.every(({ moments = [] }) => moments.every(({ rests }) => rests !== "owner")));
});

test("checks of nobody in particular are surrounded by what agents do", () => {
  assert.ok(drawn([]).some(({ moments = [] }) => moments.some(({ rests }) => rests)));
});

test("conditions take what their members take", () => {
  const [moment] = MOMENTS.filter(({ takes }) => takes.secondMarket && takes.other);
  assert.ok(moment);
  const wish = wishOfConditions({ moments: [moment], prefix: "/api", by: "second key" });
  const taken = { market: true, other: true, secondMarket: true };
  assert.deepEqual(wish, { agent: true, ...taken, secondKey: true });
});
