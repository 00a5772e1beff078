import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DIALECTS } from "../dialects/index.ts";
import { combinations, together } from "./combined-dialects.ts";

describe("the companies of dialects", () => {
  const groups = combinations(DIALECTS);

  it("have every dialect once", () => {
    const names = groups.flat().map(({ name }) => name);
    assert.deepEqual(names.toSorted(), DIALECTS.map(({ name }) => name).toSorted());
  });

  it("have one at most that changes more than the wire, first of all", () => {
    for (const [, ...others] of groups) {
      for (const { venue, stream, profile, load } of others) {
        assert.deepEqual([venue, stream, profile, load], Array(4).fill(undefined));
      }
    }
  });

  it("have what is late by itself", () => {
    const late = groups.filter((group) => group.some((one) => one.late));
    assert.deepEqual(
      late.map((group) => group.length),
      [1, 1, 1, 1],
    );
  });

  it("keep what one of them changes beside the wire", () => {
    const [more, wire] = [DIALECTS.find(({ venue, wire }) => venue && !wire)!, DIALECTS[0]!];
    assert.deepEqual(together([more, wire]).venue, more.venue);
    assert.equal(typeof together([more, wire]).wire, "function");
  });

  it("speak all of their dialects at once", async () => {
    const says = (word: string) => ({
      ...{ name: word, decision: "D-001", variant: word },
      wire: () => async (request: never, venue: (one: never) => Promise<unknown>) => {
        const answer = (await venue(request)) as { body: string };
        return { ...answer, body: `${answer.body} ${word}` };
      },
    });
    const { wire } = together([says("one"), says("two")] as never);
    const spoken = await wire!()({} as never, async () => ({ body: "said" }) as never);
    assert.deepEqual(String(spoken.body).split(" ").toSorted(), ["one", "said", "two"]);
  });
});
