/** Finds records in bodies whose shape the spec leaves open; null wherever in doubt (D-090, H-08). */
import { isUuid } from "../wire/uuid.ts";

export type Json = Record<string, unknown>;

/** One price of a book. Units: market price units, contracts. */
export interface PriceLevel {
  price: number;
  qty: number;
}

/** Both sides, best first. */
export interface BookReading {
  bids: PriceLevel[];
  asks: PriceLevel[];
}

/** The geometry of a market as far as it can be read. Units: market price units. */
export interface GeometryReading {
  band: [low: number, high: number];
  tick: number | null;
}

// Member names are compared without case and underscores: filled_qty is filledQty.
const ID_NAMES = ["orderid", "id", "marketid", "market", "uuid"];
const EXECUTED = [
  ...["filledqty", "executedqty", "filledquantity", "executedquantity"],
  ...["cumqty", "cumquantity", "filled", "executed"],
];
const REMAINING = ["remainingqty", "leavesqty", "remainingquantity", "remaining", "leaves"];
const NET = ["netqty", "netquantity", "net", "position", "qty", "quantity", "size", "contracts"];
const PRICES = ["price", "limitprice", "fillprice", "px"];
const QUANTITIES = ["qty", "quantity", "size", "sz", "contracts", "amount"];
const STATUSES = ["status", "state", "orderstatus"];
const FREE_CASH = [
  ...["freecents", "freecashcents", "freecash", "freebalance", "free"],
  ...["availablecents", "availablecash", "availablebalance", "available"],
];
const LONG = ["BUY", "LONG", "YES"];
const SHORT = ["SELL", "SHORT", "NO"];
/** Members that hold what was asked for, whatever that is. */
const WRAPPERS = ["data", "result", "results", "items", "rows", "records"];
const LIST_DEPTH_MAX = 2;

/** Every object anywhere in a body, the outermost first. */
export function objectsIn(body: unknown): Json[] {
  const found: Json[] = [];
  const ahead: unknown[] = [body];
  for (const value of ahead) {
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value)) found.push(value);
    for (const member of Object.values(value)) ahead.push(member);
  }
  return found;
}

/**
 * Whether a text occurs as a whole value or member name anywhere in a body, in any letter case; a
 * UUID also within a longer text, such as a link.
 */
export function mentions(body: unknown, text: string): boolean {
  const wanted = text.toLowerCase();
  const speaks = isUuid(text)
    ? (value: string) => value.toLowerCase().includes(wanted)
    : (value: string) => value.toLowerCase() === wanted;
  const within = (value: unknown): boolean => {
    if (typeof value === "string") return speaks(value);
    if (Array.isArray(value)) return value.some(within);
    return isObject(value) && Object.entries(value).some(([k, v]) => speaks(k) || within(v));
  };
  return within(body);
}

/** The records of a body, for who asks for many: it is walked through once. */
export class BodyRecords {
  readonly #body: unknown;
  /** By id in small letters, the outermost object with it under a name for ids. */
  readonly #named = new Map<string, Json>();
  /** By what is under any name that ends in id; null where several objects have it. */
  readonly #close = new Map<string, Json | null>();
  #text: string | null = null;

  constructor(body: unknown) {
    this.#body = body;
    for (const object of objectsIn(body)) this.#add(object);
  }

  /**
   * The record an id belongs to: the outermost object with it under a name for ids; else the only
   * object with it under any name that ends in id. A fill or a link that refers to it is none.
   */
  of(id: string): Json | null {
    const small = id.toLowerCase();
    return this.#named.get(small) ?? this.#close.get(small) ?? null;
  }

  /** Whether an id occurs anywhere in the body; see `mentions`. */
  mentions(id: string): boolean {
    if (!isUuid(id)) return mentions(this.#body, id);
    this.#text ??= (JSON.stringify(this.#body) ?? "").toLowerCase();
    return this.#text.includes(id.toLowerCase());
  }

  #add(object: Json): void {
    for (const [name, value] of Object.entries(object)) {
      if (typeof value !== "string" || !/id$/i.test(name)) continue;
      const [id, close] = [value.toLowerCase(), this.#close];
      if (close.get(id) !== object) close.set(id, close.has(id) ? null : object);
    }
    for (const name of ID_NAMES) {
      const value = member(object, name);
      if (typeof value !== "string" || this.#named.has(value.toLowerCase())) continue;
      this.#named.set(value.toLowerCase(), object);
    }
  }
}

/** The record that an id belongs to; see `BodyRecords`. */
export function recordOf(body: unknown, id: string): Json | null {
  return new BodyRecords(body).of(id);
}

/** The one list of a body: the body itself, or its only array of objects at depth 1 or 2 (D-100). */
export function listOf(body: unknown): Json[] | null {
  if (Array.isArray(body)) return body.every(isObject) ? body : null;
  const lists = arraysWithin(body, LIST_DEPTH_MAX).filter((array) => array.every(isObject));
  const filled = lists.filter((array) => array.length > 0) as Json[][];
  if (filled.length === 1) return nodesOf(filled[0]!);
  return filled.length === 0 && lists.length > 0 ? [] : null;
}

/** The records of a list that holds each as the node of an edge, beside a cursor. */
function nodesOf(list: Json[]): Json[] {
  const nodes = list.map(({ node }) => node).filter(isObject);
  return nodes.length === list.length ? nodes : list;
}

/** Executed quantity of an order's record. Units: contracts. */
export function executedQty(record: Json): number | null {
  return numberUnder(record, EXECUTED);
}

/** Quantity that an order's record asks for. Units: contracts. */
export function wholeQty(record: Json): number | null {
  return numberUnder(record, QUANTITIES);
}

/** Quantity of an order's record that still rests. Units: contracts. */
export function remainingQty(record: Json): number | null {
  return numberUnder(record, REMAINING);
}

/** Price of an order's or a fill's record. Units: market price units. */
export function priceOf(record: Json): number | null {
  return numberUnder(record, PRICES);
}

/** Status of a record as it is written there. */
export function statusOf(record: Json): string | null {
  const value = STATUSES.map((name) => member(record, name)).find((one) => typeof one === "string");
  return typeof value === "string" ? value : null;
}

/** Status that a body shows of what has this id; null where it shows none. */
export function statusIn(body: unknown, id: string): string | null {
  return statusOf(recordOf(body, id) ?? {});
}

/**
 * Signed position in a market (D-120). Units: contracts.
 * Shape: 0 where the list is readable and lacks the market; a side beside an unsigned quantity
 * gives the sign; null where the market has several records, such as one a side.
 */
export function positionOf(body: unknown, marketId: string): number | null {
  const list = listOf(body);
  const records = (list ?? objectsIn(body).filter(hasNone(isObject))).filter((record) =>
    mentions(record, marketId),
  );
  if (records.length === 0) return list === null ? null : 0;
  const [record] = records;
  return record === undefined || records.length > 1 ? null : signedQty(record);
}

/** Free cash of a wallet, in the wallet's own unit: only good for comparing (H-11). */
export function freeCash(body: unknown): number | null {
  const values = objectsIn(body).map((object) => numberUnder(object, FREE_CASH));
  const distinct = new Set(values.filter((value) => value !== null));
  return distinct.size === 1 ? ([...distinct][0] ?? null) : null;
}

/** Both sides of a book whose levels are pairs or records (D-104). */
export function bookOf(body: unknown, asSent = false): BookReading | null {
  for (const object of objectsIn(body)) {
    for (const [buying, selling] of [
      ["bids", "asks"],
      ["buy", "sell"],
      ["buys", "sells"],
    ] as const) {
      const bids = levelsOf(member(object, buying));
      const asks = levelsOf(member(object, selling));
      if (bids === null || asks === null) continue;
      if (asSent) return { bids, asks };
      bids.sort((a, b) => b.price - a.price);
      asks.sort((a, b) => a.price - b.price);
      return { bids, asks };
    }
  }
  return null;
}

/** Band and tick of a market record (D-069): integers, the lower bound first. */
export function geometryOf(record: Json): GeometryReading | null {
  for (const object of objectsIn(record)) {
    const [low, high] = bandOf(object);
    if (!Number.isInteger(low) || !Number.isInteger(high) || low! >= high!) continue;
    const tick = numberUnder(object, ["ticksize", "tick", "grid", "step"]);
    return { band: [low!, high!], tick: tick !== null && tick >= 1 ? tick : null };
  }
  return null;
}

/** Mark price of a market record. Units: market price units; rounded, as marks may be finer. */
export function markOf(record: Json): number | null {
  const mark = numberUnder(record, ["markprice", "mark"]);
  return mark === null ? null : Math.round(mark);
}

/** Cents that one price unit of a perp's contract is worth, by its market's record. */
export function contractMultiplierOf(record: Json): number | null {
  const named = objectsIn(record).map((one) => numberUnder(one, MULTIPLIERS));
  return named.find((one) => one !== null) ?? null;
}

const MULTIPLIERS = ["contractmultiplier", "multiplier", "contractsize"];

function bandOf(object: Json): (number | null)[] {
  const band = member(object, "band");
  if (Array.isArray(band) && band.length === 2) return band.map(numberOf);
  if (isObject(band))
    return [numberUnder(band, ["min", "low"]), numberUnder(band, ["max", "high"])];
  const low = numberUnder(object, ["minprice", "pricemin"]);
  return [low, numberUnder(object, ["maxprice", "pricemax"])];
}

function signedQty(record: Json): number | null {
  const qty = numberUnder(record, NET);
  const side = [member(record, "side"), member(record, "direction")].find(
    (value) => typeof value === "string",
  );
  if (qty === null || qty <= 0 || typeof side !== "string") return qty;
  if (SHORT.includes(side.toUpperCase())) return -qty;
  return LONG.includes(side.toUpperCase()) ? qty : null;
}

function levelsOf(value: unknown): PriceLevel[] | null {
  if (!Array.isArray(value)) return null;
  const levels = value.map(levelOf);
  return levels.every((level) => level !== null) ? levels : null;
}

function levelOf(value: unknown): PriceLevel | null {
  const [price, qty] = Array.isArray(value)
    ? value.map(numberOf)
    : isObject(value)
      ? [numberUnder(value, PRICES), numberUnder(value, QUANTITIES)]
      : [];
  return typeof price === "number" && typeof qty === "number" ? { price, qty } : null;
}

/** Every array among the members of a body, that many objects deep; `data: null` is an empty one. */
export function arraysWithin(body: unknown, depth: number): unknown[][] {
  if (!isObject(body) || depth === 0) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [value];
    if (value === null) return WRAPPERS.some((wrapper) => isPlainly(name, wrapper)) ? [[]] : [];
    return arraysWithin(value, depth - 1);
  });
}

/** A member by its plain name: without case and underscores. */
export function member(object: Json, plainName: string): unknown {
  for (const name in object) if (isPlainly(name, plainName)) return object[name];
  return undefined;
}

/** Whether a name is that one, but for case and underscores: character by character, as it is asked often. */
function isPlainly(name: string, plainName: string): boolean {
  let at = 0;
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    if (code === UNDERSCORE) continue;
    const small = code >= CAPITAL_A && code <= CAPITAL_Z ? code + TO_SMALL : code;
    if (small !== plainName.charCodeAt(at)) return false;
    at += 1;
  }
  return at === plainName.length;
}
const [UNDERSCORE, CAPITAL_A, CAPITAL_Z, TO_SMALL] = [95, 65, 90, 32];

/** The first number under one of these plain names, also where it is written as text. */
export function numberUnder(record: Json, names: readonly string[]): number | null {
  const values = names.map((name) => numberOf(member(record, name)));
  return values.find((value) => value !== null) ?? null;
}

function numberOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null;
}

function hasNone(test: (value: unknown) => boolean): (object: Json) => boolean {
  return (object) => !Object.values(object).some((value) => test(value) || Array.isArray(value));
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
