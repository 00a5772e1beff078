import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { edgeText } from "./edge-text.ts";
import { type Likeness, searchEdges } from "./edges.ts";

const CENTS = { low: 1, high: 99, step: 1 };
const ORDER = { fails: "refused", holds: "accepted" };

/** Searches where `fails` says what fails; what it was asked, in the order of asking. */
async function searched(
  failing: number,
  fails: (value: number) => boolean | null,
  { range = CENTS, most = 40 } = {},
) {
  const questions: number[] = [];
  const asked = await searchEdges(failing, range, async (value): Promise<Likeness | null> => {
    if (questions.length === most) return null;
    questions.push(value);
    const answer = fails(value);
    return answer === null ? "other" : answer ? "fails" : "holds";
  });
  return { asked, questions, text: edgeText("price", ORDER, asked) };
}

test("both edges of a band take four questions", async () => {
  const { questions, text } = await searched(1, (price) => price === 1 || price === 99);
  assert.deepEqual(questions, [99, 50, 2, 98]);
  assert.equal(text, "refused at price 1 and 99, accepted from 2 to 98 (tried 1, 2, 50, 98, 99)");
});

test("an edge far from the failing value is found by growing steps and halving", async () => {
  const { questions, text } = await searched(1, (price) => price <= 37);
  assert.ok(questions.length <= 14, `${questions}`);
  assert.match(text ?? "", /^refused at price 1 to 37, accepted from 38 to 99 \(\d+ tried\)$/);
});

test("a failure in the middle has an edge on either side", async () => {
  const { text } = await searched(50, (price) => price === 50);
  assert.equal(
    text,
    "refused at price 50, accepted from 1 to 49 and from 51 to 99 (tried 1, 49, 50, 51, 99)",
  );
});

test("what fails everywhere has no edge, and what is answered otherwise is none", async () => {
  assert.equal((await searched(1, () => true)).text, null);
  assert.equal((await searched(1, (price) => (price === 1 ? true : null))).text, null);
  const { text } = await searched(1, (price) => (price > 60 ? null : price === 1));
  assert.equal(text, "refused at price 1, accepted from 2 to 50 (tried 1, 2, 50, 99)");
});

test("where no more may be asked, what was learned is told and no more", async () => {
  const { questions, text } = await searched(1, (price) => price <= 37, { most: 4 });
  assert.equal(questions.length, 4);
  assert.equal(text, "refused at price 1 to 4, accepted from 50 to 99 (tried 1, 2, 4, 50, 99)");
  assert.equal((await searched(1, () => false, { most: 0 })).text, null);
});

test("values keep to the grid", async () => {
  const range = { low: 1_000, high: 2_000, step: 10 };
  const { questions, asked } = await searched(1_000, (price) => price < 1_230, { range });
  assert.ok(questions.every((price) => price % 10 === 0));
  const last = asked.filter(({ likeness }) => likeness === "fails").at(-1);
  assert.equal(last?.value, 1_220);
});

test("any single edge is found exactly, within few questions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 998 }), async (edge) => {
      const range = { low: 1, high: 1_000, step: 1 };
      const { asked, questions } = await searched(1, (value) => value <= edge, { range });
      const last = asked.filter(({ likeness }) => likeness === "fails").at(-1);
      const first = asked.find(({ likeness }) => likeness === "holds");
      assert.deepEqual([last?.value, first?.value], [edge, edge + 1]);
      assert.ok(questions.length <= 22, `${questions.length}`);
    }),
  );
});
