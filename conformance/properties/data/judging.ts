/** What a reading of a list is to be, beside others of the same. */

import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { type Aspect, Broken } from "../broken.ts";
import { type List, type Part, rowsIn } from "./lists.ts";

/** A list as somebody reads it, in part too, between two plain readings of it. */
export interface Readings {
  before: Exchange;
  whole: Exchange;
  /** What was asked for of it, and what came; null where there is nothing to ask for. */
  part: (Part & { of: Exchange }) | null;
  after: Exchange;
}

/** What is wrong with them; null where all is well. */
export function deviationOf(list: List, { before, whole, part, after }: Readings) {
  const exchanges = [before, whole, ...(part === null ? [] : [part.of]), after];
  const missing = exchanges.find(({ response }) => response?.status !== 200);
  if (missing !== undefined) {
    const actual = `HTTP ${missing.response?.status ?? "none"}`;
    return wrong("answers", "HTTP 200", actual, missing);
  }
  const [earlier, all, later] = [before, whole, after].map((one) => rowsIn(list, one));
  // Others trade a shared market, and a list may grow by the second.
  if (!earlier || !all || !later || earlier.length !== later.length) return null;
  if (all.length !== later.length) {
    return wrong("state", `${later.length} rows, as read plainly`, `${all.length}`, whole);
  }
  // Rows may tell the time, which is another in each reading.
  const isTimed = !sameRows(earlier, later);
  return part && deviationOfPart(all, { ...part, rows: rowsIn(list, part.of) ?? [], isTimed });
}

/** The first or the last rows of those that were asked for. */
function deviationOfPart(
  all: readonly unknown[],
  { limit, keeps, tells, rows, of, isTimed }: NonNullable<Readings["part"]> & Taken,
): Broken | null {
  if (!all.every(tells)) return null;
  const meant = all.filter(keeps);
  const wanted = Math.min(limit, meant.length);
  const ofAll = `${wanted} of ${meant.length} rows`;
  if (rows.length !== wanted) return wrong("state", ofAll, `${rows.length}`, of);
  const ends = [meant.slice(0, wanted), meant.slice(meant.length - wanted)];
  if (isTimed || ends.some((one) => sameRows(one, rows))) return null;
  return wrong("state", `the first or the last ${ofAll}`, "others", of);
}

interface Taken {
  rows: readonly unknown[];
  isTimed: boolean;
}

function sameRows(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function wrong(aspect: Aspect, expected: string, actual: string, exchange: Exchange): Broken {
  return new Broken(aspect, { expected, actual }, exchange);
}
