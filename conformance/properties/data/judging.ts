/** What a reading of a list is to be, beside others of the same. */

import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { type Aspect, Broken } from "../broken.ts";
import { type List, rowsIn } from "./lists.ts";

/** A list as somebody reads it, in part too, between two plain readings of it. */
export interface Readings {
  before: Exchange;
  whole: Exchange;
  /** At most `limit` rows of it; null where the list has no limit. */
  cut: Exchange | null;
  limit: number;
  after: Exchange;
}

/** What is wrong with them; null where all is well. */
export function deviationOf(list: List, { before, whole, cut, limit, after }: Readings) {
  const exchanges = [before, whole, ...(cut === null ? [] : [cut]), after];
  const missing = exchanges.find(({ response }) => response?.status !== 200);
  if (missing !== undefined) {
    const actual = `HTTP ${missing.response?.status ?? "none"}`;
    return wrong("answers", "HTTP 200", actual, missing);
  }
  const rows = (exchange: Exchange) => rowsIn(list, exchange)?.map((row) => JSON.stringify(row));
  const [earlier, all, later] = [before, whole, after].map(rows);
  // Others trade a shared market, and a list may grow by the second.
  if (!earlier || !all || !later || earlier.length !== later.length) return null;
  if (all.length !== later.length) {
    return wrong("state", `${later.length} rows, as read plainly`, `${all.length}`, whole);
  }
  if (cut === null) return null;
  const [part = [], wanted] = [rows(cut), Math.min(limit, all.length)];
  const ofAll = `${wanted} of ${all.length} rows`;
  if (part.length !== wanted) return wrong("state", ofAll, `${part.length}`, cut);
  // Rows may tell the time, which is another in each reading.
  const isTimed = earlier.some((row, at) => row !== later[at]);
  const ends = [all.slice(0, wanted), all.slice(all.length - wanted)];
  const isEnd = ends.some((one) => one.every((row, at) => row === part[at]));
  return isTimed || isEnd ? null : wrong("state", `the first or the last ${ofAll}`, "others", cut);
}

function wrong(aspect: Aspect, expected: string, actual: string, exchange: Exchange): Broken {
  return new Broken(aspect, { expected, actual }, exchange);
}
