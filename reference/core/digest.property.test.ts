/** Two venues are told apart without their digests exactly where their digests differ. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { commandOf, JOURNAL, openVenue } from "./random-journal.fixture.ts";
import { Venue } from "./venue.ts";

test("a venue has the digest of another where one digit of its snapshot says so, and else not", () => {
  const property = fc.property(JOURNAL, fc.nat(), (journal, draw) => {
    const ran = openVenue();
    journal.forEach((step, n) => {
      ran.apply(commandOf(ran, step, n), n * 100);
    });
    const text = JSON.stringify(ran.snapshot());
    assert.ok(ran.hasDigestOf(Venue.restore(JSON.parse(text))));
    const altered = restored(withAnotherDigit(text, draw));
    fc.pre(altered !== null);
    const isSame = altered.digest().sha256 === ran.digest().sha256;
    assert.equal(altered.hasDigestOf(ran), isSame);
    assert.equal(ran.hasDigestOf(altered), isSame);
  });
  fc.assert(property, { numRuns: Number(process.env["RUNS"] ?? 100) });
});

function withAnotherDigit(text: string, draw: number): string {
  const places = [...text.matchAll(/[1-8]/g)].map(({ index }) => index);
  const place = places[draw % places.length]!;
  return text.slice(0, place) + (Number(text[place]) + 1) + text.slice(place + 1);
}

/** Null where the digit was part of a name that something else goes by. */
function restored(text: string): Venue | null {
  try {
    const venue = Venue.restore(JSON.parse(text));
    venue.digest();
    return venue;
  } catch {
    return null;
  }
}
