/** Finds market data and standings in bodies whose shape the spec leaves open; null in doubt. */
import {
  arraysWithin,
  isObject,
  type Json,
  member,
  numberUnder,
  priceOf,
  wholeQty,
} from "./reading.ts";

/** One candle. Units: start in epoch ms; prices as they are told. Shape: null where not told. */
export interface CandleReading {
  startMs: number | null;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
}

/** A trade. Units: epoch ms, market price units, contracts. */
export interface TradeReading {
  tsMs: number;
  price: number;
  qty: number;
}

/** A price at a time. Units: epoch ms. */
export interface PointReading {
  tsMs: number;
  price: number;
}

const LIST_DEPTH_MAX = 2;
const TIMES = [
  ...[
    "tsms",
    "timestampms",
    "timems",
    "startms",
    "starttsms",
    "opentimems",
    "opentsms",
    "starttime",
  ],
  ...["ts", "timestamp", "time", "start", "opentime", "bucket", "t"],
];
const POINT_PRICES = ["price", "mid", "midprice", "value", "index", "close", "px", "p"];
/** Below this a number is seconds: in ms it would be 1973, in seconds the year 5138. */
const SECONDS_BELOW = 100_000_000_000;
/** Below this a number is no time of a venue: in seconds 2001. */
const TIME_LEAST = 1_000_000_000;

/** The rows of a body, records or arrays: the body itself or its only list at depth 1 or 2. */
export function rowsOf(body: unknown): unknown[] | null {
  if (Array.isArray(body)) return isRows(body) ? body : null;
  const lists = arraysWithin(body, LIST_DEPTH_MAX).filter(isRows);
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length === 1) return filled[0] ?? null;
  return filled.length === 0 && lists.length > 0 ? [] : null;
}

/** The list under a member whose name speaks of `part`, such as `history` (D-109). */
export function listNamed(body: unknown, part: string): unknown[] | null {
  if (!isObject(body)) return null;
  const within = Object.values(body).filter(isObject);
  const named = [body, ...within].flatMap((object) =>
    Object.entries(object).filter(([name]) => name.toLowerCase().includes(part)),
  );
  const lists = named.map(([, value]) => value).filter(Array.isArray);
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

/** Candles in the order told; null unless every row is a record with the four prices. */
export function candlesOf(body: unknown): CandleReading[] | null {
  return everyRow(body, (record) => {
    const [open, high, low, close] = [
      ...[numberUnder(record, ["open", "o"]), numberUnder(record, ["high", "h"])],
      ...[numberUnder(record, ["low", "l"]), numberUnder(record, ["close", "c"])],
    ];
    if (open == null || high == null || low == null || close == null) return null;
    const volume = numberUnder(record, ["volume", "vol", "v"]);
    return { startMs: timeOf(record), open, high, low, close, volume };
  });
}

/** Trades in the order told; null unless every row has a time, a price and a quantity. */
export function tradesOf(body: unknown): TradeReading[] | null {
  return everyRow(body, (record) => {
    const [tsMs, price, qty] = [timeOf(record), priceOf(record), wholeQty(record)];
    return tsMs === null || price === null || qty === null ? null : { tsMs, price, qty };
  });
}

/** Prices in the order told; null unless every row has a time and a price. */
export function pointsOf(body: unknown): PointReading[] | null {
  return everyRow(body, (record) => {
    const [tsMs, price] = [timeOf(record), numberUnder(record, POINT_PRICES)];
    return tsMs === null || price === null ? null : { tsMs, price };
  });
}

/** Score of a leaderboard's entry, in its own unit. */
export function scoreOf(record: Json): number | null {
  return numberUnder(record, ["score"]);
}

/** `public_id` of a leaderboard's entry, or of the account within it. */
export function publicIdOf(record: Json): string | null {
  const ids = [record, ...Object.values(record).filter(isObject)].map((object) =>
    member(object, "publicid"),
  );
  const id = ids.find((value) => value !== undefined && value !== null);
  return typeof id === "string" || typeof id === "number" ? String(id) : null;
}

/** The series a market's record belongs to. */
export function seriesOf(record: Json): string | null {
  const series = member(record, "series");
  const id = member(record, "seriesid") ?? (isObject(series) ? member(series, "id") : undefined);
  return typeof id === "string" && id !== "" ? id : null;
}

function everyRow<T>(body: unknown, read: (record: Json) => T | null): T[] | null {
  const rows = rowsOf(body);
  const found = (rows ?? []).flatMap((row) => (isObject(row) ? (read(row) ?? []) : []));
  return rows !== null && found.length === rows.length ? found : null;
}

function timeOf(record: Json): number | null {
  const name = TIMES.find((one) => member(record, one) !== undefined);
  if (name === undefined) return null;
  const number = numberUnder(record, [name]);
  if (number === null) return parsed(member(record, name));
  if (number < TIME_LEAST) return null;
  return number < SECONDS_BELOW ? number * 1_000 : number;
}

function parsed(text: unknown): number | null {
  const ms = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

function isRows(list: unknown[]): boolean {
  return list.every((row) => isObject(row) || Array.isArray(row));
}
