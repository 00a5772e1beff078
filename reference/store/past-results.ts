/** Puts results into a store that has them in no row yet: those of a version that had no rows. */
import type { Venue } from "../core/venue.ts";
import { resultRow } from "./results.ts";
import type { Store } from "./store.ts";

/** How many rows are written at once. */
const ROWS_AT_ONCE = 5_000;

/**
 * Adds a row for all that a recovered venue has in its memory, unless there are as many rows:
 * what is let go later is in the store then. Units: epoch ms.
 */
export async function keepPastResults(
  store: Store,
  venue: Pick<Venue, "results">,
  { lastSeq, at }: { lastSeq: number; at: number },
): Promise<void> {
  const all = venue.results();
  const count = all.reduce((sum, [, results]) => sum + results.length, 0);
  if (count === 0 || (await (await store.history()).hasResults(count))) return;
  const rows = all.flatMap(([agentId, results]) =>
    results.map(([clientOrderId, { request, result }]) => () => ({
      table: "results",
      values: [...resultRow({ agentId, clientOrderId, at, request, result }), lastSeq],
    })),
  );
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await store.addRows(rows.slice(from, from + ROWS_AT_ONCE).map((row) => row()));
  }
}
