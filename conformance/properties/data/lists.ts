/** The lists that are read of a venue, a market and its callers, and what is found in each. */

import type { MarketInfo } from "../../../scenarios/deployment/profile/credentials.ts";
import { rowsOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { bookOf, isObject, statusOf } from "../../../scenarios/deployment/reading/reading.ts";
import { ORDER_STATUSES } from "../../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS } from "../../check/cell.ts";

/** A list that has a size: whose it is, and where. Shape: `limit` names its parameter. */
export interface ReadList {
  of: "everybody" | "caller";
  path(marketId: string): string;
  query?(market: MarketInfo): Record<string, string>;
  limit: string | null;
  /** Whether it is sure to be there when the market has ended; else it may be refused then. */
  lasts?: true;
  /** Whether a venue may refuse it: other periods than the default (D-106). */
  optional?: true;
  /** Whether it comes from an outside source, which may be away for one read and there for the next (D-115). */
  ofUpstream?: true;
  /** Whether a size may count periods back from now, of which some have no row (D-106). */
  ofTime?: true;
  rows?(body: unknown): readonly unknown[] | null;
  /** Whether rows at its beginning can be left out. */
  turned?: true;
  /** What its rows can be narrowed by, and how many come where nobody says. */
  narrowedBy?: RowFilter;
}

/** A parameter, its values, where rows tell them, and the list's own default size. */
interface RowFilter {
  name: string;
  values: readonly string[];
  byDefault: number;
  valueIn(row: unknown): string | null;
}

/** What is asked for of a list: at most so many of the rows that are meant. */
export interface ListPart {
  query: Record<string, string>;
  limit: number;
  /** How many rows are left out at the beginning; undefined where it has no say in that. */
  offset?: number;
  /** Whether fewer rows may come than there are. */
  mayLack?: true;
  keeps(row: unknown): boolean;
  /** Whether these are all rows that there are, and each says in the words of the spec what it is. */
  isTold(all: readonly unknown[]): boolean;
}

/** The part of a list with that limit and the value of that number. Shape: null where it has none. */
export function partOf(
  { limit: name, narrowedBy, turned, ofTime }: ReadList,
  limit: number,
  only: number,
): ListPart | null {
  const most = name === null ? Infinity : limit;
  const sized = name === null ? {} : { [name]: String(limit) };
  const value = narrowedBy?.values[only];
  if (narrowedBy !== undefined && value !== undefined) {
    const { name: by, values, byDefault, valueIn } = narrowedBy;
    return {
      ...{ query: { ...sized, [by]: value }, limit: most },
      keeps: (row) => valueIn(row) === value,
      isTold: (all) =>
        all.length < byDefault && all.every((row) => values.includes(valueIn(row) ?? "")),
    };
  }
  if (name === null) return null;
  const part = { query: sized, limit, keeps: () => true, isTold: () => true };
  if (ofTime) return { ...part, mayLack: true };
  if (!turned) return part;
  const offset = Math.max(only, 0) + 1;
  return { ...part, offset, query: { ...sized, offset: String(offset) } };
}

const side = (name: "bids" | "asks") => (body: unknown) => bookOf(body)?.[name] ?? null;
const book = {
  of: "everybody",
  path: (id: string) => `/markets/${id}/book`,
  limit: "depth",
} as const;
const statusIn = (row: unknown) => (isObject(row) ? statusOf(row) : null);
const here = ({ id }: MarketInfo) => ({ market_id: id });
const ofItsKind = ({ kind }: MarketInfo) => ({ kind, status: "OPEN" });
const ofAnother = ({ kind }: MarketInfo) => ({ kind: KINDS.find((one) => one !== kind)! });
const isThere = (path: string): ReadList => ({
  ...{ of: "everybody", path: () => path, limit: null, rows: () => null },
  lasts: true,
});
const feed = { lasts: true, ofUpstream: true } as const;
const ofTime = { ofTime: true } as const;

/** All of them; where there are no rows to count, that they are there. */
export const LISTS: readonly ReadList[] = [
  {
    ...{ of: "everybody", path: (id) => `/markets/${id}`, limit: null, rows: () => null },
    lasts: true,
  },
  { of: "everybody", path: () => "/markets", limit: "limit", lasts: true, turned: true },
  { of: "everybody", path: (id) => `/markets/${id}/trades`, limit: "limit", lasts: true },
  { ...ofTime, of: "everybody", path: (id) => `/markets/${id}/mid-history`, limit: "limit" },
  { ...ofTime, of: "everybody", path: (id) => `/markets/${id}/candles`, limit: "limit" },
  {
    ...ofTime,
    ...{ of: "everybody", path: (id) => `/markets/${id}/candles`, limit: "limit" },
    query: () => ({ period_seconds: "1" }),
    optional: true,
  },
  { of: "everybody", path: () => "/markets", query: ofItsKind, limit: "limit", lasts: true },
  { of: "everybody", path: () => "/markets", query: ofAnother, limit: "limit", lasts: true },
  { of: "everybody", path: () => "/markets/active", limit: "limit", lasts: true },
  { of: "everybody", path: () => "/leaderboard", limit: "limit", lasts: true },
  { ...feed, ...ofTime, of: "everybody", path: () => "/feed/btc-spot/candles", limit: "limit" },
  { ...feed, ...isThere("/feed/btc-spot/history") },
  ...["/health", "/live", "/ready"].map(isThere),
  { ...book, rows: side("bids") },
  { ...book, rows: side("asks") },
  {
    ...{ of: "caller", lasts: true, path: () => "/orders", query: here, limit: "limit" },
    narrowedBy: { name: "status", values: ORDER_STATUSES, byDefault: 200, valueIn: statusIn },
  },
  { of: "caller", lasts: true, path: () => "/orders/open", query: here, limit: "limit" },
  { of: "caller", lasts: true, path: () => "/positions", limit: null, rows: () => null },
  { of: "caller", lasts: true, path: () => "/me/wallet", limit: null, rows: () => null },
  { of: "caller", lasts: true, path: () => "/account", limit: null, rows: () => null },
];

/** The rows of an answer. Shape: null where they cannot be counted. */
export function rowsIn(
  { rows = rowsOf }: ReadList,
  { response }: Exchange,
): readonly unknown[] | null {
  return rows(response?.body);
}
