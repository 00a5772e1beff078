/** A journaled command is read back as it was, whatever its fields hold. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Command, OrderRequest } from "./commands.ts";
import { commandOf, JOURNAL, openVenue } from "./random-journal.fixture.ts";
import { encodeCommand } from "./record.ts";

const text = fc.oneof(fc.uuid(), fc.string({ unit: "binary" }), fc.constantFrom('"', "\\", "\n"));
const count = fc.maxSafeInteger();
const request: fc.Arbitrary<OrderRequest> = fc.record(
  {
    marketId: text,
    side: fc.constantFrom("BUY", "SELL"),
    type: fc.constantFrom("LIMIT", "MARKET"),
    tif: fc.constantFrom("GTC", "IOC", "FOK", "POST_ONLY"),
    price: count,
    qty: count,
    clientOrderId: text,
    timestampMs: count,
    recvWindowMs: count,
    reduceOnly: fc.boolean(),
    slippageCapCents: count,
    slippageCapBps: count,
    leverage: count,
    marginMode: fc.constantFrom("CROSS", "ISOLATED"),
    confirmFatFinger: fc.boolean(),
  },
  { requiredKeys: ["marketId", "side", "type", "qty"], noNullPrototype: true },
);
const ids = { agentId: text, orderId: text };
const plain = { noNullPrototype: true };
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ type: fc.constant("place" as const), ...ids, request }, plain),
  fc.record({ type: fc.constant("cancel" as const), ...ids }, plain),
  fc.record({ type: fc.constant("amend" as const), ...ids, price: count }, plain),
  fc.record({ type: fc.constant("freeze" as const), frozen: fc.boolean() }, plain),
);

test("a record holds the command and its time, and nothing else", () => {
  const property = fc.property(command, fc.nat(), (given, at) => {
    const line = encodeCommand(given, at);
    assert.deepEqual(JSON.parse(line), { at, ...given });
    assert.ok(!line.includes("\n"), "one line");
  });
  fc.assert(property, { numRuns: 1_000 });
});

test("a venue made from its records is the venue", () => {
  const property = fc.property(JOURNAL, (journal) => {
    const ran = openVenue();
    const made = openVenue();
    journal.forEach((step, n) => {
      const command = commandOf(ran, step, n);
      ran.apply(command, n);
      const { at, ...read } = JSON.parse(encodeCommand(command, n));
      made.apply(read, at);
    });
    assert.deepEqual(made.digest(), ran.digest());
  });
  fc.assert(property, { numRuns: Number(process.env["RUNS"] ?? 100) });
});
