/** A result that was let go is answered again once it was brought back, and only then. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BID, TestVenue } from "./small-venue.fixture.ts";
import { Venue } from "./venue.ts";

const KEYED = { ...BID, clientOrderId: "once" };
const FORGET = {
  type: "forget-results",
  results: [{ agentId: "ann", clientOrderIds: ["once"] }],
} as const;

function forgotten() {
  const venue = new TestVenue();
  const result = structuredClone(venue.result("ann", KEYED));
  venue.apply({ ...FORGET, results: [{ agentId: "ann", clientOrderIds: ["once", "never"] }] });
  const results = [{ clientOrderId: "once", request: KEYED, result }];
  return { venue, result, recall: { type: "recall-results", agentId: "ann", results } as const };
}

test("what was let go is not remembered, and is counted", () => {
  const { venue } = forgotten();
  assert.equal(venue.venue.remembers("ann", "once"), false);
  assert.equal(venue.venue.forgotten, 1);
});

test("what was brought back is replayed, and conflicts, as before", () => {
  const { venue, result, recall } = forgotten();
  venue.apply(recall);
  assert.ok(venue.venue.remembers("ann", "once"));
  const again = venue.place("ann", KEYED);
  assert.ok(again.kind === "result" && again.replayed);
  assert.deepEqual(again.result, result);
  assert.equal(venue.verdict("ann", { ...KEYED, qty: 3 }), "CLIENT_ORDER_ID_CONFLICT");
});

test("what is known already is not replaced by what is brought back", () => {
  const { venue, recall } = forgotten();
  venue.apply(recall);
  const other = {
    ...recall.results[0]!,
    result: { ...recall.results[0]!.result, orderId: "other" },
  };
  venue.apply({ ...recall, results: [other] });
  assert.equal(venue.result("ann", KEYED).orderId, "o1");
});

test("a restored venue knows how much it has let go", () => {
  const { venue } = forgotten();
  assert.equal(Venue.restore(venue.venue.snapshot()).forgotten, 1);
});
