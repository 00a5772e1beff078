/** Finds records in bodies whose shape the spec leaves open; null wherever in doubt (D-090, H-08). */

export type Json = Record<string, unknown>;

/** One price of a book. Units: market price units, contracts. */
export interface Level {
  price: number;
  qty: number;
}

/** Both sides, best first. */
export interface BookReading {
  bids: Level[];
  asks: Level[];
}

const ID_NAMES = ["order_id", "id", "orderId", "market_id", "marketId", "market", "uuid"];
const EXECUTED = ["filled_qty", "executed_qty", "filled_quantity", "cum_qty", "filled", "executed"];
const REMAINING = ["remaining_qty", "leaves_qty", "remaining_quantity", "remaining", "leaves"];
const POSITION = ["qty", "quantity", "size", "net_qty", "net", "position"];
const PRICES = ["price", "limit_price", "limitPrice"];
const STATUSES = ["status", "state", "order_status"];
const FREE_CASH = [
  "free_cents",
  "free_cash_cents",
  "free_cash",
  "free",
  "available",
  "available_cents",
];
const LIST_DEPTH_MAX = 2;

/** Every object anywhere in a body, outermost first. */
export function objectsIn(body: unknown): Json[] {
  if (Array.isArray(body)) return body.flatMap(objectsIn);
  if (!isObject(body)) return [];
  return [body, ...Object.values(body).flatMap(objectsIn)];
}

/** Whether a text (an id, mostly) occurs as a whole value anywhere in a body, in any letter case. */
export function mentions(body: unknown, text: string): boolean {
  const wanted = text.toLowerCase();
  if (typeof body === "string") return body.toLowerCase() === wanted;
  if (Array.isArray(body)) return body.some((item) => mentions(item, text));
  return isObject(body) && Object.values(body).some((value) => mentions(value, text));
}

/** The record that an id names: the object with that id under a name for ids. */
export function recordOf(body: unknown, id: string): Json | null {
  const wanted = id.toLowerCase();
  const is = (value: unknown) => typeof value === "string" && value.toLowerCase() === wanted;
  const objects = objectsIn(body);
  for (const name of ID_NAMES) {
    const found = objects.find((object) => is(object[name]));
    if (found !== undefined) return found;
  }
  return objects.find((object) => Object.values(object).some(is)) ?? null;
}

/** The one list of a body: the body itself, or its only array of objects at depth 1 or 2 (D-100). */
export function listOf(body: unknown): Json[] | null {
  if (Array.isArray(body)) return body.every(isObject) ? body : null;
  const lists = arraysWithin(body, LIST_DEPTH_MAX).filter((array) => array.every(isObject));
  const filled = lists.filter((array) => array.length > 0);
  if (filled.length === 1) return filled[0] as Json[];
  return filled.length === 0 && lists.length > 0 ? [] : null;
}

/** Executed quantity of an order's record. Units: contracts. */
export function executedQty(record: Json): number | null {
  return numberUnder(record, EXECUTED);
}

/** Quantity of an order's record that still rests. Units: contracts. */
export function remainingQty(record: Json): number | null {
  return numberUnder(record, REMAINING);
}

/** Limit price of an order's record. Units: market price units. */
export function priceOf(record: Json): number | null {
  return numberUnder(record, PRICES);
}

/** Status of a record as it is written there. */
export function statusOf(record: Json): string | null {
  const value = STATUSES.map((name) => record[name]).find((one) => typeof one === "string");
  return typeof value === "string" ? value : null;
}

/** Signed position in a market: 0 where the list is readable and lacks the market (D-120). */
export function positionOf(body: unknown, marketId: string): number | null {
  const record = objectsIn(body).find((object) => mentionsDirectly(object, marketId));
  if (record !== undefined) return numberUnder(record, POSITION);
  return listOf(body) === null ? null : 0;
}

/** Free cash of a wallet, in the wallet's own unit: only good for comparing (H-11). */
export function freeCash(body: unknown): number | null {
  for (const object of objectsIn(body)) {
    const value = numberUnder(object, FREE_CASH) ?? decimalUnder(object, FREE_CASH);
    if (value !== null) return value;
  }
  return null;
}

/** Both sides of a book whose levels are pairs or records (D-104). */
export function bookOf(body: unknown): BookReading | null {
  for (const object of objectsIn(body)) {
    const bids = levelsOf(object["bids"] ?? object["buy"]);
    const asks = levelsOf(object["asks"] ?? object["sell"]);
    if (bids === null || asks === null) continue;
    return {
      bids: bids.toSorted((a, b) => b.price - a.price),
      asks: asks.toSorted((a, b) => a.price - b.price),
    };
  }
  return null;
}

/** Band and tick of a market record (D-069). Units: market price units. */
export function geometryOf(
  record: Json,
): { band: [low: number, high: number]; tick: number | null } | null {
  for (const object of objectsIn(record)) {
    const band = object["band"];
    const pair = Array.isArray(band) ? band : [];
    const low = numberUnder(object, ["min_price", "price_min"]) ?? pair[0];
    const high = numberUnder(object, ["max_price", "price_max"]) ?? pair[1];
    if (typeof low !== "number" || typeof high !== "number") continue;
    return { band: [low, high], tick: numberUnder(object, ["tick_size", "tick", "grid", "step"]) };
  }
  return null;
}

function levelsOf(value: unknown): Level[] | null {
  if (!Array.isArray(value)) return null;
  const levels = value.map(levelOf);
  return levels.every((level) => level !== null) ? levels : null;
}

function levelOf(value: unknown): Level | null {
  const [price, qty] = Array.isArray(value)
    ? value
    : isObject(value)
      ? [value["price"], numberUnder(value, ["qty", "quantity", "size"])]
      : [];
  return typeof price === "number" && typeof qty === "number" ? { price, qty } : null;
}

function arraysWithin(body: unknown, depth: number): unknown[][] {
  if (!isObject(body) || depth === 0) return [];
  return Object.values(body).flatMap((value) =>
    Array.isArray(value) ? [value] : arraysWithin(value, depth - 1),
  );
}

function mentionsDirectly(object: Json, id: string): boolean {
  const wanted = id.toLowerCase();
  return Object.values(object).some(
    (value) => typeof value === "string" && value.toLowerCase() === wanted,
  );
}

function numberUnder(record: Json, names: readonly string[]): number | null {
  const value = names.map((name) => record[name]).find((one) => typeof one === "number");
  return typeof value === "number" ? value : null;
}

function decimalUnder(record: Json, names: readonly string[]): number | null {
  const value = names.map((name) => record[name]).find((one) => typeof one === "string");
  const number = Number(value);
  return typeof value === "string" && value !== "" && !Number.isNaN(number) ? number : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
