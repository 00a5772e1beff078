/** Random sequences of commands: money and book stay whole, and the same journal is the same venue. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertInvariants } from "./invariants.ts";
import { commandOf, JOURNAL, openVenue, type Step } from "./random-journal.fixture.ts";
import type { Venue } from "./venue.ts";

function run(steps: readonly Step[], check: boolean): Venue {
  const venue = openVenue();
  steps.forEach((step, n) => {
    venue.apply(commandOf(venue, step, n), n * 100);
    if (check) assertInvariants(venue.state);
  });
  return venue;
}

test("random commands keep every invariant, and the same journal gives the same digest", () => {
  fc.assert(
    fc.property(JOURNAL, (journal) => {
      const venue = run(journal, true);
      assert.deepEqual(run(journal, false).digest(), venue.digest());
    }),
    { numRuns: Number(process.env["RUNS"] ?? 300) },
  );
});
