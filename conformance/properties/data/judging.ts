/** What a reading of a list is to be, beside others of the same. */

import { isObject, member, priceOf } from "../../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { mayBeClosed } from "../../expect/route-request.ts";
import { type Aspect, Broken } from "../broken.ts";
import { type ListPart, type ReadList, rowsIn } from "./lists.ts";

/** A list as somebody reads it, in part too, between two plain readings of it. */
export interface Readings {
  before: Exchange;
  whole: Exchange;
  /** What was asked for of it, and what came; null where there is nothing to ask for. */
  part: (ListPart & { of: Exchange }) | null;
  after: Exchange;
  /** Nobody where undefined. */
  by: AgentClient | undefined;
}

type IdOf = (row: unknown) => unknown;

/** What is wrong with them; null where all is well. */
export function deviationOf(list: ReadList, { before, whole, part, after, by }: Readings) {
  const exchanges = [before, whole, ...(part === null ? [] : [part.of]), after];
  if (list.ofUpstream && exchanges.some(mayBeClosed)) return null;
  const missing = exchanges.find(({ response }) => response?.status !== 200);
  if (missing !== undefined) {
    const actual = `HTTP ${missing.response?.status ?? "none"}`;
    return wrong("answers", "HTTP 200", actual, missing);
  }
  const [earlier, all, later] = [before, whole, after].map((one) => rowsIn(list, one));
  // Others trade a shared market, and a list may grow by the second.
  if (!earlier || !all || !later || earlier.length !== later.length) return null;
  const idOf = idsOf(list);
  const ids = (rows: readonly unknown[]) => String(rows.map(idOf));
  if (list.turned && ids(earlier) !== ids(later)) return null;
  // What guests are shown of it is not shown.
  if (by !== undefined && all.length !== later.length) {
    return wrong("state", `${later.length} rows, as read plainly`, `${all.length}`, whole);
  }
  const named = (rows: readonly unknown[]) => String(rows.map(idOf).map(String).toSorted());
  const areOthers = named(earlier) === named(later) && named(all) !== named(later);
  if (by !== undefined && areOthers) {
    return wrong("state", "the rows that are read plainly", "others", whole);
  }
  // A market may have a price that moves.
  const other = list.turned ? null : otherPrice(idOf, [earlier, all, later]);
  if (other !== null) return wrong("state", "prices as read plainly", `${other}`, whole);
  return part && deviationOfPart(all, { ...part, idOf, rows: rowsIn(list, part.of) ?? [] });
}

/** A price that a row has but neither before nor after, when it is the same: guests may be shown less. */
function otherPrice(idOf: IdOf, readings: readonly (readonly unknown[])[]): number | null {
  const [before, all, after] = readings.map((rows) => {
    const prices = new Map<unknown, number | null>();
    for (const row of rows) {
      // What several rows have is no id of one.
      prices.set(idOf(row), prices.has(idOf(row)) || !isObject(row) ? null : priceOf(row));
    }
    return prices;
  });
  for (const [id, price] of all ?? []) {
    const stood = before?.get(id) ?? null;
    const isStill = id !== null && stood !== null && stood === after?.get(id);
    if (isStill && price !== null && price !== stood) return price;
  }
  return null;
}

/** As many as were asked for, each of those that are meant: which of them, and in what order, is open. */
function deviationOfPart(
  all: readonly unknown[],
  part: NonNullable<Readings["part"]> & { rows: readonly unknown[]; idOf: IdOf },
): Broken | null {
  const { limit, offset, mayLack, keeps, isTold, idOf, rows, of } = part;
  if (!isTold(all)) return null;
  const meant = (offset === undefined ? all : all.slice(offset, offset + limit)).filter(keeps);
  const wanted = Math.min(limit, meant.length);
  const ofAll = `${wanted} of ${meant.length} rows`;
  const isEnough = mayLack || rows.length >= wanted;
  if (rows.length > wanted || !isEnough) return wrong("state", ofAll, `${rows.length}`, of);
  const ids = new Set(meant.map(idOf));
  if (ids.size < meant.length || rows.every((row) => ids.has(idOf(row)))) return null;
  return wrong("state", `${ofAll} that are there without a limit`, "others", of);
}

/** What tells a row of a list from all others; null where it has nothing of the kind. */
function idsOf({ turned }: ReadList): IdOf {
  const names = turned ? IDS_OF_MARKETS : IDS;
  return (row) => {
    if (!isObject(row)) return null;
    return names.map((name) => member(row, name)).find((id) => id !== undefined) ?? null;
  };
}

const IDS = ["orderid", "tradeid", "fillid", "id"];
const IDS_OF_MARKETS = ["marketid", "id"];

function wrong(aspect: Aspect, expected: string, actual: string, exchange: Exchange): Broken {
  return new Broken(aspect, { expected, actual }, exchange);
}
