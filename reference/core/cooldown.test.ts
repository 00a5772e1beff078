/** The pause after repeated declines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ASK, BID, BINARY, PARLAY, TestVenue } from "./small-venue.fixture.ts";

const BAD = { ...BID, price: 100 };

function declined(times: number, everyMs = 0): TestVenue {
  const venue = new TestVenue();
  for (let n = 0; n < times; n++) {
    assert.equal(venue.verdict("ann", BAD), "PRICE_OUT_OF_RANGE");
    venue.nowMs += everyMs;
  }
  return venue;
}

test("the tenth decline within the window starts a pause, the ninth does not", () => {
  assert.equal(declined(9).verdict("ann", BID), "NEW");
  assert.equal(declined(10).verdict("ann", BID), "AGENT_SIDE_COOLDOWN");
});

test("declines further apart than the window do not add up", () => {
  assert.equal(declined(10, 1_111).verdict("ann", BID), "AGENT_SIDE_COOLDOWN");
  assert.equal(declined(12, 1_112).verdict("ann", BID), "NEW");
});

test("the pause ends by itself after five seconds, and declines within it do not prolong it", () => {
  const venue = declined(10);
  venue.nowMs += 4_999;
  for (let n = 0; n < 20; n++) assert.equal(venue.verdict("ann", BID), "AGENT_SIDE_COOLDOWN");
  venue.nowMs += 1;
  assert.equal(venue.verdict("ann", BID), "NEW");
});

test("the pause blocks neither the other side, nor another market, nor another agent", () => {
  const venue = declined(10);
  assert.equal(venue.verdict("ann", ASK), "NEW");
  assert.equal(venue.verdict("ann", { ...BID, marketId: PARLAY }), "NEW");
  assert.equal(venue.verdict("bob", BID), "NEW");
});

test("an accepted order forgets the declines before it", () => {
  const venue = declined(9);
  assert.equal(venue.verdict("ann", BID), "NEW");
  assert.equal(venue.verdict("ann", BAD), "PRICE_OUT_OF_RANGE");
  assert.equal(venue.verdict("ann", BID), "NEW");
});

test("reduce-only orders pass the pause, and their declines do not count", () => {
  const venue = new TestVenue();
  venue.trade("bob", "ann", { marketId: BINARY, price: 50, qty: 10 });
  for (let n = 0; n < 12; n++) venue.verdict("ann", { ...BAD, reduceOnly: true });
  assert.equal(venue.verdict("ann", BID), "NEW");
  for (let n = 0; n < 10; n++) venue.verdict("ann", BAD);
  assert.equal(venue.verdict("ann", BID), "AGENT_SIDE_COOLDOWN");
  assert.equal(venue.verdict("ann", { ...BID, reduceOnly: true }), "NEW");
});

test("validation refusals do not count", () => {
  const venue = new TestVenue();
  for (let n = 0; n < 12; n++) venue.verdict("ann", { ...BID, slippageCapBps: 1 });
  assert.equal(venue.verdict("ann", BID), "NEW");
});
