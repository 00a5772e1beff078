/** What a reading of a list is to be, beside others of the same. */

import { isObject, member, priceOf } from "../../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../../check/agent-client.ts";
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

/** What is wrong with them; null where all is well. */
export function deviationOf(list: ReadList, { before, whole, part, after, by }: Readings) {
  const exchanges = [before, whole, ...(part === null ? [] : [part.of]), after];
  const missing = exchanges.find(({ response }) => response?.status !== 200);
  if (missing !== undefined) {
    const actual = `HTTP ${missing.response?.status ?? "none"}`;
    return wrong("answers", "HTTP 200", actual, missing);
  }
  const [earlier, all, later] = [before, whole, after].map((one) => rowsIn(list, one));
  // Others trade a shared market, and a list may grow by the second.
  if (!earlier || !all || !later || earlier.length !== later.length) return null;
  if (list.turned && !haveSameIds(earlier, later)) return null;
  // What guests are shown of it is not shown.
  if (by !== undefined && all.length !== later.length) {
    return wrong("state", `${later.length} rows, as read plainly`, `${all.length}`, whole);
  }
  const other = all.find((row) => isToldOtherwise(row, earlier, later));
  if (other !== undefined) {
    return wrong("state", "rows as read plainly", JSON.stringify(other), whole);
  }
  return part && deviationOfPart(all, { ...part, rows: rowsIn(list, part.of) ?? [] });
}

/** Whether a row has another price than it has before and after: guests may be shown less, or later. */
function isToldOtherwise(row: unknown, ...plainly: (readonly unknown[])[]): boolean {
  const id = idOf(row);
  if (id === null || !isObject(row) || priceOf(row) === null) return false;
  const same = plainly.map((rows) => rows.find((one) => idOf(one) === id));
  const [before, after] = same.map((one) => (isObject(one) ? priceOf(one) : null));
  return before !== null && before === after && before !== priceOf(row);
}

/** As many as were asked for, each of those that are meant: which of them, and in what order, is open. */
function deviationOfPart(
  all: readonly unknown[],
  part: NonNullable<Readings["part"]> & { rows: readonly unknown[] },
): Broken | null {
  const { limit, offset, keeps, isTold, rows, of } = part;
  if (!isTold(all)) return null;
  const meant = (offset === undefined ? all : all.slice(offset, offset + limit)).filter(keeps);
  const wanted = Math.min(limit, meant.length);
  const ofAll = `${wanted} of ${meant.length} rows`;
  if (rows.length !== wanted) return wrong("state", ofAll, `${rows.length}`, of);
  const ids = new Set(meant.map(idOf));
  if (ids.size < meant.length || rows.every((row) => ids.has(idOf(row)))) return null;
  return wrong("state", `${ofAll} that are there without a limit`, "others", of);
}

/** What tells a row from all others; null where it has nothing of the kind. */
function idOf(row: unknown): unknown {
  if (!isObject(row)) return null;
  return IDS.map((name) => member(row, name)).find((id) => id !== undefined) ?? null;
}

const IDS = ["orderid", "tradeid", "fillid", "marketid", "id"];

const haveSameIds = (rows: readonly unknown[], others: readonly unknown[]) =>
  String(rows.map(idOf)) === String(others.map(idOf));

function wrong(aspect: Aspect, expected: string, actual: string, exchange: Exchange): Broken {
  return new Broken(aspect, { expected, actual }, exchange);
}
