import assert from "node:assert/strict";
import { test } from "node:test";
import { Agenda } from "./agenda.ts";
import { Random } from "./random.ts";

test("gives out what is due first, and of one time what was entered first", () => {
  const agenda = new Agenda();
  const random = new Random(1, "agenda");
  const due = Array.from({ length: 500 }, (_, n) => ({ at: random.below(40), n }));
  const came: { at: number; n: number }[] = [];
  for (const one of due) agenda.add(one.at, () => came.push(one));
  for (let next = agenda.next(); next !== undefined; next = agenda.next()) next.run();
  assert.deepEqual(
    came,
    due.toSorted((one, other) => one.at - other.at || one.n - other.n),
  );
  assert.equal(agenda.size, 0);
});

test("takes in something due while it gives out", () => {
  const agenda = new Agenda();
  const came: string[] = [];
  agenda.add(2, () => came.push("late"));
  agenda.add(1, () => {
    came.push("early");
    agenda.add(1, () => came.push("at once"));
  });
  for (let next = agenda.next(); next !== undefined; next = agenda.next()) next.run();
  assert.deepEqual(came, ["early", "at once", "late"]);
});

test("gives out waits of one length among what else is due, and takes none that is due too early", () => {
  const agenda = new Agenda();
  const came: string[] = [];
  const enter = (name: string) => () => came.push(name);
  agenda.addLast(3, enter("wait"));
  agenda.add(3, enter("other"));
  agenda.addLast(3, enter("wait again"));
  agenda.add(1, enter("first"));
  assert.throws(() => agenda.addLast(2, enter("too early")), { message: "due at 2, before 3" });
  assert.equal(agenda.size, 4);
  for (let next = agenda.next(); next !== undefined; next = agenda.next()) next.run();
  assert.deepEqual(came, ["first", "wait", "other", "wait again"]);
  assert.equal(agenda.size, 0);
});
