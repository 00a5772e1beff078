/** Candles against the trades that a check itself made, and against those that the venue lists. */

import {
  candlesOf,
  type TradeReading,
  tradesOf,
} from "../../../scenarios/deployment/reading/data-reading.ts";
import { Inconclusive, Missing, readable } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { KINDS, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { barsOf, type TradeBar } from "../../model/bars.ts";
import type { Stake } from "../../model/money.ts";
import { takesAmended } from "./takes-amended.ts";

const PERIOD_S = 60;
const LONGER_S = 300;
/**
 * An order that takes so many contracts at each of these prices. Units: ticks from the lowest price,
 * contracts.
 */
type Step = readonly [ticks: readonly number[], qty: number];
/**
 * Open, high, low and close all differ, one price repeats, one order makes several trades; what one
 * side takes the other gives back.
 */
const UP_AND_DOWN: readonly Step[] = [
  [[1], 2],
  [[3], 3],
  [[3], 2],
  [[0, 1], 1],
  [[2], 1],
];
/** Opens away from where those close, and stays within them. */
const WITHIN: readonly Step[] = [
  [[1], 1],
  [[2], 1],
];
const MOST_TRADES = 100;

const fromTrades: Check = {
  title: "a candle tells open, high, low, close and volume of the trades in its period",
  proves: ["CLAIM-CANDLE-01", "CLAIM-CANDLE-02"],
  needs: ["two-owners", "market", "quiet"],
  over: ORDERS,
  async body(t) {
    await judgeCandles(t, await tradeAt(t, await t.market.inside(4), UP_AND_DOWN));
  },
};

const betweenSiblings: Check = {
  title: "a candle tells the trades between two agents of one owner among those with others",
  proves: ["CLAIM-CANDLE-01", "CLAIM-CANDLE-02"],
  needs: ["two-owners", "sibling", "market", "quiet"],
  over: { kind: KINDS, side: SIDES, caller: ["sibling"] },
  once: true,
  async body(t) {
    const prices = await t.market.inside(4);
    // With another owner first: a candle is told by then, whatever it leaves out.
    const others = await tradeAt(t, prices, WITHIN);
    const own = await tradeAt(t, prices, UP_AND_DOWN, { maker: t.sibling }).catch(asNoTrade);
    await judgeCandles(t, [...others, ...own]);
  },
};

/** Whether agents of one owner trade with each other is the venue's own (D-027). */
function asNoTrade(error: unknown): never {
  if (!(error instanceof Inconclusive)) throw error;
  throw new Missing(`did not arise: agents of one owner that trade: ${error.message}`);
}

const inTheNextPeriod: Check = {
  title:
    "a candle opens with the first trade of its own period, from its first millisecond on, and " +
    "leaves the one before as it is; one of five minutes tells of both",
  proves: ["CLAIM-CANDLE-01", "CLAIM-CANDLE-02"],
  needs: ["two-owners", "market", "quiet", "hours"],
  over: ORDERS,
  once: true,
  async body(t) {
    const own = await tradeTwice(t);
    await toTheNextPeriod(t);
    await judgeCandles(t, own);
    const { response } = await candlesBy(t, LONGER_S);
    // Which periods there are besides the default is the venue's own (D-106).
    if (response?.status !== 200) return;
    await toTheNextPeriod(t, LONGER_S);
    await judgeCandles(t, own, LONGER_S);
  },
};

/** Just to its beginning, where the clock stands still between requests. */
async function toTheNextPeriod({ clock }: CheckContext, periodS = PERIOD_S): Promise<void> {
  const periodMs = periodS * 1_000;
  await clock.pass(periodMs - ((await clock.serverNow()) % periodMs));
}

const aroundAMark: Check = {
  title: "a candle tells of the trades before and after the market's mark moves, and of no mark",
  proves: ["CLAIM-CANDLE-01", "CLAIM-CANDLE-02"],
  needs: ["two-owners", "market", "quiet", "operator"],
  over: { kind: KINDS, prefix: PREFIXES },
  once: true,
  async body(t) {
    const { control, market } = t;
    const prices = await market.inside(4);
    const [lowest = 0, , , highest = 0] = prices;
    const before = await tradeAt(t, prices, UP_AND_DOWN);
    await control.setMarket(market.id, { mark_price: highest });
    await control.setMarket(market.id, { mark_price: lowest });
    const after = await tradeAt(t, prices, WITHIN, {
      // The last of them: what is amended is on the tape as what is placed.
      takesBack: (stake) => takesAmended(t, stake, t.side === "BUY" ? highest : lowest),
    });
    await judgeCandles(t, [...before, ...after]);
  },
};

/** Trades up and down and, in the next period, within those prices; returns what was paid. */
async function tradeTwice(t: CheckContext): Promise<number[]> {
  const prices = await t.market.inside(4);
  const before = await tradeAt(t, prices, UP_AND_DOWN);
  await toTheNextPeriod(t);
  return [...before, ...(await tradeAt(t, prices, WITHIN))];
}

/** Judges the candles of all periods since the first of the check's own trades. */
async function judgeCandles(
  t: CheckContext,
  own: readonly number[],
  periodS = PERIOD_S,
): Promise<void> {
  const wanted = await barsOfTrades(t, own, periodS);
  const read = () => barsShown(t, wanted, periodS);
  await told(t, read, { wanted, periodS });
  await t.eventually("CLAIM-CANDLE-01", read, alike("prices", pricesOf, wanted));
  await t.eventually("CLAIM-CANDLE-02", read, alike("volume", volumeOf, wanted));
}

/** Whose orders the agent takes, and how it takes what it gives back: by placing, if not said. */
interface CandleTrades {
  maker?: AgentClient;
  takesBack?(stake: Stake): Promise<void>;
}

/** An order for each step, bought and sold in turn; returns what was paid. */
async function tradeAt(
  t: CheckContext,
  prices: readonly number[],
  steps: readonly Step[],
  { maker = t.other, takesBack }: CandleTrades = {},
): Promise<number[]> {
  const { agent, market, side } = t;
  const paid: number[] = [];
  for (const [count, [ticks, qty]] of steps.entries()) {
    const way = count % 2 === 0 ? side : opposite(side);
    const met = ticks.map((tick) => prices[tick] ?? 0).sort((one, two) => one - two);
    if (way === "SELL") met.reverse();
    for (const price of met) await maker.rests(market.limit(opposite(way), price, { qty }));
    const stake = { side: way, price: met.at(-1) ?? 0, qty: qty * met.length };
    if (way !== side && takesBack) await takesBack(stake);
    else await agent.takes(market.limit(way, stake.price, { qty: stake.qty }));
    paid.push(...met);
  }
  return paid;
}

/**
 * The bars that the listed trades make, from the period of the first of the check's own on.
 * Errors: Inconclusive where the listing does not have the check's own.
 */
async function barsOfTrades(
  t: CheckContext,
  own: readonly number[],
  periodS: number,
): Promise<TradeBar[]> {
  const { agent, market } = t;
  const path = `/markets/${market.id}/trades`;
  const query = { limit: String(MOST_TRADES) };
  const enough = that<TradeReading[]>("the trades made", (told) => inTime(told, own) !== null);
  const read = async () => {
    const { response } = await agent.get(path, query);
    return readable(tradesOf(response?.body), "the trades of a market");
  };
  const trades = inTime(await t.reading(read, enough), own);
  if (trades === null) throw new Inconclusive("the trades made are not the last ones listed");
  return wholeBars(trades, {
    sinceMs: trades.at(-own.length)?.tsMs ?? 0,
    periodMs: periodS * 1_000,
  });
}

/** Bars of the periods since a time. Errors: Missing where the first of them is cut off. */
function wholeBars(
  trades: readonly TradeReading[],
  { sinceMs, periodMs }: { sinceMs: number; periodMs: number },
): TradeBar[] {
  const bars = barsOf(trades, periodMs);
  const recent = bars.filter(({ startMs }) => startMs + periodMs > sinceMs);
  const isCut = trades.length >= MOST_TRADES && recent.length === bars.length;
  if (isCut) throw new Missing("did not arise: more trades in one period than are listed");
  return recent;
}

/**
 * Waits for the candles. Errors: Missing where one is not told before its period has ended, and
 * where none of a longer period begins at a multiple of it.
 */
async function told(
  t: CheckContext,
  read: () => Promise<BarReadings>,
  { wanted, periodS }: { wanted: readonly TradeBar[]; periodS: number },
): Promise<void> {
  const last = wanted.at(-1)?.startMs ?? 0;
  const isOver = t.clock.moves && (await t.clock.serverNow()) >= last + periodS * 1_000;
  if (isOver && periodS === PERIOD_S) return;
  const isThere = (readings: BarReadings) =>
    readings.some((bars) => bars.some(({ startMs }) => startMs === last));
  if (isThere(await t.reading(read, that("the latest candle", isThere)))) return;
  throw new Missing(`did not arise: a candle of ${periodS} s that tells the latest trades`);
}

/** As they happened: the last ones are known by their prices. Null where they are not there. */
function inTime(told: readonly TradeReading[], own: readonly number[]): TradeReading[] | null {
  const isLast = (trades: readonly TradeReading[]) =>
    own.every((price, index) => trades.at(index - own.length)?.price === price);
  return [[...told], told.toReversed()].find(isLast) ?? null;
}

/** Candles, if their times are the beginnings of their periods, and if they are the ends: none is shown. */
type BarReadings = readonly TradeBar[][];

/** The candles of those periods. */
async function barsShown(
  t: CheckContext,
  wanted: readonly TradeBar[],
  periodS: number,
): Promise<BarReadings> {
  const { response } = await candlesBy(t, periodS);
  const candles = readable(candlesOf(response?.body), "the candles of a market");
  if (candles.some(({ startMs, volume }) => startMs === null || volume === null)) {
    throw new Missing("the start or the volume of a candle could not be read on this target");
  }
  const starts = new Set(wanted.map(({ startMs }) => startMs));
  return [0, periodS * 1_000].map((lateMs) =>
    (candles as TradeBar[])
      .map((bar) => ({ ...bar, startMs: bar.startMs - lateMs }))
      .filter(({ startMs }) => starts.has(startMs)),
  );
}

function candlesBy({ agent, market }: CheckContext, periodS: number): Promise<Exchange> {
  return agent.get(`/markets/${market.id}/candles`, { period_seconds: String(periodS) });
}

const pricesOf = ({ open, high, low, close }: TradeBar) => [open, high, low, close].join(" ");
const volumeOf = ({ volume }: TradeBar) => String(volume);

/** Newest first or oldest first, as many candles as there are periods with trades. */
function alike(
  what: string,
  of: (bar: TradeBar) => string,
  wanted: readonly TradeBar[],
): Expectation<BarReadings> {
  const told = (bars: readonly TradeBar[]) =>
    bars
      .toSorted((one, two) => one.startMs - two.startMs)
      .map(of)
      .join(", ");
  return that(
    `${what} ${told(wanted)}`,
    (readings) => readings.some((bars) => told(bars) === told(wanted)),
    ([bars = []]) => `${what} ${told(bars)}`,
  );
}

/** Checks of candles. */
export const candles: readonly Check[] = [
  fromTrades,
  betweenSiblings,
  inTheNextPeriod,
  aroundAMark,
];
