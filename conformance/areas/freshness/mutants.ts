/** Venues that misjudge how old an order is. */

import {
  type Arriving,
  answerInstead,
  ask,
  changeOrder,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { venueNow } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { refusesAsMalformed } from "../../interposer/refusals.ts";
import { gate } from "../gate-change.ts";

const WITHOUT_STAMP = { timestamp_ms: undefined, recv_window_ms: undefined };

/** A stamp that is stale at any time. Units: epoch ms. */
const LONG_AGO = 1;

/** How much older than the venue's time an order says it is. Units: ms. */
async function ageOf(order: Fields, arriving: Arriving): Promise<number> {
  return (await venueNow(arriving)) - Number(order["timestamp_ms"]);
}

/** Stale orders of such an age are taken all the same: a resend is the same order, whenever stamped. */
function staleTaken(
  when: (ageMs: number, windowMs: number, stampMs: number) => boolean,
): () => WireVariant {
  return () =>
    answerInstead("POST /orders", async (request, venue) => {
      const arriving = { request, venue };
      const given = await venue(request);
      if (fieldsOf(given.body)["reject_reason"] !== "TIMESTAMP_OUT_OF_WINDOW") return given;
      const order = fieldsOf(request.body);
      const [windowMs, stampMs] = [Number(order["recv_window_ms"]), Number(order["timestamp_ms"])];
      const isTaken = when(await ageOf(order, arriving), windowMs, stampMs);
      return isTaken ? ask(arriving, "POST /orders", { ...order, ...WITHOUT_STAMP }) : given;
    });
}

/** Whether two times are an hour apart at most. Units: ms. */
function isNear(oneMs: number, otherMs: number): boolean {
  return Math.abs(oneMs - otherMs) < 3_600_000;
}

/** Stamped orders, by their window. Units: ms. */
function changeStamped(change: (windowMs: number) => Fields | false): () => WireVariant {
  return () =>
    changeOrder(
      ({ timestamp_ms: stamp, recv_window_ms: window }) =>
        typeof stamp === "number" && typeof window === "number" && change(window),
    );
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "timestamp-alone-ignored",
    breaks: ["FRESH-PAIR-01"],
    defect: "timestamp_ms without recv_window_ms is ignored.",
    wire: () => changeOrder((order) => !("recv_window_ms" in order) && WITHOUT_STAMP),
  },
  {
    name: "recv-window-alone-ignored",
    breaks: ["FRESH-PAIR-02"],
    defect: "recv_window_ms without timestamp_ms is ignored.",
    wire: () => changeOrder((order) => !("timestamp_ms" in order) && WITHOUT_STAMP),
  },
  {
    name: "no-least-recv-window",
    breaks: ["FRESH-RANGE-01"],
    defect: "A recv_window_ms of 0 or less switches the freshness check off.",
    wire: changeStamped((window) => window <= 0 && WITHOUT_STAMP),
  },
  {
    name: "recv-window-clamped",
    breaks: ["FRESH-RANGE-02"],
    defect: "A recv_window_ms above 60000 is taken for 60000.",
    wire: changeStamped((window) => window > 60_000 && { recv_window_ms: 60_000 }),
  },
  {
    name: "largest-recv-window-refused",
    breaks: ["FRESH-RANGE-03"],
    defect: "A recv_window_ms of 60000 is refused: the bound is exclusive.",
    wire: () => refusesAsMalformed(({ recv_window_ms: window }) => window === 60_000),
  },
  {
    name: "smallest-recv-window-malformed",
    breaks: ["FRESH-RANGE-04"],
    defect: "A recv_window_ms of 1 is a validation error: the bound is exclusive.",
    wire: () => refusesAsMalformed(({ recv_window_ms: window }) => window === 1),
  },
  {
    name: "stamps-in-seconds",
    breaks: ["FRESH-IN-01"],
    defect: "timestamp_ms is taken for seconds, so every stamped order is stale.",
    wire: () =>
      changeOrder(
        ({ timestamp_ms: stamp }) =>
          typeof stamp === "number" && { timestamp_ms: Math.round(stamp / 1000) },
      ),
  },
  {
    name: "old-orders-pass",
    breaks: ["FRESH-OLD-01"],
    defect: "Only stamps in the future are checked against the window.",
    wire: staleTaken((ageMs) => ageMs > 0),
  },
  {
    name: "stamps-in-seconds-too",
    breaks: ["FRESH-OLD-01"],
    defect: "A timestamp_ms that is the present in seconds is taken for it.",
    wire: staleTaken((ageMs, _, stampMs) => isNear(stampMs * 1_000, stampMs + ageMs)),
  },
  {
    name: "stamp-of-zero-is-none",
    breaks: ["FRESH-OLD-01"],
    defect: "A timestamp_ms of 0 is taken for absent, and its window with it.",
    wire: () => changeOrder(({ timestamp_ms: stamp }) => stamp === 0 && WITHOUT_STAMP),
  },
  {
    name: "stamps-in-microseconds-too",
    breaks: ["FRESH-FUT-01"],
    defect: "A timestamp_ms that is the present in microseconds is taken for it.",
    wire: staleTaken((ageMs, _, stampMs) => isNear(stampMs / 1_000, stampMs + ageMs)),
  },
  {
    name: "market-orders-never-stale",
    breaks: ["FRESH-OLD-01"],
    defect: "The stamp of a MARKET order is not looked at.",
    wire: () => changeOrder(({ type }) => type === "MARKET" && WITHOUT_STAMP),
  },
  {
    name: "reduce-only-orders-never-stale",
    breaks: ["FRESH-OLD-01"],
    defect: "The stamp of a reduce_only order is not looked at.",
    venue: gate("freshness", (check) => (order, context) => {
      return order.reduceOnly === true ? null : check(order, context);
    })!,
  },
  {
    name: "orders-without-an-id-never-stale",
    breaks: ["FRESH-OLD-01"],
    defect: "The stamp of an order without client_order_id is not looked at.",
    venue: gate("freshness", (check) => (order, context) => {
      return order.clientOrderId === undefined ? null : check(order, context);
    })!,
  },
  {
    name: "future-orders-pass",
    breaks: ["FRESH-FUT-01"],
    defect: "Only stamps in the past are checked against the window.",
    wire: staleTaken((ageMs) => ageMs < 0),
  },
  {
    name: "no-future-allowed",
    breaks: ["FRESH-FUT-02"],
    defect: "A stamp more than a second ahead is stale, whatever the window.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        if (typeof order["timestamp_ms"] !== "number") return false;
        return (await ageOf(order, arriving)) < -1_000 && { timestamp_ms: LONG_AGO };
      }),
  },
  {
    name: "stamp-required",
    breaks: ["FRESH-NONE-01"],
    // The plainest order has no stamp.
    alsoBreaks: ["TIF-GTC-01"],
    defect: "An order without timestamp_ms is refused.",
    wire: () => refusesAsMalformed((order) => !("timestamp_ms" in order)),
  },
  {
    name: "recv-window-in-seconds",
    breaks: ["FRESH-OLD-01"],
    defect: "recv_window_ms is taken for seconds, so that old orders pass.",
    wire: staleTaken((ageMs, windowMs) => Math.abs(ageMs) < 1_000 * windowMs),
  },
  {
    name: "recv-window-ends-excluded",
    breaks: ["FRESH-EDGE-01"],
    defect: "A stamp at the very end of its window is stale.",
    wire: changeStamped(
      (window) => window > 1 && window <= 60_000 && { recv_window_ms: window - 1 },
    ),
  },
  {
    name: "recv-window-with-a-second-to-spare",
    breaks: ["FRESH-EDGE-02"],
    defect: "A stamp is stale only when it is a second beyond its window.",
    wire: changeStamped(
      (window) => window >= 1 && window <= 59_000 && { recv_window_ms: window + 1_000 },
    ),
  },
];
