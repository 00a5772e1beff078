import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { checkLinear } from "./check.ts";
import type { Operation } from "./history.ts";
import type { Model } from "./model.ts";
import { hasOrder, keepsOrder } from "./oracle.fixture.ts";
import { QUEUE, type QueueOp, served, type Taken, unnumbered } from "./queue.fixture.ts";

/** A counter: each operation adds one and is told the sum. */
const SUM: Model<number, string, number> = {
  initial: 0,
  step: (sum, _, seen = sum + 1) => (seen === sum + 1 ? [seen] : []),
  key: String,
};

const add = (client: string, [call, at]: [number, number], result: number) => ({
  ...{ client, op: client, call, answer: { at, result } },
});

describe("a history of a counter", () => {
  const clientsOf = (order: readonly { client: string }[]) => order.map(({ client }) => client);

  it("is explained by an order that real time allows", () => {
    const found = checkLinear([add("b", [0, 9], 2), add("a", [0, 9], 1)], SUM);
    assert.equal(found.verdict, "linear");
    assert.deepEqual(clientsOf(found.order), ["a", "b"]);
  });

  it("is not explained by an order against real time", () => {
    const history = [add("b", [0, 1], 2), add("a", [2, 3], 1)];
    assert.equal(checkLinear(history, SUM).verdict, "contradiction");
  });

  it("takes operations that meet at one instant for concurrent", () => {
    const history = [add("b", [0, 2], 2), add("a", [2, 3], 1)];
    assert.equal(checkLinear(history, SUM).verdict, "linear");
  });

  it("contradicts with the shortest beginning, its longest order and what has no place", () => {
    const before = [add("a", [0, 1], 1), add("b", [0, 4], 2), add("c", [2, 5], 4)];
    const found = checkLinear([...before, add("d", [6, 9], 5)], SUM);
    assert.equal(found.verdict, "contradiction");
    assert.deepEqual(found.history, before);
    assert.deepEqual([clientsOf(found.explained), found.state], [["a", "b"], 2]);
    assert.equal(found.stuck, before[2]);
  });

  it("shows the longest order of what was under way, too", () => {
    const history = [add("a", [0, 1], 1), add("stuck", [0, 4], 9), add("b", [2, 9], 2)];
    const found = checkLinear(history, SUM);
    assert.deepEqual(found.verdict === "contradiction" && clientsOf(found.explained), ["a", "b"]);
  });

  it("counts an operation without an answer where that explains the others, and only there", () => {
    const lost = { client: "lost", op: "lost", call: 0 };
    const with2 = checkLinear([lost, add("a", [1, 2], 2)], SUM);
    assert.deepEqual(with2.verdict === "linear" && clientsOf(with2.order), ["lost", "a"]);
    const with1 = checkLinear([lost, add("a", [1, 2], 1)], SUM);
    assert.deepEqual(with1.verdict === "linear" && clientsOf(with1.order), ["a"]);
    const late = { ...lost, call: 3 };
    assert.equal(checkLinear([late, add("a", [1, 2], 2)], SUM).verdict, "contradiction");
  });

  it("demands a place for an operation that has a number, answered or not", () => {
    const lost = { client: "lost", op: "lost", call: 0, sequence: 1 };
    const second = { ...add("a", [1, 2], 1), sequence: 2 };
    assert.equal(checkLinear([lost, { ...second, sequence: 0 }], SUM).verdict, "linear");
    const found = checkLinear([lost, second], SUM);
    assert.equal(found.verdict, "contradiction");
  });

  it("needs no place for one that can have none, beside one that has a number", () => {
    const model = { ...SUM, step: (sum: number, op: string) => (op === "never" ? [] : [sum + 1]) };
    const never = { client: "ann", op: "never", call: 0 };
    const numbered = { client: "ben", op: "lost", call: 0, sequence: 1 };
    assert.equal(checkLinear([never, numbered], model).verdict, "linear");
  });

  it("contradicts where numbers run against time, with the numbers in what it shows", () => {
    const history = [
      { ...add("a", [0, 1], 1), sequence: 2 },
      { ...add("b", [5, 6], 2), sequence: 1 },
    ];
    const found = checkLinear(history, SUM);
    assert.deepEqual(found.verdict === "contradiction" && found.history, history);
    const alike = history.map((one) => ({ ...one, sequence: 1 }));
    assert.equal(checkLinear(alike, SUM).verdict, "linear");
  });

  it("refuses times that run backwards or are none", () => {
    for (const times of [
      [2, 1],
      [Number.NaN, 1],
      [1, Number.NaN],
    ] as [number, number][]) {
      assert.throws(() => checkLinear([add("a", times, 1)], SUM), RangeError);
    }
  });

  it("is linear where nothing was asked", () => {
    assert.deepEqual(checkLinear([], SUM), { verdict: "linear", order: [] });
  });
});

/** Operations all at once, of which no order gives the last one its answer. */
const hopeless = Array.from({ length: 14 }, (_, n) => add(`c${n}`, [0, 9], n === 13 ? 99 : n));
/** A state that tells orders apart: nothing is met twice. */
const ORDERS: Model<readonly string[], string, number> = {
  initial: [],
  step: (before, op, seen) => (seen === 99 ? [] : [[...before, op]]),
  key: String,
};

describe("a search without end", () => {
  it("is unknown when the deadline is over", () => {
    const started = performance.now();
    const found = checkLinear(hopeless, ORDERS, { deadlineMs: 50 });
    assert.deepEqual(found.verdict === "unknown" && found.because, "deadline");
    assert.ok(performance.now() - started < 5_000);
  });

  it("is unknown when it remembers too much, with how far it came", () => {
    const found = checkLinear(hopeless, ORDERS, { configurationsMax: 1_000 });
    assert.equal(found.verdict, "unknown");
    assert.equal(found.because, "memory");
    assert.equal(found.explained.length, 13);
  });

  it("still contradicts where another part does", () => {
    const parted = { ...ORDERS, partition: (op: string) => (op === "alone" ? "B" : "A") };
    const history = [...hopeless, add("alone", [0, 1], 99)];
    const found = checkLinear(history, parted, { deadlineMs: 100 });
    assert.deepEqual(found.verdict === "contradiction" && found.part, "B");
  });

  it("ends soon where orders lead to the same states, as none is met twice", () => {
    const alike = { ...ORDERS, key: (before: readonly string[]) => `${before.length}` };
    assert.equal(checkLinear(hopeless, alike).verdict, "contradiction");
  });
});

const requests = (markets: number, momentMax: number) =>
  fc.record({
    client: fc.constantFrom("ann", "ben", "cat"),
    market: fc.constantFrom(..."ABC".slice(0, markets)),
    takes: fc.boolean(),
    moment: fc.nat(momentMax),
    early: fc.nat(6),
    late: fc.nat(6),
    lost: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  });

type History = Operation<QueueOp, Taken>[];

/** A history of which some answers, and the numbers, are made up. */
const corrupted: fc.Arbitrary<History> = fc
  .tuple(fc.array(requests(1, 20), { maxLength: 6 }), fc.infiniteStream(fc.nat()), fc.boolean())
  .map(([sent, draws, isNumbered]) => {
    const draw = (below: number) => draws.next().value! % below;
    const history = isNumbered ? served(sent) : unnumbered(served(sent));
    return history.map((one): Operation<QueueOp, Taken> => {
      const { sequence: _, ...bare } = one;
      const made =
        !isNumbered || draw(3) > 0 ? one : draw(2) ? bare : { ...one, sequence: draw(4) };
      if (made.answer === undefined || draw(3) > 0) return made;
      return { ...made, answer: { ...made.answer, result: draw(4) || null } };
    });
  });

describe("any history of a queue", () => {
  it("is linear where a venue served one request after another", () => {
    const sent = fc.array(requests(3, 400), { maxLength: 60, size: "max" });
    let unknown = 0;
    const property = fc.property(sent, fc.boolean(), (all, isNumbered) => {
      const history = isNumbered ? served(all) : unnumbered(served(all));
      const found = checkLinear(history, QUEUE, { deadlineMs: 2_000 });
      // Of many operations without an answer at once it may not know within any time.
      if (found.verdict === "unknown") unknown += 1;
      else assert.equal(found.verdict, "linear");
      if (found.verdict !== "linear") return;
      assert.ok(keepsOrder(unnumbered(found.order)));
      const missing = history.filter((one) => !found.order.includes(one));
      assert.ok(missing.every(({ answer }) => answer === undefined));
      assertExplains(found.order);
    });
    fc.assert(property, { numRuns: 300 });
    assert.ok(unknown < 5, `${unknown} of 300 unknown`);
  });

  it("is judged as by trying every order", () => {
    let contradictions = 0;
    const property = fc.property(corrupted, (history) => {
      const found = checkLinear(history, QUEUE);
      assert.equal(found.verdict === "linear", hasOrder(history, QUEUE));
      if (found.verdict === "linear") assertExplains(found.order);
      if (found.verdict !== "contradiction") return;
      contradictions += 1;
      assert.equal(hasOrder(found.history, QUEUE), false);
      assert.ok(keepsOrder(found.explained));
      assert.deepEqual(assertExplains(found.explained), found.state);
    });
    fc.assert(property, { numRuns: 2_000 });
    assert.ok(contradictions > 200, `${contradictions} contradictions`);
  });
});

/** Returns: the state that an order leads to. */
function assertExplains(order: readonly Operation<QueueOp, Taken>[]) {
  const states = new Map<string, readonly number[]>();
  for (const { op, answer } of order) {
    const [after] = QUEUE.step(states.get(op.market) ?? [], op, answer?.result);
    assert.ok(after, `${JSON.stringify(op)} is not explained`);
    states.set(op.market, after);
  }
  return states.get("A") ?? [];
}
