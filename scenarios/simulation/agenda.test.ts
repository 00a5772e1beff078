import assert from "node:assert/strict";
import { test } from "node:test";
import { Agenda } from "./agenda.ts";
import { Random } from "./random.ts";

test("gives out what is due first, and of one time what was entered first", () => {
  const agenda = new Agenda(0);
  const random = new Random(1, "agenda");
  const due = Array.from({ length: 500 }, (_, n) => ({ at: random.below(40), n }));
  const came: { at: number; n: number }[] = [];
  for (const one of due) agenda.add(one.at, () => came.push(one));
  for (let next = agenda.next(); next !== undefined; next = agenda.next()) next();
  assert.deepEqual(
    came,
    due.toSorted((one, other) => one.at - other.at || one.n - other.n),
  );
  assert.equal(agenda.size, 0);
});

test("takes in something due while it gives out", () => {
  const agenda = new Agenda(0);
  const came: string[] = [];
  agenda.add(2, () => came.push("late"));
  agenda.add(1, () => {
    came.push("early");
    agenda.add(1, () => came.push("at once"));
  });
  for (let next = agenda.next(); next !== undefined; next = agenda.next()) next();
  assert.deepEqual(came, ["early", "at once", "late"]);
});

test("gives out what is near and far by time, and of one time what was entered first", () => {
  const agenda = new Agenda(1_767_571_200_000);
  const random = new Random(2, "agenda");
  const due: { at: number; n: number }[] = [];
  const came: { at: number; n: number }[] = [];
  const enter = () => {
    const one = { at: agenda.nowMs + 500 * random.below(40), n: due.length };
    due.push(one);
    agenda.add(one.at, () => {
      assert.equal(agenda.nowMs, one.at);
      came.push(one);
      if (due.length < 2_000) enter();
    });
  };
  for (let n = 0; n < 100; n++) enter();
  for (let next = agenda.next(); next !== undefined; next = agenda.next()) next();
  assert.equal(came.length, 2_000);
  assert.deepEqual(
    came,
    due.toSorted((one, other) => one.at - other.at || one.n - other.n),
  );
});

test("takes in nothing that is over", () => {
  const agenda = new Agenda(0);
  agenda.add(3, () => {});
  agenda.next();
  assert.throws(() => agenda.add(2, () => {}), { message: "due at 2, and it is 3" });
  assert.equal(agenda.size, 0);
});
