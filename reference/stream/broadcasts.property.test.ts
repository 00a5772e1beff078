/** Random commands: who only listens knows the venue as well as who asks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { VenueEvent } from "../core/events.ts";
import { BINARY, PARLAY, PERP, TestVenue } from "../core/small-venue.fixture.ts";
import { VirtualClock } from "../injected/clock.ts";
import { assertNoGaps, type Frame, NO_FEED } from "../proof/stream-client.fixture.ts";
import { Broadcasts } from "./broadcasts.ts";
import { PRIVATE_CHANNELS } from "./channels/index.ts";

const AGENTS = ["ann", "bob", "cem"];
const PRICES: Record<string, readonly number[]> = {
  [BINARY]: [30, 45, 50, 55, 70],
  [PARLAY]: [30, 50, 70],
  [PERP]: [6_400_000, 6_500_000, 6_600_000],
};
const agentId = fc.constantFrom(...AGENTS);
const side = fc.constantFrom("BUY" as const, "SELL" as const);
const tif = fc.constantFrom("GTC" as const, "GTC" as const, "IOC" as const, "POST_ONLY" as const);
const qty = fc.integer({ min: 1, max: 40 });
const request = fc.constantFrom(BINARY, BINARY, PERP, PARLAY).chain((marketId) =>
  fc.record({
    marketId: fc.constant(marketId),
    side,
    tif,
    type: fc.constant("LIMIT" as const),
    price: fc.constantFrom(...PRICES[marketId]!),
    qty,
    reduceOnly: fc.constantFrom(false, false, false, true),
  }),
);
const place = fc.record({ do: fc.constant("place" as const), agentId, request });
const change = fc.record({
  do: fc.constantFrom("cancel" as const, "amend" as const, "cancel-all" as const),
  agentId,
  order: fc.nat({ max: 9 }),
  price: fc.constantFrom(...PRICES[BINARY]!),
  qty,
});
const settle = fc.record({
  do: fc.constant("settle" as const),
  marketId: fc.constantFrom(BINARY, PERP, PARLAY),
  status: fc.constantFrom("EXPIRED" as const, "RESOLVED" as const, "VOID" as const),
});
const listen = fc.record({ do: fc.constant("listen" as const) });
const steps = fc.oneof(
  { weight: 60, arbitrary: place },
  { weight: 25, arbitrary: change },
  { weight: 1, arbitrary: settle },
  { weight: 4, arbitrary: listen },
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

function apply(desk: TestVenue, step: Exclude<Step, { do: "listen" }>): void {
  if (step.do === "settle") {
    const { marketId, status } = step;
    const resolution =
      status === "RESOLVED" && marketId !== PERP ? { resolution: "YES" as const } : {};
    desk.apply({ type: "update-market", marketId, status, ...resolution });
  } else if (step.do === "place") {
    desk.place(step.agentId, step.request);
  } else if (step.do === "cancel-all") {
    desk.apply({ type: "cancel-all", agentId: step.agentId });
  } else {
    const open = desk.openIds(step.agentId);
    const orderId = open[step.order % open.length] ?? "none";
    if (step.do === "cancel") desk.apply({ type: "cancel", agentId: step.agentId, orderId });
    else desk.amend(step.agentId, orderId, { price: step.price, qty: step.qty });
  }
}

/** Follows everything an agent may follow, and keeps of it what the frames say. */
class Listener {
  readonly frames: Frame[] = [];

  constructor(broadcasts: Broadcasts, agentId: string) {
    const names = [BINARY, PERP, PARLAY].flatMap((id) => [`book:${id}`, `market:${id}`]);
    for (const name of [...PRIVATE_CHANNELS, ...names]) {
      broadcasts.join(broadcasts.find(name, agentId)!, this);
    }
  }

  send(text: string): void {
    this.frames.push(JSON.parse(text));
  }

  of(channel: string): Frame[] {
    return this.frames.filter((frame) => frame.channel === channel);
  }

  /** One side of a book, price by price. */
  levels(marketId: string, side: "bids" | "asks"): Record<number, number> {
    const levels: Record<number, number> = {};
    for (const { data } of this.of(`book:${marketId}`)) {
      for (const { price, qty } of data[side]) {
        if (qty === 0) delete levels[price];
        else levels[price] = qty;
      }
    }
    return levels;
  }

  /** The last record of each id. */
  latest(channel: string, id: string): Record<string, unknown>[] {
    const found = new Map(
      this.of(channel).flatMap(({ data }) =>
        data[channel].map((record: Record<string, string>) => [record[id], record] as const),
      ),
    );
    return [...found.values()] as Record<string, unknown>[];
  }
}

function assertKnows(listener: Listener, desk: TestVenue, agentId: string): void {
  const { venue } = desk;
  for (const marketId of [BINARY, PERP, PARLAY]) {
    const { bids, asks, seq } = venue.book(marketId, Infinity)!;
    const asked = [bids, asks].map((side) =>
      Object.fromEntries(side.map(({ price, qty }) => [price, qty])),
    );
    const heard = [listener.levels(marketId, "bids"), listener.levels(marketId, "asks")];
    assert.deepEqual(heard, asked);
    assert.equal(listener.of(`book:${marketId}`).at(-1)!.data.seq, seq);
    const { data } = listener.of(`market:${marketId}`).at(-1)!;
    const { status, bestBid, bestAsk, markPrice } = venue.market(marketId)!;
    assert.deepEqual(
      [data.status, data.best_bid, data.best_ask, data.mark_price],
      [status, bestBid, bestAsk, markPrice],
    );
  }
  const open = listener
    .latest("orders", "order_id")
    .filter(({ status }) => /NEW|PARTIAL/.test(`${status}`));
  assert.deepEqual(
    open.map((order) => `${order["order_id"]} ${order["price"]} ${order["remaining_qty"]}`).sort(),
    venue
      .openOrders(agentId)
      .map((order) => `${order.orderId} ${order.price} ${order.remainingQty}`)
      .sort(),
  );
  const held = listener.latest("positions", "market_id").filter((one) => one["qty"] !== 0);
  assert.deepEqual(
    held.map((one) => `${one["market_id"]} ${one["qty"]}`).sort(),
    venue
      .positions(agentId)
      .filter((one) => one.qty !== 0)
      .map((one) => `${one.marketId} ${one.qty}`)
      .sort(),
  );
  const { cashCents, reservedCents } = venue.wallet(agentId);
  const { data } = listener.of("wallet").at(-1)!;
  assert.deepEqual([data.cash_cents, data.reserved_cents], [cashCents, reservedCents]);
}

const JOURNAL = fc.array(steps, { minLength: 5, maxLength: 60, size: "max" });

test("what the stream says, put together, is what the venue answers after every command", async () => {
  await fc.assert(
    fc.asyncProperty(JOURNAL, async (journal) => {
      let hear: (event: VenueEvent) => void = () => {};
      const desk = new TestVenue({ emit: (event) => hear(event) });
      const source = { venue: desk.venue, clock: new VirtualClock(), feed: NO_FEED };
      const broadcasts = new Broadcasts(source);
      hear = (event) => broadcasts.take(event);
      const listeners = AGENTS.map((name) => ({ name, heard: new Listener(broadcasts, name) }));
      for (const step of journal) {
        if (step.do === "listen")
          listeners.push({ name: "ann", heard: new Listener(broadcasts, "ann") });
        else apply(desk, step);
        await Promise.resolve();
        for (const { name, heard } of listeners) assertKnows(heard, desk, name);
      }
      for (const { heard } of listeners) {
        for (const channel of new Set(heard.frames.map((frame) => frame.channel!))) {
          assertNoGaps(heard.of(channel));
        }
      }
    }),
    { includeErrorInReport: true, numRuns: Number(process.env["RUNS"] ?? 100) },
  );
});
