/** Both sides of a default: what comes of more rows, and of fewer, and where a page begins. */

import { rowsOf } from "../../scenarios/deployment/reading/data-reading.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { Inconclusive, Missing, readable } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { PREFIXES } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import { allOf, type Expectation, ownedBy, show, that } from "../check/expectation.ts";
import { exactlyRows, pagesOfSize, rowCount, sameByDefault } from "../expect/pages.ts";
import { readData } from "./data-route.ts";
import { judgeNoFewer, judgeSizesAsked, noLonger, type Sized } from "./sizes-asked.ts";

/** Rows asked for at a time, and how often, where pages are turned. */
const PAGE = 10;
const PAGES_TURNED = 10;
/** More rows than any list has. */
const BEYOND = 50_000;

/** Which rule says just how many rows are the default of a list, by that which keeps it small. */
const EXACT: Readonly<Record<string, string>> = {
  "MKT-LIST-02": "MKT-LIST-08",
  "MKT-ACT-01": "MKT-ACT-03",
  "MKT-TRD-01": "MKT-TRD-03",
  "MKT-CDL-01": "MKT-CDL-04",
  "MKT-MID-01": "MKT-MID-02",
  "MKT-SER-02": "MKT-SER-03",
  "SPOT-CDL-01": "SPOT-CDL-03",
  "LEAD-LIST-01": "LEAD-LIST-06",
};

/** Judges that fewer rows than the default all come, and that the parameter is kept to. */
export async function judgePages(t: CheckContext, rule: string, sized: Sized): Promise<void> {
  const { path, byDefault, name = "limit", query = {}, countOf = rowCount } = sized;
  const page = (size: number) => readData(t, path, { ...query, [name]: String(size) });
  const read = async () => {
    const bare = await readData(t, path, query);
    const all = countOf(bare.response?.body) ?? 0;
    const pages = [bare];
    for (const size of [byDefault, 1, all - 1, all]) pages.push(await page(Math.max(size, 1)));
    return [...pages, await readData(t, path, query)];
  };
  const same = sameByDefault(byDefault, countOf);
  const exact = EXACT[rule];
  const demand = allOf(pagesOfSize(byDefault, countOf), exact ? ownedBy(exact, same) : same);
  await t.eventually(rule, read, demand);
}

/**
 * Judges that of more rows than the default just the default comes, under every prefix, and as many as
 * are asked for.
 * Errors: Missing where rows cannot be counted, or too few show even when asked for.
 */
export async function judgeExactly(t: CheckContext, rule: string, sized: Sized): Promise<void> {
  const { path, byDefault, query = {}, countOf = rowCount } = sized;
  if (!sized.known) await demandEnough(t, rule, sized);
  for (const prefix of PREFIXES) {
    const read = async () => {
      const page = await readData(t, path, query, { prefix });
      readable(countOf(page.response?.body), `how many rows ${path} has`);
      return page;
    };
    await t.eventually(rule, read, exactlyRows(byDefault, countOf));
  }
  await judgeSizesAsked(t, rule, sized);
}

/** What shows in most lists is open: a board may be of those who trade, a book of some orders. */
async function demandEnough(t: CheckContext, rule: string, sized: Sized): Promise<void> {
  const { path, byDefault, name = "limit", query = {}, countOf = rowCount } = sized;
  const asked = { ...query, [name]: String(byDefault) };
  const enough = exactlyRows(byDefault, countOf);
  const page = await t.reading(() => readData(t, path, asked), enough);
  const there = countOf(page.response?.body) ?? 0;
  if (there >= byDefault) return;
  await judgeNoFewer(t, rule, sized);
  throw new Missing(`needs ${byDefault} rows on ${path}, which has ${there}`);
}

/**
 * Judges that two queries are answered with the same rows, one leaving out what is the default, under the
 * cell's prefix or, where it has none, under each. Errors: Inconclusive where the rows move at every
 * reading; Missing where there are none.
 */
export async function judgeSameRows(
  t: CheckContext,
  rule: string,
  { path, bare, told }: { path: string; bare: Record<string, string>; told: typeof bare },
): Promise<void> {
  const demand = sameAsTold(told);
  for (const prefix of t.cell.prefix === undefined ? PREFIXES : [t.cell.prefix]) {
    const read = async () => [
      await rowsAt(t, path, bare, { prefix }),
      await rowsAt(t, path, told, { prefix }),
      await rowsAt(t, path, bare, { prefix }),
    ];
    const seen = await unmoved(t, path, { read, demand });
    if (seen.every(({ rows }) => rows.length === 0)) throw new Missing(`needs rows on ${path}`);
    t.expect(rule, seen, demand);
  }
}

/** How many rows are asked for by pages that begin at several offsets. */
const OF_OFFSETS = [4, 4, 3, 2, 4] as const;

/** Judges that offset=1 leaves out the first row and that 0 is the default, in the order asked for. */
export async function judgeOffset(
  t: CheckContext,
  rule: string,
  path: string,
  order: Record<string, string> = {},
): Promise<void> {
  const read = async () => [
    await rowsAt(t, path, { ...order, limit: "4" }),
    await rowsAt(t, path, { ...order, limit: "4", offset: "0" }),
    await rowsAt(t, path, { ...order, limit: "3", offset: "1" }),
    await rowsAt(t, path, { ...order, limit: "2", offset: "2" }),
    await rowsAt(t, path, { ...order, limit: "4" }),
  ];
  const seen = await unmoved(t, path, { read, demand: eachLeftOut });
  if ((seen[0]?.rows.length ?? 0) < 2) throw new Missing(`needs two rows on ${path}`);
  const asked = noLonger(rule, lengthsOf, (at) => OF_OFFSETS[at] ?? 0);
  t.expect(rule, seen, allOf(eachLeftOut, asked));
}

/**
 * Judges that a list's pages follow each other: after one that is not full comes none with rows.
 * Errors: Missing where rows cannot be counted; Inconclusive where they are more at every reading.
 */
export async function judgeTurned(
  t: CheckContext,
  rule: string,
  path: string,
  filter: Record<string, string> = {},
): Promise<void> {
  const turned = async () => {
    const lengths: number[] = [];
    for (let page = 0; page < PAGES_TURNED; page += 1) {
      const part = { limit: String(PAGE), offset: String(page * PAGE) };
      lengths.push((await rowsAt(t, path, { ...filter, ...part })).rows.length);
    }
    return [...lengths, await lengthBeyond(t, path, filter)];
  };
  // A row that is new once a page was read moves others beyond it.
  const read = async () => ({ once: await turned(), again: await turned() });
  const demand = shortAtTheEndAlone(filter);
  const seen = await t.awaited(read, allOf(sameLengths, demand));
  if (!sameLengths.judge(seen).ok) throw new Inconclusive(`${path} grew at every reading`);
  const asked = noLonger<Turned>(
    rule,
    ({ once }) => once,
    () => PAGE,
  );
  t.expect(rule, seen, allOf(demand, asked));
}

/** How many rows each page has, turned twice. */
interface Turned {
  once: readonly number[];
  again: readonly number[];
}

const sameLengths: Expectation<Turned> = that(
  "no change meanwhile",
  ({ once, again }) => String(once) === String(again),
);

/** How many rows come beyond all there are: none, also where so much is refused. */
async function lengthBeyond(t: CheckContext, path: string, filter: Record<string, string>) {
  const query = { ...filter, limit: String(PAGE), offset: String(BEYOND) };
  const { response } = await readData(t, path, query);
  return response?.status === 200 ? (rowsOf(response.body)?.length ?? 0) : 0;
}

const shortAtTheEndAlone = (filter: Record<string, string>): Expectation<Turned> =>
  that(
    `no rows of ${show(filter)} after a page of less than ${PAGE}, nor from the ${BEYOND}th on`,
    ({ once: lengths }) => {
      const short = lengths.findIndex((length) => length < PAGE);
      const after = short < 0 ? lengths.slice(-1) : lengths.slice(short + 1);
      return after.every((length) => length === 0);
    },
    ({ once }) => once,
  );

/** The rows of an answer, told apart by what they say. */
export interface Page {
  exchange: Exchange;
  rows: readonly string[];
}

/** How many rows each page has. */
export const lengthsOf = (pages: readonly Page[]) => pages.map(({ rows }) => rows.length);

/** The rows there. Errors: Missing where they cannot be told. */
export async function rowsAt(
  t: CheckContext,
  path: string,
  query: Record<string, string>,
  how: Pick<ApiRequest, "prefix"> = {},
): Promise<Page> {
  const exchange = await readData(t, path, query, how);
  const { response } = exchange;
  const isServed = response?.status === 200;
  const rows = isServed ? readable(rowsOf(response.body), `the rows of ${path}`) : [];
  return { exchange, rows: rows.map((row) => JSON.stringify(row)) };
}

/** Rows may change as others trade: only between two equal readings another is comparable. */
const still: Expectation<readonly Page[]> = that("no change meanwhile", (pages) =>
  isSame(pages[0]?.rows, pages.at(-1)?.rows),
);

/**
 * Pages between two equal readings. They are read again where they are not as demanded: pages that
 * are kept for a while may be of several moments, though the first and the last are of one.
 * Errors: Inconclusive where the rows move at every reading.
 */
export async function unmoved(
  t: CheckContext,
  path: string,
  { read, demand }: { read: () => Promise<Page[]>; demand: Expectation<readonly Page[]> },
): Promise<Page[]> {
  const seen = await t.awaited<Page[]>(read, allOf(still, demand));
  if (!still.judge(seen).ok) throw new Inconclusive(`${path} moved at every reading`);
  return seen;
}

function sameAsTold(told: Record<string, string>): Expectation<readonly Page[]> {
  return that(
    `the rows of ${show(told)} where it is left out`,
    ([bare, asked]) => isSame(bare?.rows, asked?.rows),
    ([bare, asked]) => `${bare?.rows.length} rows against ${asked?.rows.length}, not the same`,
  );
}

const eachLeftOut: Expectation<readonly Page[]> = that(
  "offset=0 as by default, and offset=1 and offset=2 without the first and the first two rows",
  ([whole, from0, from1, from2]) =>
    isSame(from0?.rows, whole?.rows) &&
    beginsWith(from1?.rows, whole?.rows.slice(1)) &&
    beginsWith(from2?.rows, whole?.rows.slice(2)),
  ([whole, ...moved]) =>
    `pages that begin at rows ${moved.map(({ rows }) => whole?.rows.indexOf(rows[0] ?? "")).join(", ")}`,
);

/** Whether these rows come first; that there are no more of them is the business of the limit. */
export function beginsWith(rows: readonly string[] = [], first: readonly string[] = []): boolean {
  return isSame(rows.slice(0, first.length), first);
}

function isSame(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}
