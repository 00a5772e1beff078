import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../../reference/index.ts";
import { Coverage } from "../coverage.ts";
import { ObservedVenue } from "../observed-venue.ts";
import { START_MS } from "../tape.ts";
import type { Shadow } from "./shadow.ts";

const open = (agentId: string): Command => ({
  ...{ type: "open-agent", agentId, accountId: `of-${agentId}`, publicId: agentId },
  ...{ owner: agentId, name: agentId, cashCents: 10_000 },
});
const bid = (agentId: string, price: number): Command => ({
  ...{ type: "place", agentId, orderId: `${agentId}-${price}` },
  request: { marketId: "m", side: "BUY", type: "LIMIT", price, qty: 10 },
});
const COMMANDS: Command[] = [
  ...[open("ann"), open("bob"), { type: "create-market", marketId: "m", kind: "BTC_BINARY" }],
  ...[bid("ann", 40), bid("bob", 41), bid("bob", 39)],
] as Command[];

function trading(): ObservedVenue {
  const observed = new ObservedVenue({ coverage: new Coverage() });
  for (const command of COMMANDS) observed.apply(command, START_MS);
  return observed;
}

const bobsBids = ({ orders }: Shadow) => orders.get("bob-41")!.position.BUY;
const SLIPS: [sum: string, slip: string, (shadow: Shadow) => void][] = [
  ["working orders", "counts a contract too many", (shadow) => void bobsBids(shadow).qty++],
  [
    "working orders",
    "has lost an order",
    (shadow) => void bobsBids(shadow).orders.delete(shadow.orders.get("bob-39")!),
  ],
  ["a reserve", "is a cent short", (shadow) => void shadow.agents.get("bob")!.reservedMost--],
  ["a book", "is upside down", (shadow) => void shadow.markets.get("m")!.bids.orders.reverse()],
  ["a book", "has lost its worst bid", ({ markets }) => void markets.get("m")!.bids.orders.pop()],
];

test("sums that follow their orders are found right", () => trading().finish());

for (const [sum, slip, make] of SLIPS) {
  test(`${sum}: a sum that ${slip} is found wrong by counting anew`, () => {
    const observed = trading();
    make(observed.shadow);
    assert.throws(() => observed.finish(), new RegExp(`^Error: the observer keeps ${sum} as`));
  });
}
