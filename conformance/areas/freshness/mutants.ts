/** Venues that misjudge how old an order is. */

import {
  type Arriving,
  answerInstead,
  changeAnyOrder,
  declineOf,
  envelope,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import { venueNow } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const WITHOUT_STAMP = { timestamp_ms: undefined, recv_window_ms: undefined };

/** How much older than the venue's time an order says it is. Units: ms. */
async function ageOf(order: Fields, arriving: Arriving): Promise<number> {
  return (await venueNow(arriving)) - Number(order["timestamp_ms"]);
}

/** Orders for which `objects` holds are answered like this. */
function refuses(objects: (order: Fields) => boolean, code = "VALIDATION_ERROR") {
  return () =>
    answerInstead("POST /orders", ({ body }) =>
      objects(fieldsOf(body)) ? envelope(400, code) : null,
    );
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "timestamp-alone-ignored",
    breaks: ["FRESH-PAIR-01"],
    defect: "timestamp_ms without recv_window_ms is ignored.",
    wire: () =>
      changeAnyOrder(({ recv_window_ms: window }) => window === undefined && WITHOUT_STAMP),
  },
  {
    name: "recv-window-alone-ignored",
    breaks: ["FRESH-PAIR-02"],
    defect: "recv_window_ms without timestamp_ms is ignored.",
    wire: () => changeAnyOrder(({ timestamp_ms: stamp }) => stamp === undefined && WITHOUT_STAMP),
  },
  {
    name: "no-least-recv-window",
    breaks: ["FRESH-RANGE-01"],
    defect: "A recv_window_ms of 0 or less switches the freshness check off.",
    wire: () =>
      changeAnyOrder(({ recv_window_ms: window }) => Number(window) <= 0 && WITHOUT_STAMP),
  },
  {
    name: "recv-window-clamped",
    breaks: ["FRESH-RANGE-02"],
    defect: "A recv_window_ms above 60000 is taken for 60000.",
    wire: () =>
      changeAnyOrder(
        ({ recv_window_ms: window }) => Number(window) > 60_000 && { recv_window_ms: 60_000 },
      ),
  },
  {
    name: "largest-recv-window-refused",
    breaks: ["FRESH-RANGE-03"],
    defect: "A recv_window_ms of 60000 is refused: the bound is exclusive.",
    wire: refuses(({ recv_window_ms: window }) => Number(window) >= 60_000),
  },
  {
    name: "smallest-recv-window-malformed",
    breaks: ["FRESH-RANGE-04"],
    defect: "A recv_window_ms of 1 is a validation error: the bound is exclusive.",
    wire: refuses(({ recv_window_ms: window }) => window === 1),
  },
  {
    name: "stamps-in-seconds",
    breaks: ["FRESH-IN-01"],
    defect: "timestamp_ms is taken for seconds, so every stamped order is stale.",
    wire: () =>
      changeAnyOrder(
        ({ timestamp_ms: stamp }) =>
          stamp !== undefined && { timestamp_ms: Math.round(Number(stamp) / 1000) },
      ),
  },
  {
    name: "old-orders-pass",
    breaks: ["FRESH-OLD-01"],
    defect: "Only stamps in the future are checked against the window.",
    wire: () =>
      changeAnyOrder(
        async (order, arriving) => (await ageOf(order, arriving)) > 0 && WITHOUT_STAMP,
      ),
  },
  {
    name: "market-orders-never-stale",
    breaks: ["FRESH-OLD-01"],
    defect: "The stamp of a MARKET order is not looked at.",
    wire: () => changeAnyOrder(({ type }) => type === "MARKET" && WITHOUT_STAMP),
  },
  {
    name: "future-orders-pass",
    breaks: ["FRESH-FUT-01"],
    defect: "Only stamps in the past are checked against the window.",
    wire: () =>
      changeAnyOrder(
        async (order, arriving) => (await ageOf(order, arriving)) < 0 && WITHOUT_STAMP,
      ),
  },
  {
    name: "no-future-allowed",
    breaks: ["FRESH-FUT-02"],
    defect: "A stamp more than a second ahead is stale, whatever the window.",
    wire: () =>
      answerInstead("POST /orders", async (request, venue) => {
        const order = fieldsOf(request.body);
        const age = await ageOf(order, { request, venue });
        return age < -1_000 ? declineOf(order, "TIMESTAMP_OUT_OF_WINDOW") : null;
      }),
  },
  {
    name: "stamp-required",
    breaks: ["FRESH-NONE-01"],
    defect: "An order without timestamp_ms is refused.",
    wire: refuses((order) => !("timestamp_ms" in order)),
  },
  {
    name: "recv-window-in-seconds",
    breaks: ["FRESH-OLD-01"],
    defect: "recv_window_ms is taken for seconds, so that old orders pass.",
    wire: () =>
      changeAnyOrder(async (order, arriving) => {
        const [windowMs, age] = [Number(order["recv_window_ms"]), await ageOf(order, arriving)];
        const isOld = windowMs >= 1 && windowMs <= 60_000 && age > windowMs;
        return isOld && age < 1_000 * windowMs && WITHOUT_STAMP;
      }),
  },
  {
    name: "recv-window-ends-excluded",
    breaks: ["FRESH-EDGE-01"],
    defect: "A stamp at the very end of its window is stale.",
    wire: () =>
      changeAnyOrder(
        ({ recv_window_ms: window }) =>
          Number(window) > 1 && Number(window) <= 60_000 && { recv_window_ms: Number(window) - 1 },
      ),
  },
  {
    name: "recv-window-with-a-second-to-spare",
    breaks: ["FRESH-EDGE-02"],
    defect: "A stamp is stale only when it is a second beyond its window.",
    wire: () =>
      changeAnyOrder(
        ({ recv_window_ms: window }) =>
          Number(window) >= 1 &&
          Number(window) <= 59_000 && { recv_window_ms: Number(window) + 1_000 },
      ),
  },
];
