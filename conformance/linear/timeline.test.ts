import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { checkLinear } from "./check.ts";
import type { Operation } from "./history.ts";
import { crowd, QUEUE, type QueueOp, served, type Taken, unnumbered } from "./queue.fixture.ts";
import { timeline } from "./timeline.ts";
import { layoutOf } from "./timeline-layout.ts";
import { selected } from "./timeline-marks.ts";

const rests = (client: string, [call, at]: [number, number], rests: number) => ({
  ...{ client, op: { market: "BTC", rests }, call, answer: { at, result: null } },
});
const takes = (client: string, [call, at]: [number, number], result: Taken) => ({
  ...{ client, op: { market: "BTC", rests: null }, call, answer: { at, result } },
});

const TEXTS = {
  asked: ({ rests: id }: QueueOp) => (id === null ? "take" : `rest #${id}`),
  answered: (taken: Taken) => (taken === null ? "nothing" : `#${taken}`),
};

const drawn = (history: readonly Operation<QueueOp, Taken>[], options = {}) =>
  timeline(history, checkLinear(history, QUEUE), { ...TEXTS, ...options });

describe("a drawing", () => {
  it("numbers the order found, in bars and in the table", () => {
    const page = drawn([takes("ben", [3, 6], 1), rests("ann", [0, 4], 1)]);
    assert.match(page, /An order of 2 operations explains every answer/);
    assert.match(page, /<tr class="placed"><td>1<\/td><td>ann<\/td><td>rest #1<\/td>/);
    assert.match(page, /<tr class="placed"><td>2<\/td><td>ben<\/td><td>take<\/td><td>#1<\/td>/);
    assert.equal(page.match(/class="badge placed"/g)?.length, 2);
  });

  it("marks what has no place, and leaves out what came later", () => {
    const history = [rests("ann", [0, 1], 1), takes("ben", [2, 3], 7), takes("cat", [4, 5], null)];
    const page = drawn(history);
    assert.match(page, /explains 1 of 2 operations and leads to <code>\[1\]<\/code>/);
    assert.match(page, /ben, which asked <code>take<\/code> and was told <code>#7<\/code>/);
    assert.match(page, /<tr class="stuck"><td>✕<\/td><td>ben<\/td>/);
    assert.doesNotMatch(page, /<td>cat<\/td>/);
  });

  it("lets an operation without an answer run to the end", () => {
    const lost = { client: "ann", op: { market: "BTC", rests: 1 }, call: 0 };
    const page = drawn([lost, takes("ben", [2, 3], null)]);
    assert.match(page, /class="unplaced open"><title>ann: rest #1 → no answer \(0 to never\)/);
  });

  it("tells of a search without end how far it came", () => {
    const history = [rests("ann", [0, 1], 1), takes("ben", [2, 3], 1)];
    const verdict = checkLinear(history, QUEUE, { configurationsMax: 1 });
    assert.match(timeline(history, verdict), /Nobody knows: the memory given .* of 1 of 2 /);
  });

  it("draws the end of a long history, and says so", () => {
    const history = served(
      crowd({ clients: 4, operations: 400, answersIn: 1, pauses: 1, taking: 0.5 }),
    );
    const page = drawn(history, { operationsMax: 30 });
    assert.match(page, /The first 370, all explained, are not drawn/);
    assert.equal(page.match(/<tr class="placed">/g)?.length, 30);
  });

  it("is a page without anything asked", () => {
    assert.match(drawn([]), /An order of 0 operations/);
  });

  it("shows whatever text as text, and is short about it", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...HOSTILE));
    const property = fc.property(text, text, text, (client, title, said) => {
      const texts = { title, unit: said, asked: () => said, answered: () => said };
      const history = [rests(client, [0, 2], 1), takes("ben", [3, 4], 7)];
      const page = drawn(history, { ...texts, stateText: () => said });
      assert.doesNotMatch(page, /<(script|img|b)\b|\u202e/i);
      assert.ok(page.length < 30_000, `${page.length} characters`);
    });
    fc.assert(property);
  });
});

const HOSTILE = [
  '</title><script>alert(1)</script>"',
  "' onmouseover='alert(1)",
  "&lt;b&gt;<b>\u202etxt",
  "x".repeat(100_000),
  "<img src=x>",
];

describe("the layout of a drawing", () => {
  it("keeps time's order from left to right, numbers inside their bars, bars apart", () => {
    const requests = crowd({ clients: 6, operations: 90, answersIn: 8, pauses: 3, taking: 0.5 });
    const rounded = requests.map(({ client, moment, early, late, ...one }) => {
      const times = {
        moment: Math.round(moment),
        early: Math.round(early),
        late: Math.round(late),
      };
      return { ...one, ...times, client, market: client };
    });
    const history = unnumbered(served(rounded));
    const { marked } = selected(history, checkLinear(history, QUEUE), { operationsMax: 90 });
    const { bars } = layoutOf(marked);
    assert.equal(bars.length, 90);
    for (const one of bars) {
      assert.ok(one.left < one.middle! && one.middle! < one.right && one.right - one.left > 60);
      for (const other of bars) {
        assert.equal(one.right < other.left, one.marked.end < other.marked.call);
        if (one.marked.number! < other.marked.number!) assert.ok(one.middle! < other.middle!);
        const isApart = one.right < other.left || other.right < one.left;
        assert.ok(one === other || one.top !== other.top || isApart);
      }
    }
  });
});
