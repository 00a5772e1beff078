/** What a resting order costs to keep in memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { BenchRow } from "../../reports/schema/bench.ts";
import { commandOf, openVenue } from "./venue-tape.fixture.ts";

const ORDERS = 100_000;
const LEVELS = 500;
const BYTES_MAX = 400;
/** As of a real clock: such numbers take more memory than small ones. */
const START_MS = 1_767_571_200_000;

/** Heap that 100,000 resting orders hold on to, ids and index with them. Units: bytes an order. */
export async function bench(): Promise<BenchRow[]> {
  const venue = openVenue();
  const before = heapBytes();
  for (let number = 0; number < ORDERS; number++) {
    const isBuy = number % 2 === 0;
    const price = 65_000 + (isBuy ? -1 - (number % LEVELS) : 1 + (number % LEVELS));
    const entry = { cancels: false, number, agent: number % 48, isBuy, price, qty: 1 };
    venue.apply(commandOf(entry), START_MS + number);
  }
  const bytes = (heapBytes() - before) / venue.state.orders.size;
  return [
    {
      name: "memory per resting order",
      ...{ measured: bytes, unit: "bytes", aim: BYTES_MAX, isAtMost: true },
      note: `${venue.state.orders.size} orders; heap after collection`,
    },
  ];
}

function heapBytes(): number {
  setFlagsFromString("--expose_gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
