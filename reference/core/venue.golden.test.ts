/** Three pinned journals and the digests of the venues they lead to, the same on every machine. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command, OrderRequest } from "./commands.ts";
import { BINARY, PARLAY, PERP, TestVenue } from "./small-venue.fixture.ts";

const STEPS = 1_500;
/** A change of behaviour changes these: look at why, then paste what the failure prints. */
const GOLDEN: Record<number, string> = {
  1: "31eddfafd9e4792de94206f2272ac260affa28d71969e4dca0108dd828ae3631",
  2: "8739e2b01667b323675cc17a0fe9715b96551ca654053bf7732e96ed53341398",
  3: "be8d65186fc537d1033d691a6457bd8ebf7b5393bd0a550c12c8f273773b5ad9",
};

/** Numbers below `end`, from a 32-bit xorshift. */
function dice(seed: number): (end: number) => number {
  let state = Math.imul(seed, 0x9e3779b9) | 1;
  return (end) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % end;
  };
}

function requestOf(draw: (end: number) => number): OrderRequest {
  const marketId = [BINARY, PERP, PARLAY][draw(3)]!;
  const isPerp = marketId === PERP;
  const request: OrderRequest = {
    marketId,
    side: draw(2) === 0 ? "BUY" : "SELL",
    type: draw(8) === 0 ? "MARKET" : "LIMIT",
    price: isPerp ? 6_450_000 + 100 * draw(1_000) : 45 + draw(12),
    qty: 1 + draw(isPerp ? 20 : 100),
  };
  const tif = (["IOC", "FOK", "POST_ONLY"] as const)[draw(12)];
  if (tif !== undefined) request.tif = tif;
  if (isPerp && draw(3) === 0) request.leverage = 1 + draw(21);
  if (draw(6) === 0) request.clientOrderId = `c${draw(40)}`;
  if (draw(6) === 0) request.reduceOnly = true;
  return request;
}

function commandOf(venue: TestVenue, n: number, draw: (end: number) => number): Command {
  const agentId = ["ann", "bob", "cem"][draw(3)]!;
  const open = venue.openIds(agentId);
  const orderId = open[draw(open.length + 1)] ?? "none";
  const kind = draw(20);
  if (kind < 3) return { type: "cancel", agentId, orderId };
  if (kind < 5) return { type: "amend", agentId, orderId, qty: 1 + draw(100) };
  if (kind === 5) {
    const markPrice = 6_000_000 + 100 * draw(10_000);
    return { type: "update-market", marketId: PERP, markPrice };
  }
  return { type: "place", agentId, orderId: `o${n}`, request: requestOf(draw) };
}

function run(seed: number): TestVenue {
  const venue = new TestVenue();
  const draw = dice(seed);
  for (let n = 0; n < STEPS; n++) {
    venue.nowMs += draw(300);
    venue.apply(commandOf(venue, n, draw));
  }
  return venue;
}

for (const seed of [1, 2, 3]) {
  test(`journal ${seed} leads to its pinned digest`, () => {
    const venue = run(seed);
    assert.ok(venue.events.filter(({ type }) => type === "trade").length > 300, "it trades");
    assert.equal(venue.venue.digest().sha256, GOLDEN[seed]);
  });
}

test("one more command makes another digest, even when it changes nothing else", () => {
  const venue = run(1);
  const before = venue.venue.digest();
  venue.apply({ type: "freeze", frozen: false });
  assert.equal(venue.venue.digest().commands, before.commands + 1);
  assert.notEqual(venue.venue.digest().sha256, before.sha256);
});
