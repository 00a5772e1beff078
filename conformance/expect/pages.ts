/** Demands on pages of data whose bodies the spec leaves open (D-100). */

import { listNamed, rowsOf } from "../../scenarios/deployment/reading/data-reading.ts";
import {
  type Json,
  listOf,
  mentions,
  statusIn,
} from "../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { anyOf, type Expectation, that } from "../check/expectation.ts";
import { answerGist, answerThat } from "./answers.ts";

/** How many rows, records or arrays, an answer lists; null where no list is recognisable. */
export type RowCount = (body: unknown) => number | null;

/** The rows of the only list there is. */
export const rowCount: RowCount = (body) => rowsOf(body)?.length ?? null;

/** The rows of the list under a member whose name speaks of `part` (D-109). */
export const namedCount =
  (part: string): RowCount =>
  (body) =>
    listNamed(body, part)?.length ?? null;

/** At most this many rows, where a list is recognisable. */
export function atMostRows(count: number): Expectation<Exchange> {
  const rows = ({ response }: Exchange) => rowCount(response?.body) ?? 0;
  return that(
    `HTTP 200 with at most ${count} rows`,
    (exchange) => exchange.response?.status === 200 && rows(exchange) <= count,
    (exchange) => `${answerGist(exchange)} with ${rows(exchange)} rows`,
  );
}

/** At least this many rows. */
export function atLeastRows(count: number): Expectation<Exchange> {
  return that(
    `HTTP 200 with at least ${count} rows`,
    ({ response }) => response?.status === 200 && (rowCount(response.body) ?? 0) >= count,
    (exchange) => `${answerGist(exchange)} with ${rowCount(exchange.response?.body)} rows`,
  );
}

/** Just as many rows. */
export function exactlyRows(count: number, countOf = rowCount): Expectation<Exchange> {
  return that(
    `HTTP 200 with exactly ${count} rows`,
    ({ response }) => response?.status === 200 && countOf(response.body) === count,
    (exchange) => `${answerGist(exchange)} with ${countOf(exchange.response?.body)} rows`,
  );
}

/** The same, where rows can be counted. */
export function rowsIfTold(count: number): Expectation<Exchange> {
  const untold = answerThat("HTTP 200 without a list", ({ response }) => {
    return response?.status === 200 && rowCount(response.body) === null;
  });
  return anyOf(untold, exactlyRows(count));
}

/** Pages that are turned at most to look for something. */
const PAGES_MAX = 50;
/** More rows than most listings have: as many as can be asked for at once. */
const WHOLE = "500";

/**
 * The page that names an id, of the first and those that `next` turns to by their offset; else the last
 * one that was turned to: one without rows, or one whose rows cannot be counted.
 */
export async function pageNaming(
  id: string,
  first: Exchange,
  next: (offset: { offset: string }) => Promise<Exchange>,
): Promise<Exchange> {
  let page = first;
  for (let offset = 0, turned = 0; turned < PAGES_MAX; turned += 1) {
    const rows = rowCount(page.response?.body) ?? 0;
    if (rows === 0 || mentions(page.response?.body, id)) break;
    offset += rows;
    page = await next({ offset: String(offset) });
  }
  return page;
}

type Query = Record<string, string>;

/**
 * The page of a listing that begins with a row, in the first of some queries where others stand before it;
 * null where none do, or it has moved on.
 */
export async function pageFrom(
  id: string,
  queries: readonly Query[],
  ask: (query: Query) => Promise<Exchange>,
): Promise<Exchange | null> {
  for (const query of queries) {
    const { response } = await ask({ ...query, limit: WHOLE });
    const place = rowsOf(response?.body)?.findIndex((row) => mentions(row, id)) ?? -1;
    if (place < 1) continue;
    const page = await ask({ ...query, offset: String(place) });
    return statusIn(page.response?.body, id) === null ? null : page;
  }
  return null;
}

/** That a record has this status on a page, if there is one. */
export function toldAs(id: string, status: string): Expectation<Exchange | null> {
  const shown = (page: Exchange | null) => page && statusIn(page.response?.body, id);
  return that(`${id} as ${status}`, (page) => page === null || shown(page) === status, shown);
}

type Pages = readonly Exchange[];

/**
 * Six pages: without a size, of the default, of one, of one less than the first has, of just as many, and
 * without a size again. The first has no more than the default, and the others as many as they may.
 * Judged where rows can be counted.
 */
export function pagesOfSize(byDefault: number, countOf = rowCount): Expectation<Pages> {
  return pagesThat(
    `HTTP 200 with at most ${byDefault} rows, and one, all but one or all of them when asked for so many`,
    ([bare = 0, , one, butOne, all, after]) =>
      bare <= byDefault &&
      one === Math.min(bare, 1) &&
      (butOne === Math.min(bare, Math.max(bare - 1, 1)) || after !== bare) &&
      (all === bare || after !== bare),
    countOf,
  );
}

/**
 * Of the same pages the second, of the default, is as long as the first, unless that is longer, or as
 * the last, as rows may come meanwhile.
 */
export function sameByDefault(byDefault: number, countOf = rowCount): Expectation<Pages> {
  return pagesThat(
    `as many rows when asked for ${byDefault} as without a size`,
    ([bare = 0, asked, , , , after]) => asked === bare || asked === after || bare > byDefault,
    countOf,
  );
}

function pagesThat(
  says: string,
  holds: (counts: number[]) => boolean,
  countOf: typeof rowCount,
): Expectation<Pages> {
  const judgeCounts = (pages: Pages) => {
    const counts = pages.map(({ response }) => countOf(response?.body));
    if (pages.some(({ response }) => response?.status !== 200)) return false;
    return counts.every((count) => count !== null) ? holds(counts) : true;
  };
  return that(says, judgeCounts, (pages) =>
    pages.map((page) => `${answerGist(page)} with ${countOf(page.response?.body)}`),
  );
}

/** Every record of a list that has this member as a text has this value, in any letter case. */
export function onlyWith(name: string, value: string): Expectation<Exchange> {
  const others = ({ response }: Exchange) =>
    (listOf(response?.body) ?? []).filter((record) => !hasOrLacks(record, name, value));
  return that(
    `HTTP 200 with records of ${name} ${value} alone`,
    (exchange) => exchange.response?.status === 200 && others(exchange).length === 0,
    (exchange) => `${answerGist(exchange)} with ${others(exchange).length} of another ${name}`,
  );
}

function hasOrLacks(record: Json, name: string, value: string): boolean {
  const own = record[name];
  return typeof own !== "string" || own.toUpperCase() === value;
}
