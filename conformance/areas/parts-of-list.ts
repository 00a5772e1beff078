/** A list part by part: its pages laid end to end. */

import { Missing } from "../../scenarios/deployment/stops.ts";
import type { CheckContext } from "../check/check-context.ts";
import { allOf, type Expectation, show, that } from "../check/expectation.ts";
import { beginsWith, lengthsOf, type Page, rowsAt, unmoved } from "./defaults.ts";
import { noLonger } from "./sizes-asked.ts";

/** Rows of a list that are looked at, and in how many parts. */
const WHOLE = 50;
const PARTS = 8;

/**
 * Judges that the parts of a list, laid end to end, are its page of 50 rows; false where such a list is
 * refused. Errors: Missing where there are no two rows; Inconclusive where they move.
 */
export async function judgeParts(
  t: CheckContext,
  rule: string,
  path: string,
  filter: Record<string, string>,
): Promise<boolean> {
  const page = (limit: number, offset: number) =>
    rowsAt(t, path, { ...filter, limit: String(limit), offset: String(offset) });
  const whole = await page(WHOLE, 0);
  if (whole.exchange.response?.status !== 200) return false;
  const there = whole.rows.length;
  if (there < 2) throw new Missing(`needs two rows on ${path}`);
  const size = Math.ceil(there / PARTS);
  const offsets = Array.from({ length: Math.ceil(there / size) }, (_, part) => part * size);
  const read = async () => {
    const pages = [await page(there, 0)];
    for (const offset of offsets) pages.push(await page(size, offset));
    return [...pages, await page(there, 0)];
  };
  const demand = endToEnd(filter, size);
  const asked = noLonger(rule, lengthsOf, (at) => (at === 0 || at > offsets.length ? there : size));
  t.expect(rule, await unmoved(t, path, { read, demand }), allOf(demand, asked));
  return true;
}

const endToEnd = (filter: Record<string, string>, size: number): Expectation<readonly Page[]> =>
  that(
    `pages of ${show(filter)} of ${size} rows each that follow each other`,
    ([whole, ...parts]) =>
      parts.slice(0, -1).every(({ rows }, part) => {
        return beginsWith(rows, whole?.rows.slice(part * size, (part + 1) * size));
      }),
    ([whole, ...parts]) =>
      `pages that begin at rows ${parts.map(({ rows }) => whole?.rows.indexOf(rows[0] ?? "")).join(", ")}`,
  );
