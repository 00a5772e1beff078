/** How many rows of a period come where fewer are asked for. Spec: Markets and data; D-106, D-113. */

import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { CheckContext } from "../check/check-context.ts";
import { allOf, type Expectation, that } from "../check/expectation.ts";
import { answerGist } from "../expect/answers.ts";
import { type RowCount, rowCount } from "../expect/pages.ts";
import { readData } from "./data-route.ts";

/** Rows of a period of which fewer can be asked for in two ways. */
const ROWS_LEAST = 3;
const FEW = 2;

/** Rows by period, and how many an answer has. Units: seconds. */
interface LimitedPeriods {
  path: string;
  query?: Record<string, string>;
  periods: readonly number[];
  countOf?: RowCount;
  /** Done before each reading: what makes sure that the period which goes on has a row. */
  before?(): Promise<void>;
}

/**
 * Judges that limit counts the rows of the period asked for: two come, and all but one, where so many are
 * asked for. Moot where a period is refused or has few rows. Errors: Inconclusive where they become more at
 * every reading.
 */
export async function judgeLimited(
  t: CheckContext,
  rule: string,
  { path, query = {}, periods, countOf = rowCount, before }: LimitedPeriods,
): Promise<void> {
  for (const seconds of periods) {
    const page = (size: Record<string, string> = {}) =>
      readData(t, path, { ...query, period_seconds: String(seconds), ...size });
    const read = async () => {
      await before?.();
      const whole = await page();
      const all = countOf(whole.response?.body) ?? 0;
      if (whole.response?.status !== 200 || all < ROWS_LEAST) return [whole];
      const fewer = [await page({ limit: String(FEW) }), await page({ limit: String(all - 1) })];
      return [whole, ...fewer, await page()];
    };
    const [still, demand] = [asManyAsBefore(countOf), asManyAsAsked(seconds, countOf)];
    const pages = await t.awaited(read, allOf(still, demand));
    if (!still.judge(pages).ok) throw new Inconclusive(`${path} grew at every reading`);
    if (pages.length > 1) t.expect(rule, pages, demand);
    else t.moot(rule, `fewer than ${ROWS_LEAST} rows of ${seconds} s`);
  }
}

const asManyAsBefore = (countOf: RowCount): Expectation<readonly Exchange[]> =>
  that(
    "no change meanwhile",
    (pages) => countIn(pages[0], countOf) === countIn(pages.at(-1), countOf),
  );

const asManyAsAsked = (seconds: number, countOf: RowCount): Expectation<readonly Exchange[]> =>
  that(
    `${FEW} rows of ${seconds} s, and all but one, where so many are asked for`,
    ([whole, few, butOne]) =>
      few === undefined ||
      (countIn(few, countOf) === FEW && countIn(butOne, countOf) === countIn(whole, countOf) - 1),
    (pages) =>
      pages.map((page) => `${answerGist(page)} with ${countOf(page.response?.body)}`).join(", "),
  );

function countIn(page: Exchange | undefined, countOf: RowCount): number {
  return (page?.response?.status === 200 ? countOf(page.response.body) : null) ?? 0;
}
