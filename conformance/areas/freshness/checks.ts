/** timestamp_ms and recv_window_ms: a pair, a range and a window. Spec: Behaviour 3. */

import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import { inTurnOf, KINDS, ORDERS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation } from "../../check/expectation.ts";
import type { Need } from "../../check/need.ts";
import { shrinkingSide } from "../../check/take-position.ts";
import {
  accepted,
  anyRefusal,
  outcomeOf,
  placedThat,
  staleRefusal,
  validation,
} from "../../expect/placed.ts";
import { rejection } from "../rejection.ts";
import { edges } from "./checks-edges.ts";
import { LATER_STAMPS, OLD_STAMPS } from "./rules.ts";

const NEEDS: readonly Need[] = ["agent", "market", "clock"];

/** Every stamp keeps this far from a bound of its window, on either side of it (H-07). */
const MARGIN_MS = 20_000;

/** So much after the target's present. Units: milliseconds. */
type Stamp = { aheadMs?: number; windowMs: number };

async function stampOf(t: CheckContext, { aheadMs = 0, windowMs }: Stamp): Promise<OrderBody> {
  const timestamp_ms = (await t.clock.serverNow()) + aheadMs;
  return { timestamp_ms, recv_window_ms: windowMs };
}

/** A resting order with that stamp. */
async function stamped(t: CheckContext, stamp: Stamp): Promise<OrderBody> {
  return { ...t.market.resting(), ...(await stampOf(t, stamp)) };
}

function restamped(byMs: number): (order: OrderBody) => OrderBody {
  return (order) => ({ ...order, timestamp_ms: Number(order["timestamp_ms"]) + byMs });
}

const stampAlone = rejection({
  rule: "FRESH-PAIR-01",
  once: true,
  title: "timestamp_ms without recv_window_ms is refused",
  needs: ["agent", "market"],
  valid: (t) => stamped(t, { windowMs: 60_000 }),
  breaks: ({ recv_window_ms: _, ...order }) => order,
});

const stampAloneAtOnce: Check = {
  title: "timestamp_ms without recv_window_ms is refused of a FOK order that can be filled too",
  proves: ["FRESH-PAIR-01"],
  needs: ["two-owners", "market", "quiet"],
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price));
    const timestamp_ms = await t.clock.serverNow();
    const order = market.limit(side, price, { tif: "FOK", timestamp_ms });
    t.expect("FRESH-PAIR-01", await agent.provoke(order), anyRefusal);
  },
};

const windowAlone = rejection({
  rule: "FRESH-PAIR-02",
  once: true,
  title: "recv_window_ms without timestamp_ms is refused",
  needs: ["agent", "market"],
  valid: (t) => stamped(t, { windowMs: 60_000 }),
  breaks: [({ timestamp_ms: _, ...order }) => order, (order) => ({ ...order, timestamp_ms: null })],
});

const windowTooSmall = rejection({
  rule: "FRESH-RANGE-01",
  once: true,
  title: "recv_window_ms 0 or less is refused",
  needs: NEEDS,
  valid: (t) => stamped(t, { windowMs: 60_000 }),
  breaks: [
    // On the second, where a clock that stands still is: there the stamp itself is not stale.
    (order) => ({ ...onTheSecond(order), recv_window_ms: 0 }),
    (order) => ({ ...order, recv_window_ms: -1 }),
  ],
});

function onTheSecond(order: OrderBody): OrderBody {
  return { ...order, timestamp_ms: Math.floor(Number(order["timestamp_ms"]) / 1_000) * 1_000 };
}

const windowTooLarge = rejection({
  rule: "FRESH-RANGE-02",
  once: true,
  title: "recv_window_ms 60001 is refused",
  needs: NEEDS,
  valid: (t) => stamped(t, { windowMs: 60_000 }),
  breaks: [60_001, 86_400_000].map((recv_window_ms) => (order) => ({ ...order, recv_window_ms })),
});

const windowLargest: Check = {
  title: "recv_window_ms 60000 with the current time is accepted, and widens no later window",
  proves: ["FRESH-RANGE-03", "FRESH-OLD-01"],
  needs: NEEDS,
  once: true,
  async body(t) {
    const placed = await t.agent.place(await stamped(t, { windowMs: 60_000 }));
    t.expect("FRESH-RANGE-03", placed, accepted);
    t.expect("FRESH-OLD-01", await t.agent.provoke(await stamped(t, STALE)), staleRefusal);
  },
};

const windowSmallest: Check = {
  title: "recv_window_ms 1 is accepted or stale, but no validation error",
  proves: ["FRESH-RANGE-04"],
  needs: NEEDS,
  once: true,
  async body(t) {
    const stale = await t.agent.provoke(await stamped(t, STALE));
    const placed = await t.agent.provoke(await stamped(t, { windowMs: 1 }));
    t.expect("FRESH-RANGE-04", placed, anyOf(accepted, refusedLike(stale), notValidation));
  },
};

/** Venues may use one code for both, so a known stale refusal shows which it is (D-050). */
function refusedLike(stale: PlaceResponse): Expectation<PlaceResponse> {
  return placedThat(
    "refused as stale",
    ({ fate, httpStatus, reason }) =>
      fate !== "accepted" && httpStatus === stale.httpStatus && reason === stale.reason,
  );
}

const notValidation = placedThat("no validation error", (placed) => !validation.judge(placed).ok);

const insideWindow: Check = {
  title: "a timestamp well inside the window is accepted",
  proves: ["FRESH-IN-01"],
  needs: NEEDS,
  async body(t) {
    const order = await stamped(t, { aheadMs: -MARGIN_MS, windowMs: 2 * MARGIN_MS });
    t.expect("FRESH-IN-01", await t.agent.place(order), accepted);
  },
};

const futureInsideWindow: Check = {
  title: "a future timestamp well inside the window is accepted",
  proves: ["FRESH-FUT-02"],
  needs: NEEDS,
  async body(t) {
    const order = await stamped(t, { aheadMs: MARGIN_MS, windowMs: 2 * MARGIN_MS });
    t.expect("FRESH-FUT-02", await t.agent.place(order), accepted);
  },
};

const WINDOW_MS = 15_000;
const STALE = { aheadMs: -WINDOW_MS - MARGIN_MS, windowMs: WINDOW_MS } as const;

const olderThanWindow = rejection({
  rule: "FRESH-OLD-01",
  title: "a timestamp older than the window is refused",
  over: ORDERS,
  needs: NEEDS,
  valid: (t) => stamped(t, { windowMs: WINDOW_MS }),
  breaks: restamped(-WINDOW_MS - MARGIN_MS),
  as: staleRefusal,
});

/** Takes on arrival: a check that stands where orders come to rest misses it. */
type Taker = (t: CheckContext, price: number) => OrderBody;

const TAKERS: readonly Taker[] = [
  ...["IOC", "FOK"].map(
    (tif): Taker =>
      ({ market, side }, price) =>
        market.limit(side, price, { tif }),
  ),
  ({ market, side }) => market.sweep(side),
];

const staleTaker: Check = {
  title: "an IOC, a FOK and a MARKET order are refused with a timestamp older than the window",
  proves: ["FRESH-OLD-01"],
  needs: ["two-owners", "market", "quiet", "clock"],
  once: true,
  over: ORDERS,
  async body(t) {
    const { agent, other, market, side, cell } = t;
    const [price = 0] = await market.inside();
    const twin = inTurnOf(cell, TAKERS)(t, price);
    // One for the twin, and one that a stale order would find.
    await other.rests(market.limit(opposite(side), price, { qty: 2 }));
    await agent.ready(twin);
    await agent.takes({ ...twin, ...(await stampOf(t, { windowMs: WINDOW_MS })) });
    for (const taker of TAKERS) {
      const stale = await agent.provoke({ ...taker(t, price), ...(await stampOf(t, STALE)) });
      t.expect("FRESH-OLD-01", stale, staleRefusal);
    }
  },
};

const staleOfHolder = rejection({
  rule: "FRESH-OLD-01",
  once: true,
  title: "a stale order to reduce only is refused of who holds what it would reduce",
  over: { kind: KINDS, position: ["long", "short"] },
  needs: ["two-owners", "market", "quiet", "clock"],
  valid: async (t) => {
    const stamp = await stampOf(t, { windowMs: WINDOW_MS });
    return t.market.resting(shrinkingSide(t.cell), stamp);
  },
  breaks: (order) => ({ ...restamped(-WINDOW_MS - MARGIN_MS)(order), reduce_only: true }),
  as: staleRefusal,
});

const laterThanWindow = rejection({
  rule: "FRESH-FUT-01",
  title: "a timestamp later than now plus the window is refused",
  over: ORDERS,
  needs: NEEDS,
  valid: (t) => stamped(t, { windowMs: WINDOW_MS }),
  breaks: restamped(WINDOW_MS + MARGIN_MS),
  as: staleRefusal,
});

/** A stamp that says the present in another unit, or lies a day off: far outside of any window. */
function farStamp(
  rule: string,
  title: string,
  stamps: Readonly<Record<string, (presentMs: number) => number>>,
): Check {
  return rejection({
    ...{ rule, title, needs: NEEDS, once: true, as: staleRefusal },
    over: { ...ORDERS, value: Object.keys(stamps) },
    valid: (t) => stamped(t, { windowMs: 60_000 }),
    breaks: (order, { cell }) => {
      const timestamp_ms = stamps[cell.value ?? ""]!(Number(order["timestamp_ms"]));
      return { ...order, timestamp_ms };
    },
  });
}

const longAgo = farStamp("FRESH-OLD-01", "a timestamp of long ago is refused", OLD_STAMPS);
const farAhead = farStamp("FRESH-FUT-01", "a timestamp far ahead is refused", LATER_STAMPS);

const formOfRefusal: Check = {
  title: "the form and code of a freshness refusal",
  proves: ["FRESH-CODE-01"],
  needs: NEEDS,
  async body(t) {
    const refused = await t.agent.provoke(await stamped(t, STALE));
    wasRefused(refused);
    t.observe("FRESH-CODE-01", outcomeOf(refused));
  },
};

function wasRefused({ fate }: PlaceResponse): void {
  if (fate === "accepted") throw new StandsOn("FRESH-OLD-01", "a stale order was accepted");
}

const withoutStamp: Check = {
  title: "an order with neither freshness field is not checked for freshness",
  proves: ["FRESH-NONE-01"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const placed = await t.agent.place(t.market.resting());
    t.expect("FRESH-NONE-01", placed, accepted);
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  stampAlone,
  stampAloneAtOnce,
  windowAlone,
  windowTooSmall,
  windowTooLarge,
  windowLargest,
  windowSmallest,
  insideWindow,
  olderThanWindow,
  staleTaker,
  staleOfHolder,
  longAgo,
  laterThanWindow,
  farAhead,
  futureInsideWindow,
  formOfRefusal,
  withoutStamp,
  ...edges,
];
