/** What of a failing request is a number that can be varied, and how far. */

import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import { readPlaced } from "../../scenarios/deployment/reading/order.ts";
import type { BookReading } from "../../scenarios/deployment/reading/reading.ts";
import type { SearchRange } from "./edges.ts";
import type { NarrowedFailure } from "./prober.ts";
import type { RequestChange } from "./resendable.ts";

/** A number to vary. Shape: `range` has the failing value on its grid. */
export interface VariedNumber {
  name: string;
  failing: number;
  range: SearchRange;
  change(value: number): RequestChange;
}

/** How far from the mark of a perp prices are sane, in parts of it. */
const SANE = 0.5;
/** How many ticks, contracts or rows past an accepted value are looked at. */
const BEYOND = { price: 100, qty: 10, rows: 1_000 };
const QTY_MOST = { own: 100, shared: 10 };
/** A shorter window is missed by who does not know the time exactly. Units: ms. */
const WINDOWS = { low: 5_000, high: 60_000, step: 1 };

/** What of an order is varied; `book` where others trade too. */
export function numbersOfOrder(
  failure: NarrowedFailure,
  market: TradableMarket,
  book: BookReading | null,
): VariedNumber[] {
  const { body = {} } = failure.request;
  const isTaken = readPlaced({}, failure.deciding).fate === "accepted";
  const { price, qty, side, recv_window_ms: windowMs } = body;
  const varied: VariedNumber[] = [];
  const add = (name: string, failing: unknown, range: SearchRange) => {
    const change = (value: number): RequestChange => ({ body: { [name]: value } });
    if (isWithin(range, failing)) varied.push({ name, failing, range, change });
  };
  if (Number.isSafeInteger(price)) {
    const wide = isTaken ? beyond(market, Number(price)) : bandOf(market, Number(price));
    add("price", price, book === null ? wide : besideTouch(wide, String(side), book));
  }
  if (Number.isSafeInteger(qty)) add("qty", qty, quantities(Number(qty), market, isTaken));
  add("recv_window_ms", windowMs, WINDOWS);
  return varied;
}

/** The query parameters that are numbers. */
export function numbersOfQuery({ request, deciding }: NarrowedFailure): VariedNumber[] {
  const isRefused = (deciding.response?.status ?? 0) >= 400;
  return Object.entries(request.query).flatMap(([name, text]) => {
    if (!/^-?\d{1,15}$/.test(text)) return [];
    const failing = Number(text);
    const range = isRefused ? around(failing) : away(failing);
    const change = (value: number): RequestChange => ({ query: { [name]: String(value) } });
    return range === null ? [] : [{ name, failing, range, change }];
  });
}

function isWithin({ low, high, step }: SearchRange, failing: unknown): failing is number {
  const value = Number(failing);
  return typeof failing === "number" && value >= low && value <= high && (value - low) % step === 0;
}

/** The band; on a perp what is sane of it, as far as the price that failed. */
function bandOf(market: TradableMarket, price: number): SearchRange {
  const { lowest, highest, info } = market;
  const { markPrice: mark, tick: step } = info;
  if (info.kind !== "BTC_PERP" || mark === null) return { low: lowest, high: highest, step };
  const onGrid = (one: number) => lowest + Math.round((one - lowest) / step) * step;
  const low = Math.min(Math.max(lowest, onGrid(mark * (1 - SANE))), Math.max(price, lowest));
  const high = Math.max(Math.min(highest, onGrid(mark * (1 + SANE))), Math.min(price, highest));
  return { low, high, step };
}

/** A price that should not be taken: from it away from the band, else within. */
function beyond(market: TradableMarket, price: number): SearchRange {
  const { lowest, highest } = market;
  const step = market.info.tick;
  if (price > highest) return { low: price, high: price + BEYOND.price * step, step };
  if (price < lowest) return { low: price - BEYOND.price * step, high: price, step };
  return bandOf(market, price);
}

/** Behind whatever others quote on this side; where they quote none, short of what can be taken. */
function besideTouch(range: SearchRange, side: string, { bids, asks }: BookReading): SearchRange {
  const { step } = range;
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  if (side === "BUY") {
    const most = (bid ?? ask ?? range.high + step) - step;
    return { ...range, high: onStep(range, Math.min(range.high, most)) };
  }
  const least = (ask ?? bid ?? range.low - step) + step;
  return { ...range, low: onStep(range, Math.max(range.low, least)) };
}

function onStep({ low, step }: SearchRange, value: number): number {
  return low + Math.floor((value - low) / step) * step;
}

function quantities(qty: number, { info }: TradableMarket, isTaken: boolean): SearchRange {
  if (isTaken && qty < 1) return { low: qty - BEYOND.qty, high: qty, step: 1 };
  const most = info.own ? QTY_MOST.own : QTY_MOST.shared;
  return { low: 1, high: Math.max(qty, most), step: 1 };
}

/** From the least that makes sense to more than failed. */
function around(failing: number): SearchRange {
  return { low: Math.min(failing, 1), high: Math.max(failing, BEYOND.rows), step: 1 };
}

/** What should be refused: less than nothing, or more than anybody has. */
function away(failing: number): SearchRange | null {
  if (failing < 1) return { low: failing - BEYOND.rows, high: failing, step: 1 };
  return failing > BEYOND.rows ? { low: failing, high: failing * 10, step: 1 } : null;
}
