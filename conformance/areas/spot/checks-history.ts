/** What the reference feed has been. Spec: Markets and data; D-110. */

import type { Prefix } from "../../../scenarios/deployment/profile/profile.ts";
import {
  candlesOf,
  type PointReading,
  pointsOf,
} from "../../../scenarios/deployment/reading/data-reading.ts";
import { Missing, readable } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { http } from "../../expect/answers.ts";
import { readData } from "../data-route.ts";
import { judgeSameRows } from "../defaults.ts";

// A feed whose upstream is away answers 502 or 503: that is nobody's defect, so reads are plain.
const HISTORY = "/feed/btc-spot/history";
const CANDLES = "/feed/btc-spot/candles";
const SECONDS_DEFAULT = 900;
const SECONDS_ASKED = 60;
/** What a feed's own clock and its period may add. Units: ms. */
const SLACK_MS = 60_000;

const answered: Check = {
  title: "GET btc-spot/history answers 200",
  proves: ["SPOT-HIST-01"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    t.expect("SPOT-HIST-01", await t.agent.get(HISTORY), http(200));
  },
};

const ageOfPoints: Check = {
  title: "whether the points of btc-spot/history are of the seconds asked for",
  proves: ["SPOT-HIST-02"],
  needs: ["shared-key"],
  async body(t) {
    await judgeAges(t, [SECONDS_ASKED, SECONDS_DEFAULT]);
  },
};

const ageOfLongSpans: Check = {
  title:
    "the points of btc-spot/history are of the seconds asked for, be they more than an hour, and then of 900",
  proves: ["SPOT-HIST-02", "SPOT-HIST-03"],
  needs: ["agent", "hours"],
  async body(t) {
    await t.clock.passHours();
    await judgeAges(t, [3_600, 5_000, 8_000]);
    await judgeSameRows(t, "SPOT-HIST-03", AS_BY_DEFAULT);
  },
};

/** What seconds are by default. */
const AS_BY_DEFAULT = { path: HISTORY, bare: {}, told: { seconds: String(SECONDS_DEFAULT) } };

async function judgeAges(t: CheckContext, spans: readonly number[]): Promise<void> {
  for (const seconds of spans) {
    const nowMs = await t.clock.serverNow();
    const { response } = await t.agent.get(HISTORY, { seconds: String(seconds) });
    const points = readable(pointsOf(response?.body), "the points of btc-spot/history");
    t.expect("SPOT-HIST-02", points, ofTheLast(seconds, nowMs));
  }
}

function ofTheLast(seconds: number, nowMs: number): Expectation<readonly PointReading[]> {
  const earliestMs = nowMs - seconds * 1_000 - SLACK_MS;
  const early = (points: readonly PointReading[]) =>
    points.filter(({ tsMs }) => tsMs < earliestMs).length;
  return that(
    `no point older than ${seconds} s and a minute`,
    (points) => early(points) === 0,
    () => "older points",
  );
}

const secondsByDefault: Check = {
  title: "btc-spot/history without seconds is that of seconds=900, and fewer seconds give fewer",
  proves: ["SPOT-HIST-03"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    await judgeSameRows(t, "SPOT-HIST-03", AS_BY_DEFAULT);
    const [whole, minute] = [await readData(t, HISTORY), await readData(t, HISTORY, LAST_MINUTE)];
    t.expect("SPOT-HIST-03", [whole, minute], shorterWhereOlder);
    // How much was read the moment before is no default.
    t.expect("SPOT-HIST-03", [whole, await readData(t, HISTORY)], asLongAgain);
  },
};

/** How far is asked back, and what passes before each time. Units: seconds; ms. */
const REACHES = [300, 600, SECONDS_DEFAULT] as const;
const BETWEEN_MS = 250_000;

const reach: Check = {
  title: "a point that btc-spot/history had is there for 300, 600 and 900 seconds, if asked for",
  proves: ["SPOT-HIST-03"],
  needs: ["agent", "hours"],
  over: {},
  async body(t) {
    const known = newest(await pointsSince(t, SECONDS_DEFAULT));
    for (const seconds of REACHES) {
      await t.clock.pass(BETWEEN_MS);
      const points = await pointsSince(t, seconds);
      if (newest(points) - known < BETWEEN_MS) {
        throw new Missing("did not arise: points of a feed that keeps the time of control");
      }
      t.expect("SPOT-HIST-03", points, reachesTo(known));
    }
  },
};

async function pointsSince(t: CheckContext, seconds: number): Promise<PointReading[]> {
  const points = await pointsRead(t, seconds);
  return readable(points.length > 0 ? points : null, "a point of btc-spot/history");
}

async function pointsRead(
  t: CheckContext,
  seconds: number,
  how: { prefix?: Prefix } = {},
): Promise<PointReading[]> {
  const { response } = await readData(t, HISTORY, { seconds: String(seconds) }, how);
  return readable(pointsOf(response?.body), "the points of btc-spot/history");
}

const newest = (points: readonly PointReading[]) => Math.max(...points.map(({ tsMs }) => tsMs));

function reachesTo(knownMs: number): Expectation<readonly PointReading[]> {
  const first = (points: readonly PointReading[]) => Math.min(...points.map(({ tsMs }) => tsMs));
  return that(
    "points back to one known before, or to within a minute of it",
    (points) => first(points) <= knownMs + SLACK_MS,
    (points) => `points from ${Math.round((first(points) - knownMs) / 1_000)} s after it on`,
  );
}

const goesOn: Check = {
  title:
    "btc-spot/history has newer points when the feed's candles have, however it was read before",
  proves: ["SPOT-HIST-03"],
  needs: ["agent", "hours"],
  over: {},
  async body(t) {
    let last = await readEverywhere(t);
    for (const _ of REACHES) {
      await t.clock.pass(BETWEEN_MS);
      const moved = await movedSince(t, last);
      last = await readEverywhere(t, (points) => t.expect("SPOT-HIST-03", points, goesOnTo(moved)));
    }
  },
};

/** How far back: a feed that is late by some minutes has points there. Units: seconds. */
const LATE_REACHES = [600, SECONDS_DEFAULT] as const;

/** Reads the history in each way there is; the newest point of the last one. */
async function readEverywhere(
  t: CheckContext,
  judge: (points: PointReading[]) => void = () => {},
): Promise<PointReading> {
  let last: PointReading | undefined;
  for (const prefix of PREFIXES) {
    for (const seconds of LATE_REACHES) {
      const points = await pointsRead(t, seconds, { prefix });
      judge(points);
      last = points.toSorted((one, next) => one.tsMs - next.tsMs).at(-1);
    }
  }
  return readable(last ?? null, "a point of btc-spot/history");
}

/**
 * When the last candle began that shows another price than the feed's last point had, epoch ms.
 * Errors: Missing where none began since.
 */
async function movedSince(t: CheckContext, { tsMs, price }: PointReading): Promise<number> {
  const { response } = await readData(t, CANDLES, { period_seconds: "60" });
  const candles = readable(candlesOf(response?.body), "the candles of btc-spot");
  const moved = candles.filter(({ close }) => close !== price);
  const startMs = Math.max(...moved.map((candle) => candle.startMs ?? 0));
  if (startMs > tsMs + SLACK_MS) return startMs;
  throw new Missing("did not arise: candles of a feed that keeps the time of control");
}

function goesOnTo(startMs: number): Expectation<readonly PointReading[]> {
  return that(
    "points up to within a minute of the feed's last candle",
    (points) => newest(points) >= startMs - SLACK_MS,
    (points) =>
      `${points.length} points, the newest ${(startMs - newest(points)) / 1_000} s before it`,
  );
}

const LAST_MINUTE = { seconds: String(SECONDS_ASKED) };

/** Of points that reach back further than what is asked for with its slack, some are left out; how dense they are is open. */
const shorterWhereOlder: Expectation<readonly Exchange[]> = that(
  "points of a minute that reach back less far than those of a quarter of an hour, where these go further",
  ([whole, minute]) => {
    const [wholeMs, minuteMs] = [spanOf(whole), spanOf(minute)];
    if (wholeMs === null || wholeMs <= SECONDS_ASKED * 1_000 + SLACK_MS) return true;
    return minuteMs === null || minuteMs < wholeMs;
  },
  (pages) => pages.map((page) => `${(spanOf(page) ?? 0) / 1_000} s`),
);

const asLongAgain: Expectation<readonly Exchange[]> = that(
  "points that reach back as far as before, or nearly a minute less",
  ([whole, again]) => (spanOf(again) ?? 0) >= (spanOf(whole) ?? 0) - SLACK_MS,
  (pages) => pages.map((page) => `${(spanOf(page) ?? 0) / 1_000} s`),
);

/** From the first point of an answer to its last; null where they cannot be read. Units: ms. */
function spanOf(exchange: Exchange | undefined): number | null {
  const points = pointsOf(exchange?.response?.body);
  const [first, last] = [points?.[0], points?.at(-1)];
  return first === undefined || last === undefined ? null : Math.abs(last.tsMs - first.tsMs);
}

/** Checks of the feed's history. */
export const history: readonly Check[] = [
  answered,
  ageOfPoints,
  ageOfLongSpans,
  secondsByDefault,
  reach,
  goesOn,
];
