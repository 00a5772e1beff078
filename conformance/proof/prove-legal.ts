/** No rule fails on a legal venue: the reference as it is, its dialects, independent venues. */
import { DIALECTS } from "../dialects/index.ts";
import type { Dialect } from "../interposer/dialect.ts";
import { kept, WITH_CONTROL, WITHOUT_CONTROL } from "./kept-reports.ts";
import type { DialectRow } from "./pages.ts";
import type { Pools } from "./pools.ts";
import type { IndependentDialect } from "./run-dialect.ts";
import { triedTwice } from "./tries.ts";

/** The result of a row where nothing failed. */
export const CLEAN = "no failure";

/** Combinations that failed though each of their dialects, or each half of them, was clean. */
export const combinedOnly: string[] = [];

/** The reference as it is. Without control it waits more than it works: for limits to lift. */
export function proveNoOp(control: boolean, { whole, timed }: Pools): Promise<string> {
  const pool = control ? whole : timed;
  const name = control ? WITH_CONTROL : WITHOUT_CONTROL;
  return cleanOr(name, () => kept(name, pool.ask("noOp", control)));
}

/** Independent venues, all at once: their checks keep a pace, and so wait more than they work. */
export function proveIndependents(
  venues: readonly IndependentDialect[],
  { timed }: Pools,
): Promise<DialectRow[]> {
  const rows = venues.map((venue) =>
    rowOf(venue, () => kept(venue.name, timed.ask("independent", venue.name))),
  );
  return Promise.all(rows);
}

/** Dialects one by one; rows in their order. */
export function proveAlone(dialects: readonly Dialect[], { whole, timed }: Pools) {
  const rows = dialects.map((dialect) => {
    const pool = dialect.late ? timed : whole;
    return rowOf(dialect, async () => (await pool.ask("dialects", [dialect.name])).fault);
  });
  return Promise.all(rows);
}

/** A venue for each group of dialects; rows in the order of the list. */
export async function proveTogether(groups: readonly (readonly Dialect[])[], pools: Pools) {
  const rows = await Promise.all(groups.map((group) => inCombination(group, pools)));
  const place = ({ name }: DialectRow) => DIALECTS.findIndex((dialect) => dialect.name === name);
  return rows.flat().toSorted((one, other) => place(one) - place(other));
}

/** A clean combination clears all of it; of any other each half is run. */
async function inCombination(dialects: readonly Dialect[], pools: Pools): Promise<DialectRow[]> {
  if (dialects.length === 1) return proveAlone(dialects, pools);
  const names = dialects.map(({ name }) => name);
  const { fault } = await pools.whole.ask("dialects", names);
  if (fault === "") return dialects.map((dialect) => ({ ...dialect, result: CLEAN }));
  const half = Math.ceil(dialects.length / 2);
  const halves = [dialects.slice(0, half), dialects.slice(half)];
  const rows = (await Promise.all(halves.map((one) => inCombination(one, pools)))).flat();
  if (rows.every(({ result }) => result === CLEAN)) {
    combinedOnly.push(`${names.join(", ")}: ${fault}`);
  }
  return rows;
}

async function rowOf(
  { name, variant, decision = "all" }: { name: string; variant: string; decision?: string },
  faults: () => Promise<string>,
): Promise<DialectRow> {
  return { name, decision, variant, result: await cleanOr(`dialect ${name}`, faults) };
}

async function cleanOr(name: string, faults: () => Promise<string>): Promise<string> {
  const { fault } = await triedTwice(name, async () => ({ fault: await faults() }));
  return fault === "" ? CLEAN : "failed";
}
