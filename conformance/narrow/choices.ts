/** What of a failing request has no order: prefix, caller, side, tif, members and headers. */

import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import { readPlaced } from "../../scenarios/deployment/reading/order.ts";
import type { BookReading } from "../../scenarios/deployment/reading/reading.ts";
import { TIFS } from "../../scenarios/deployment/vocabulary.ts";
import { type CallerKind, type Dimension, PREFIXES } from "../check/cell.ts";
import { isOrder, type NarrowedFailure } from "./prober.ts";
import { mayTake } from "./quotes.ts";
import { ORDER, type RepeatableRequest } from "./repeatable.ts";
import type { RequestChange } from "./resendable.ts";

/** Something to vary: the failing value, and those in place of it, each in words. */
export interface VariedChoice {
  /** What cells call it, where they have it. */
  dimension?: Dimension;
  phrase: string;
  others: readonly { phrase: string; change: RequestChange }[];
  /** It is there or not. */
  isPair?: boolean;
}

const under = (prefix: string) => (prefix === "" ? "under no prefix" : `under ${prefix}`);

/** The four prefixes; key routes are documented under two of them (D-174). */
export function prefixes({ prefix, path }: RepeatableRequest): VariedChoice {
  const served = PREFIXES.filter((one) => !/^\/me\/agents\//.test(path) || one.endsWith("/v1"));
  const others = served.filter((one) => one !== prefix);
  return {
    ...{ dimension: "prefix", phrase: under(prefix) },
    others: others.map((other) => ({ phrase: under(other), change: { prefix: other } })),
  };
}

const CALLERS: Partial<Record<CallerKind, string>> = {
  key: "with the first key of the agent",
  "second-key": "with the second key of the agent",
  other: "with the key of another agent",
};

/** The keys that there are. */
export function callers(
  { caller, path }: RepeatableRequest,
  able: ReadonlySet<CallerKind>,
): VariedChoice | null {
  const phrase = CALLERS[caller];
  if (phrase === undefined) return null;
  const keys = (Object.entries(CALLERS) as [CallerKind, string][]).filter(
    ([one]) => one !== caller && able.has(one) && (one !== "other" || !path.includes(ORDER)),
  );
  return {
    ...{ dimension: "caller", phrase },
    others: keys.map(([one, said]) => ({ phrase: said, change: { caller: one } })),
  };
}

/** The other side, at the price that mirrors this one; `book` where others trade too. */
export function sides(
  { request }: NarrowedFailure,
  market: TradableMarket,
  book: BookReading | null,
): VariedChoice | null {
  const { side, price, type, reduce_only: reduceOnly } = request.body ?? {};
  if ((side !== "BUY" && side !== "SELL") || type !== "LIMIT" || reduceOnly === true) return null;
  if (typeof price !== "number") return null;
  const other = side === "BUY" ? "SELL" : "BUY";
  const { lowest, highest, info } = market;
  const centre = info.kind === "BTC_PERP" ? info.markPrice : (lowest + highest) / 2;
  if (centre === null) return null;
  const body = { side: other, price: 2 * centre - price };
  if (mayTake({ ...request.body, ...body }, book)) return null;
  const others = [{ phrase: `on ${other}`, change: { body } }];
  return { dimension: "side", phrase: `on ${side}`, others };
}

/** The other times in force; none is GTC. */
export function tifs({ body = {} }: RepeatableRequest): VariedChoice | null {
  if (body["type"] !== "LIMIT") return null;
  const { tif = "GTC" } = body;
  const others = TIFS.filter((one) => one !== tif);
  return {
    ...{ dimension: "tif", phrase: `with tif ${tif}` },
    others: others.map((one) => ({ phrase: `with tif ${one}`, change: { body: { tif: one } } })),
  };
}

const REQUIRED = ["market_id", "side", "type", "price", "qty", "tif"];
const STAMP = ["timestamp_ms", "recv_window_ms"];

/** Each optional member, left out; the two of a stamp together. */
export function members({ body = {} }: RepeatableRequest): VariedChoice[] {
  const optional = Object.keys(body).filter((name) => !REQUIRED.includes(name));
  const single = optional.filter((name) => !STAMP.includes(name)).map((name) => [name]);
  const groups = optional.some((name) => STAMP.includes(name)) ? [...single, STAMP] : single;
  return groups.map((names) => {
    const absent = Object.fromEntries(names.map((name) => [name, undefined]));
    const said = names.join(" and ");
    return {
      isPair: true,
      phrase: `with ${said}`,
      others: [{ phrase: `without ${said}`, change: { body: absent } }],
    };
  });
}

/** What a venue or what stands before it may look for in a request; a CSRF value is kept secret. */
const WANTED: Readonly<Record<string, string>> = {
  "x-service-csrf": "no-cookie-has-this-value",
  "content-type": "application/json; charset=utf-8",
  accept: "*/*",
  "user-agent": "curl/8.0",
};

/** Headers added, and each that the check had put in, left out. */
export function headers({ headers: own, method, caller }: RepeatableRequest): VariedChoice[] {
  const isRead = method === "GET";
  const unfit = (name: string) =>
    name in own ||
    (isRead && (name === "content-type" || name === "x-service-csrf")) ||
    (caller === "session" && name === "x-service-csrf");
  const added = Object.entries(WANTED).filter(([name]) => !unfit(name));
  return [
    ...Object.keys(own).map((name) => ({
      isPair: true,
      phrase: `with the header ${name}`,
      others: [{ phrase: "without it", change: { headers: { [name]: undefined } } }],
    })),
    ...added.map(([name, value]) => ({
      isPair: true,
      phrase: `without the header ${saidOf(name, value)}`,
      others: [{ phrase: "with it", change: { headers: { [name]: value } } }],
    })),
  ];
}

function saidOf(name: string, value: string): string {
  return name === "x-service-csrf" ? "X-Service-CSRF" : `${name}: ${value}`;
}

/** Whether the failure is an order that was not taken: then what it says may be the reason. */
export function isRefusedOrder({ request, deciding }: NarrowedFailure): boolean {
  return isOrder(request) && readPlaced({}, deciding).fate !== "accepted";
}
