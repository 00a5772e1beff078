/** How many rows come where a size is asked for, of a list that has more. Spec: Markets and data; D-113. */

import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { inTurnOf, PREFIXES } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import { type Expectation, ownedBy, that } from "../check/expectation.ts";
import { answerGist } from "../expect/answers.ts";
import { exactlyRows, rowCount } from "../expect/pages.ts";
import { readData } from "./data-route.ts";

/** Which rule says that a page is as long as was asked for, by those whose checks read such pages. */
const SIZES_KEPT_BY: Readonly<Record<string, string>> = {
  "MKT-LIST-03": "MKT-LIST-02",
  "MKT-LIST-08": "MKT-LIST-02",
  "MKT-ACT-03": "MKT-ACT-01",
  "MKT-BOOK-06": "MKT-BOOK-02",
  "MKT-TRD-03": "MKT-TRD-01",
  "MKT-CDL-04": "MKT-CDL-01",
  "MKT-MID-02": "MKT-MID-01",
  "MKT-EVT-03": "MKT-EVT-03",
  "MKT-SER-03": "MKT-SER-02",
  "SPOT-CDL-03": "SPOT-CDL-01",
  "LEAD-LIST-06": "LEAD-LIST-01",
  "LEAD-LIST-07": "LEAD-LIST-01",
};
/** Those of which a size may count periods back from now, the last of which may have no row (D-106). */
const OF_TIME = ["MKT-CDL-04", "MKT-MID-02", "MKT-EVT-03", "SPOT-CDL-03"];
const LACKING_MOST = 10;
/** The share of the default that is asked for besides the whole of it. */
const SHARE = 0.6;

/** A list, and what sizes it. Shape: `name` is that of its parameter, limit where none is given. */
export interface Sized {
  path: string;
  byDefault: number;
  name?: string;
  query?: Record<string, string>;
  countOf?: typeof rowCount;
  /** That so many rows are there is another rule's business, or known. */
  known?: true;
}

/** A demand on a size that was asked for, in a check of another rule. */
export function ofSize<T>(rule: string, demand: Expectation<T>): Expectation<T> {
  return ownedBy(SIZES_KEPT_BY[rule] ?? rule, demand);
}

/**
 * Judges that of at least as many rows as the default just so many come as are asked for, under every
 * prefix, if that is for this rule's check to say.
 */
export async function judgeSizesAsked(t: CheckContext, rule: string, sized: Sized): Promise<void> {
  if (!(rule in SIZES_KEPT_BY)) return;
  const { path, byDefault, name = "limit", query = {}, countOf } = sized;
  const sizes = [byDefault, Math.round(byDefault * SHARE)];
  for (const prefix of PREFIXES) {
    const size = inTurnOf({ prefix }, sizes);
    const demand = ofSize(rule, rowsAsked(rule, size, countOf));
    const read = () => readData(t, path, { ...query, [name]: String(size) }, { prefix });
    await t.eventually(rule, read, demand);
  }
}

function rowsAsked(rule: string, size: number, countOf = rowCount): Expectation<Exchange> {
  if (!OF_TIME.includes(rule)) return exactlyRows(size, countOf);
  return that(
    `HTTP 200 with ${size} rows, or up to ${LACKING_MOST} fewer`,
    ({ response }) => {
      const rows = countOf(response?.body) ?? 0;
      return response?.status === 200 && rows <= size && rows >= size - LACKING_MOST;
    },
    (exchange) => `${answerGist(exchange)} with ${countOf(exchange.response?.body)} rows`,
  );
}

/** The same of fewer rows: that as many come when asked for the default as without a size. */
export async function judgeNoFewer(t: CheckContext, rule: string, sized: Sized): Promise<void> {
  if (!(rule in SIZES_KEPT_BY)) return;
  const { path, byDefault, name = "limit", query = {}, countOf = rowCount } = sized;
  const countAt = async (size: Record<string, string>) =>
    countOf((await readData(t, path, { ...query, ...size })).response?.body);
  const read = async () => ({
    bare: await countAt({}),
    asked: await countAt({ [name]: String(byDefault) }),
  });
  await t.eventually(rule, read, ofSize(rule, noFewer(byDefault)));
}

/** Two pages by their rows; null where these cannot be counted. */
interface BareAndAsked {
  bare: number | null;
  asked: number | null;
}

const noFewer = (byDefault: number): Expectation<BareAndAsked> =>
  that(
    `no fewer rows when asked for ${byDefault} than without a size`,
    ({ bare, asked }) => bare === null || asked === null || asked >= Math.min(bare, byDefault),
  );

/** That no page has more rows than were asked for, where a rule's check reads several. */
export function noLonger<T>(
  rule: string,
  lengthsOf: (value: T) => readonly number[],
  sizeOf: (page: number) => number,
): Expectation<T> {
  const demand = that<T>(
    "no page with more rows than were asked for",
    (value) => lengthsOf(value).every((length, page) => length <= sizeOf(page)),
    (value) => lengthsOf(value).map((length, page) => `${length} of ${sizeOf(page)} rows`),
  );
  return ofSize(rule, demand);
}
