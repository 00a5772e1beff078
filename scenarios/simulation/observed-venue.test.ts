import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../reference/index.ts";
import { Coverage } from "./coverage.ts";
import { ObservedVenue } from "./observed-venue.ts";
import { START_MS } from "./tape.ts";
import { Violation } from "./violation.ts";

const ids = { accountId: "c", publicId: "p" };
const BID = { marketId: "m", side: "BUY", type: "LIMIT", price: 40, qty: 10 } as const;
const OPENING: Command[] = [
  { type: "open-agent", agentId: "ann", owner: "ann", name: "ann", cashCents: 10_000, ...ids },
  { type: "open-agent", agentId: "bob", owner: "bob", name: "bob", cashCents: 10_000, ...ids },
  { type: "create-market", marketId: "m", kind: "BTC_BINARY" },
];
const place = (agentId: string, orderId: string, order: object = {}): Command => ({
  type: "place",
  agentId,
  orderId,
  request: { ...BID, ...order },
});

function open(): ObservedVenue {
  const observed = new ObservedVenue({ coverage: new Coverage() });
  for (const command of OPENING) observed.apply(command, START_MS);
  return observed;
}

test("a crash at any byte of a write leaves what was committed, and nothing of the rest", async () => {
  for (let tornAt = 0; tornAt < 600; tornAt += 7) {
    const observed = open();
    observed.apply(place("ann", "kept"), START_MS);
    observed.keepSnapshot(START_MS);
    observed.apply(place("bob", "lost", { side: "SELL" }), START_MS);
    observed.apply(place("bob", "lost-too", { price: 30 }), START_MS);
    await observed.crash({ at: START_MS, crash: { lost: 2, tornAt } });
    assert.deepEqual(
      observed.venue.openOrders("ann").map(({ orderId }) => orderId),
      ["kept"],
    );
    assert.deepEqual(observed.venue.openOrders("bob"), []);
    observed.apply(place("bob", "after", { side: "SELL" }), START_MS);
    observed.finish();
  }
});

test("a crash that loses nothing leaves the venue that ended, to whatever no record tells of it", async () => {
  const crash = { at: START_MS, crash: { lost: 0, tornAt: null } };
  const observed = open();
  observed.apply(place("ann", "kept"), START_MS);
  await observed.crash(crash);
  observed.apply(place("bob", "after", { side: "SELL" }), START_MS);
  observed.finish();
  observed.venue.apply(place("ann", "unrecorded"), START_MS);
  await assert.rejects(observed.crash(crash), { law: "recovery" });
});

test("an order under an id that was given before breaks a law", () => {
  const observed = open();
  observed.apply(place("ann", "one"), START_MS);
  assert.throws(() => observed.apply(place("ann", "one"), START_MS), Violation);
});

test("every reading is judged: a wallet that nobody explains breaks a law", () => {
  const observed = open();
  observed.shadow.agents.get("ann")!.cashCents += 1;
  assert.throws(() => observed.finish(), { law: "cash-conserved" });
});

test("a FOK order does not count on reduce-only orders that it would make too many itself", () => {
  const observed = open();
  observed.apply(place("ann", "held"), START_MS);
  observed.apply(place("bob", "sold", { side: "SELL" }), START_MS);
  observed.apply(place("ann", "plain", { side: "SELL", price: 50 }), START_MS);
  observed.apply(place("ann", "reducing", { side: "SELL", price: 50, reduceOnly: true }), START_MS);
  const request = { price: 50, qty: 11, tif: "FOK" };
  const outcome = observed.apply(place("bob", "fok", request), START_MS);
  assert.equal(outcome.kind === "result" && outcome.result.rejectReason, "FOK_NOT_FILLABLE");
  observed.finish();
});
