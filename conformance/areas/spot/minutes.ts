/** Minutes in which a feed moved, and what candles of them show. Spec: Markets and data; D-110. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import {
  candlesOf,
  type PointReading,
} from "../../../scenarios/deployment/reading/data-reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { type Expectation, show } from "../../check/expectation.ts";

const MINUTE_MS = 60_000;
/** The default of the feed's candles. */
const FIVE_MINUTES_MS = 300_000;
/** Minutes running in which a price changed that are enough to tell candles of one from those of five. */
const MINUTES_LEAST = 5;

/** Epoch ms, both included. */
interface MinutesMoved {
  fromMs: number;
  toMs: number;
}

/**
 * The longest stretch of whole minutes in each of which the price changed, be it between two minutes.
 * Errors: Missing where it is short.
 */
export function minutesMoved(points: readonly PointReading[]): MinutesMoved {
  const inOrder = points.toSorted((one, next) => one.tsMs - next.tsMs);
  const minuteOf = ({ tsMs }: PointReading) => Math.floor(tsMs / MINUTE_MS);
  const changed = inOrder.filter(({ price }, at) => at > 0 && price !== inOrder[at - 1]!.price);
  // The last minute of the feed goes on.
  const minutes = [...new Set(changed.map(minuteOf))].slice(0, -1);
  let [best, run]: [number[], number[]] = [[], []];
  for (const minute of minutes) {
    run = run.at(-1) === minute - 1 ? [...run, minute] : [minute];
    if (run.length >= best.length) best = run;
  }
  if (best.length < MINUTES_LEAST) {
    throw new Missing(`needs a feed that moves in ${MINUTES_LEAST} minutes running`);
  }
  return { fromMs: best[0]! * MINUTE_MS, toMs: (best.at(-1)! + 1) * MINUTE_MS };
}

/**
 * That of candles of a minute two within these minutes begin, or end, less than five minutes apart, or that the
 * period is refused (D-110). Judged where there are two and their times can be read.
 */
export function ofOneMinute({ fromMs, toMs }: MinutesMoved): Expectation<Exchange> {
  const refusals = statusesOf("D-002");
  const apartIn = ({ response }: Exchange) => {
    const times = (candlesOf(response?.body) ?? []).map(({ startMs }) => startMs ?? 0);
    const within = times.filter((atMs) => atMs >= fromMs && atMs <= toMs).sort((a, b) => a - b);
    return within.slice(1).map((atMs, at) => atMs - within[at]!);
  };
  return {
    says: `candles of 60 s less than 300 s apart, or HTTP ${refusals.join(" or ")}`,
    judge(answer) {
      const status = answer.response?.status ?? 0;
      if (refusals.includes(status)) return { ok: true, seen: `HTTP ${status}` };
      const apart = apartIn(answer);
      if (status !== 200) return { ok: false, actual: `HTTP ${status}` };
      return apart.length === 0 || apart.some((ms) => ms < FIVE_MINUTES_MS)
        ? { ok: true }
        : { ok: false, actual: `candles ${show([...new Set(apart)])} ms apart` };
    },
  };
}
