/** A venue restored from a snapshot goes on as the one that ran, wherever the journal is cut. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { VenueEvent } from "./events.ts";
import { assertInvariants } from "./invariants.ts";
import { commandOf, JOURNAL, openVenue, type Step } from "./random-journal.fixture.ts";
import { Venue, type VenueOptions } from "./venue.ts";

/** Through JSON, as a store keeps it. */
function restored(venue: Venue, options: VenueOptions = {}): Venue {
  return Venue.restore(JSON.parse(JSON.stringify(venue.snapshot())), options);
}

interface Stretch {
  from: number;
  to: number;
}

/** What the commands of a stretch of the journal led to; they are bound to this venue's orders. */
function play(venue: Venue, journal: readonly Step[], { from, to }: Stretch): unknown[] {
  const steps = journal.slice(from, to);
  return steps.map((step, n) => venue.apply(commandOf(venue, step, from + n), (from + n) * 100));
}

const asJson = (value: unknown) => JSON.stringify(value);

test("a venue that is restored before every command is the venue that runs on", () => {
  const property = fc.property(JOURNAL, (journal) => {
    const ran = openVenue();
    let cut = restored(ran);
    journal.forEach((step, n) => {
      const events: VenueEvent[] = [];
      const command = commandOf(ran, step, n);
      const outcome = ran.apply(command, n * 100);
      cut = restored(cut, { emit: (event) => events.push(event) });
      assert.deepEqual(cut.apply(command, n * 100), outcome);
      assert.equal(asJson(cut.snapshot()), asJson(ran.snapshot()));
    });
    assert.deepEqual(cut.digest(), ran.digest());
    assertInvariants(cut.state);
  });
  fc.assert(property, { numRuns: Number(process.env["RUNS"] ?? 60) });
});

test("behind any cut the tail gives the same outcomes, events, digest and snapshot", () => {
  const property = fc.property(JOURNAL, fc.nat(), (journal, draw) => {
    const at = draw % (journal.length + 1);
    const told: VenueEvent[] = [];
    const ran = openVenue({ emit: (event) => told.push(event) });
    play(ran, journal, { from: 0, to: at });
    told.length = 0;
    const retold: VenueEvent[] = [];
    const cut = restored(ran, { emit: (event) => retold.push(event) });
    const tail = { from: at, to: journal.length };
    assert.deepEqual(play(cut, journal, tail), play(ran, journal, tail));
    assert.deepEqual(retold, told);
    assert.deepEqual(cut.digest(), ran.digest());
    assert.equal(asJson(cut.snapshot()), asJson(ran.snapshot()));
  });
  fc.assert(property, { numRuns: Number(process.env["RUNS"] ?? 100) });
});

test("keys work, or have ended, as before", () => {
  const ran = openVenue();
  for (const keyId of ["live", "ended"]) {
    const key = { keyId, agentId: "ann", digest: `${keyId}-digest`, prefix: "tk", name: "bot" };
    ran.apply({ type: "add-key", ...key, scopes: ["read"] }, 1);
  }
  ran.apply({ type: "revoke-key", keyId: "ended" }, 2);
  const cut = restored(ran);
  assert.deepEqual(cut.key("live-digest"), ran.key("live-digest"));
  assert.equal(cut.key("ended-digest"), null);
  assert.deepEqual(cut.keys("ann"), ran.keys("ann"));
});

test("a snapshot stays as it is while its venue goes on", () => {
  const ran = openVenue();
  const before = ran.snapshot();
  const text = asJson(before);
  const order = { marketId: "binary", side: "BUY", type: "LIMIT", price: 40, qty: 1 } as const;
  ran.apply({ type: "place", agentId: "ann", orderId: "o1", request: order }, 1);
  assert.equal(asJson(before), text);
  assert.notEqual(asJson(ran.snapshot()), text);
});

test("a snapshot of another format is refused", () => {
  const snapshot = { ...openVenue().snapshot(), format: "touchstone-venue/0" } as never;
  assert.throws(() => Venue.restore(snapshot), /known format/);
});
