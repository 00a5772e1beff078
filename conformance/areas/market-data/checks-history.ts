/** A market's candles and mids, and markets unknown. Spec: Markets and data; D-106, D-107. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import {
  type CandleReading,
  candlesOf,
  rowsOf,
} from "../../../scenarios/deployment/reading/data-reading.ts";
import { Missing, readable } from "../../../scenarios/deployment/stops.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { ENDED, KINDS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { endedAs } from "../../check/end-market.ts";
import { anyOf, type Expectation, odd, that } from "../../check/expectation.ts";
import { http } from "../../expect/answers.ts";
import { blank } from "../../expect/blank.ts";
import { atLeastRows, atMostRows } from "../../expect/pages.ts";
import { marketPath, readData, readTrades } from "../data-route.ts";
import { judgePages } from "../defaults.ts";
import { judgePeriods } from "../periods.ts";
import { judgeLimited } from "../periods-limited.ts";
import { tradesOf } from "./checks-defaults.ts";
import { tradeTwice } from "./checks-trades.ts";

const CANDLES_DEFAULT = 500;
const MIDS_DEFAULT = 3_600;
/** After it at least one whole second without a trade lies behind. Units: ms. */
const A_SECOND_APART_MS = 2_100;
/** The default period, longer ones and finer ones. Units: seconds. */
const FROM_A_MINUTE = [60, 120, 300, 900] as const;
const PERIODS = [...FROM_A_MINUTE, 15, 30] as const;
/** Trades for longer than two of most periods, some in each of the default. Units: ms. */
const BUSY = { forMs: 600_000, everyMs: 20_000 };
const TRADES_THROUGHOUT = 35;

const unknownMarket: Check = {
  title: "GET of the data of a market that does not exist is answered 404",
  proves: ["MKT-BOOK-05"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const answer = await readData(t, `/markets/${UNKNOWN_UUID}/${t.cell.value}`);
    const nothing = odd(blank(UNKNOWN_UUID), "an unknown market has empty data instead of 404");
    t.expect("MKT-BOOK-05", answer, anyOf(http(404), nothing));
  },
};

const dataOfEnded: Check = {
  title: "a market's trades, candles and mids are served as its end leaves them, however it ends",
  proves: ["MKT-TRD-04", "MKT-CDL-01", "MKT-MID-01"],
  needs: ["two-owners", "market", "quiet", "operator"],
  over: { kind: KINDS, status: ENDED },
  async body(t) {
    const { market, control } = t;
    await tradeTwice(t, async () => {});
    const { length } = await t.reading(() => readTrades(t), noFewerThan(2));
    if (length === 0) throw new Missing("did not arise: an OPEN market that lists its trades");
    const read = (what: string) => () => readData(t, marketPath(t, what));
    await control.setMarket(market.id, endedAs(t.cell.status));
    await t.eventually("MKT-TRD-04", read("trades"), atLeastRows(length));
    await t.eventually("MKT-CDL-01", read("candles"), http(200));
    await t.eventually("MKT-MID-01", read("mid-history"), http(200));
  },
};

const tradesLater: Check = {
  title: "a market's trades are listed hours later as they were before",
  proves: ["MKT-TRD-05"],
  needs: ["two-owners", "market", "quiet", "hours"],
  once: true,
  async body(t) {
    await tradeTwice(t, async () => {});
    const { length } = await t.reading(() => readTrades(t), noFewerThan(2));
    if (length === 0) throw new Missing("did not arise: a market that lists its trades");
    await t.clock.passHours();
    const later = () => readData(t, marketPath(t, "trades"));
    await t.eventually("MKT-TRD-05", later, atLeastRows(length));
  },
};

const candlesLater: Check = {
  title: "a market's candles are there hours later, for nobody too if they were before",
  proves: ["MKT-CDL-01"],
  needs: ["two-owners", "market", "quiet", "hours"],
  over: { kind: KINDS },
  once: true,
  async body(t) {
    await tradeTwice(t, async () => {});
    await t.settle();
    const tolerates = statusesOf("D-112", "anonymous");
    const ask = { method: "GET", path: marketPath(t, "candles"), tolerates };
    const reads = [() => t.agent.request(ask), () => t.anonymously(ask)].map((read) => async () => {
      return rowsOf((await read()).response?.body) ?? [];
    });
    const before = await Promise.all(reads.map((read) => read()));
    if (before.every(({ length }) => length === 0)) throw new Missing("did not arise: candles");
    await t.clock.passHours();
    for (const [index, read] of reads.entries()) {
      await t.eventually("MKT-CDL-01", read, noFewerThan(before[index]?.length ?? 0));
    }
  },
};

function noFewerThan(count: number): Expectation<readonly unknown[]> {
  return that(
    `at least ${count} rows`,
    (rows) => rows.length >= count,
    (rows) => `${rows.length}`,
  );
}

const candles: Check = {
  title: "GET of a market's candles gives at most 500, or as many as limit says",
  proves: ["MKT-CDL-01"],
  needs: ["agent", "market"],
  each: true,
  body: (t) =>
    judgePages(t, "MKT-CDL-01", { path: marketPath(t, "candles"), byDefault: CANDLES_DEFAULT }),
};

const ownCandles: Check = {
  title: "of candles of two trades seconds apart limit=1 gives one; how candles are made",
  proves: ["MKT-CDL-01", "MKT-CDL-03"],
  needs: ["two-owners", "market", "quiet"],
  over: { kind: KINDS },
  async body(t) {
    await tradeTwice(t, () => t.clock.pass(A_SECOND_APART_MS));
    await t.settle();
    const everySecond = { period_seconds: "1" };
    const path = marketPath(t, "candles");
    for (const prefix of PREFIXES) {
      const one = await readData(t, path, { ...everySecond, limit: "1" }, { prefix });
      t.expect("MKT-CDL-01", one, anyOf(atMostRows(1), http(400), http(422)));
    }
    const minutes = readable(await candlesIn(t, {}), "candles");
    const seconds = await candlesIn(t, everySecond);
    const unsound = minutes.some((candle) => !isSound(candle));
    t.observe(
      "MKT-CDL-03",
      { ...made(minutes, 60), order: orderOf(seconds), gaps: gapsIn(seconds) },
      unsound ? "a candle's open or close lies outside its low and high" : undefined,
    );
  },
};

const candleTimes = (body: unknown) => candlesOf(body)?.map(({ startMs }) => startMs) ?? null;

const eachPeriod: Check = {
  title: "candles of a market that trades throughout are each of the period asked for",
  proves: ["MKT-CDL-06", "MKT-CDL-01"],
  needs: ["two-owners", "market", "quiet", "hours"],
  once: true,
  async body(t) {
    await tradesOf(t, TRADES_THROUGHOUT, () => t.clock.pass(BUSY.everyMs));
    const path = marketPath(t, "candles");
    const asked = { path, periods: PERIODS, timesIn: candleTimes, busy: BUSY };
    await judgePeriods(t, "MKT-CDL-06", asked);
    // A limit may count periods back from now, and one without a trade may be left out (D-106).
    const before = () => tradesOf(t, 1, () => t.settle());
    await judgeLimited(t, "MKT-CDL-01", { path, periods: FROM_A_MINUTE, before });
  },
};

async function candlesIn(
  t: CheckContext,
  query: Record<string, string>,
): Promise<CandleReading[] | null> {
  return candlesOf((await readData(t, marketPath(t, "candles"), query)).response?.body);
}

function isSound({ open, high, low, close }: CandleReading): boolean {
  return low <= Math.min(open, close) && Math.max(open, close) <= high;
}

function made(list: readonly CandleReading[], periodS: number) {
  const starts = list.map(({ startMs }) => startMs);
  return {
    within_low_and_high: list.every(isSound),
    aligned: starts.includes(null)
      ? null
      : starts.every((startMs) => (startMs ?? 0) % (periodS * 1_000) === 0),
  };
}

function orderOf(list: readonly CandleReading[] | null): string | null {
  const [first, last] = [list?.[0]?.startMs ?? null, list?.at(-1)?.startMs ?? null];
  if (first === null || last === null || first === last) return null;
  return first < last ? "oldest first" : "newest first";
}

/** What becomes of the second between the two trades. */
function gapsIn(list: readonly CandleReading[] | null): string | null {
  const starts = (list ?? []).map(({ startMs }) => startMs ?? 0).toSorted((a, b) => a - b);
  if (starts.length < 2) return null;
  const apart = starts.some((startMs, index) => startMs - (starts[index - 1] ?? startMs) > 1_000);
  return apart ? "left out" : "filled";
}

const mids: Check = {
  title: "GET of a market's mid-history gives at most 3600 points, or as many as limit says",
  proves: ["MKT-MID-01"],
  needs: ["agent", "market"],
  each: true,
  body: (t) =>
    judgePages(t, "MKT-MID-01", { path: marketPath(t, "mid-history"), byDefault: MIDS_DEFAULT }),
};

const ownMids: Check = {
  title: "of mids of two seconds limit=1 gives one, in a market of each kind",
  proves: ["MKT-MID-01"],
  needs: ["agent", "market"],
  once: true,
  async body(t) {
    const { agent, market } = t;
    await agent.rests(market.resting("BUY"));
    await agent.rests(market.resting("SELL"));
    await t.clock.pass(A_SECOND_APART_MS);
    const path = marketPath(t, "mid-history");
    await judgePages(t, "MKT-MID-01", { path, byDefault: MIDS_DEFAULT });
  },
};

/** Checks of a market's history. */
export const history: readonly Check[] = [
  unknownMarket,
  dataOfEnded,
  tradesLater,
  candles,
  candlesLater,
  ownCandles,
  eachPeriod,
  mids,
  ownMids,
];
