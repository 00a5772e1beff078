/** How far apart rows are that were asked for by a period. Spec: Markets and data; D-106, D-108. */

import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { readable } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { CheckContext } from "../check/check-context.ts";
import { type Expectation, show, that } from "../check/expectation.ts";
import { readData } from "./data-route.ts";

/** Rows of the default period by which a list is known to tell times, and to have some. */
const ROWS_LEAST = 2;

/**
 * Rows by period, the default first. Units: seconds; epoch ms. Shape: `timesIn` gives null where none
 * can be told.
 */
export interface RowsByPeriod {
  path: string;
  query?: Record<string, string>;
  periods: readonly [number, ...number[]];
  timesIn(body: unknown): readonly (number | null)[] | null;
  /** So long something happened, and so often: no period with it is left out. Units: ms. */
  busy?: { forMs: number; everyMs: number };
  /** The time of a row may be any moment of its period: rows are counted over the time they span. */
  anyMoment?: true;
}

/**
 * Judges that rows of each period are so far apart as it says; one that is not the default may be
 * refused (D-106). The first and the last may be parts of one. Moot where few times can be read.
 */
export async function judgePeriods(
  t: CheckContext,
  rule: string,
  { path, query = {}, periods, timesIn, busy, anyMoment }: RowsByPeriod,
): Promise<void> {
  const rowsBy = (seconds: number) =>
    readData(t, path, { ...query, period_seconds: String(seconds) });
  const timesOf = ({ response }: Exchange) =>
    response?.status === 200 ? inOrder(timesIn(response.body)) : [];
  const [byDefault] = periods;
  const times = timesOf(await rowsBy(byDefault)) ?? [];
  if (times.length < ROWS_LEAST) {
    t.moot(rule, `${times.length} times could be read on ${path}`);
    return;
  }
  for (const seconds of periods) {
    const read = async () => {
      const rows = await rowsBy(seconds);
      return { rows, times: readable(timesOf(rows), `the times on ${path}`) };
    };
    const periodMs = seconds * 1_000;
    const apart = anyMoment ? noMoreThanSpanned(periodMs) : periodsApart(periodMs, busy);
    // Among rows that span this period and one of their own, one of this period has ended.
    const isFilled = spanOf(times) > periodMs + byDefault * 1_000;
    const demand = seconds === byDefault ? apart : orRefused(apart, isFilled);
    await t.eventually(rule, read, demand);
  }
}

/** Rows of a period, and their times. Units: epoch ms. */
interface Timed {
  rows: Exchange;
  times: readonly number[];
}

/**
 * Such rows, which there are where that is known, or the refusal of a period. That what is asked for
 * upstream is away is nobody's defect (D-110).
 */
function orRefused(apart: Expectation<Timed>, isFilled: boolean): Expectation<Timed> {
  const refusals = statusesOf("D-002");
  return {
    says: `${apart.says}, or HTTP ${refusals.join(" or ")}`,
    judge(seen) {
      const status = seen.rows.response?.status ?? 0;
      if (refusals.includes(status) || status >= 500) return { ok: true, seen: `HTTP ${status}` };
      if (status === 200 && (seen.times.length > 0 || !isFilled)) return apart.judge(seen);
      return { ok: false, actual: `HTTP ${status} without rows` };
    },
  };
}

function periodsApart(periodMs: number, busy: RowsByPeriod["busy"]): Expectation<Timed> {
  const { forMs = 0, everyMs = 0 } = busy ?? {};
  // Of periods shorter than from one to the next some have nothing in them.
  const apartMs = Math.max(Math.ceil(everyMs / periodMs), 1) * periodMs;
  return that(
    `rows ${periodMs / 1_000} s apart or more` +
      (busy ? `, and no more than ${apartMs / 1_000} s where all trade` : ""),
    ({ times }) => {
      const recent = times.filter((atMs) => atMs >= (times.at(-1) ?? 0) - forMs);
      return (
        gapsOf(times.slice(1, -1)).every((ms) => ms >= periodMs) &&
        gapsOf(recent).every((ms) => ms <= apartMs)
      );
    },
    ({ times }) => `${times.length} rows, ${show([...new Set(gapsOf(times))])} ms apart`,
  );
}

function noMoreThanSpanned(periodMs: number): Expectation<Timed> {
  return that(
    `no more than a row each ${periodMs / 1_000} s, and one at either end`,
    ({ times }) => times.length <= spanOf(times) / periodMs + 2,
    ({ times }) => `${times.length} rows in ${spanOf(times)} ms`,
  );
}

/** Each time once, the oldest first; null where one cannot be told. */
function inOrder(times: readonly (number | null)[] | null): number[] | null {
  const known = (times ?? []).filter((atMs) => atMs !== null);
  if (times === null || known.length < times.length) return null;
  return [...new Set(known)].sort((a, b) => a - b);
}

const spanOf = (times: readonly number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0);

const gapsOf = (times: readonly number[]) => times.slice(1).map((atMs, at) => atMs - times[at]!);
