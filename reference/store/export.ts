/** Writes a journal out as text: one record a line. */
import { pagesAfter } from "./chain.ts";
import { GENESIS, type JournalPage } from "./page.ts";
import type { Store } from "./store.ts";

/** The lines of a store's journal, all of which are whole. Errors: StoreDamaged at the first bad one. */
export async function* exportLines(
  store: Store,
  notify: (line: string) => void,
): AsyncIterable<string> {
  const last = await store.lastPage();
  const torn = async () =>
    notify("left the last record out: it is torn, and was never acknowledged");
  for await (const page of pagesAfter(store, { from: GENESIS, last, notify, torn })) {
    yield* linesOf(page);
  }
}

/** No line of a page has a line break within: JSON writes it otherwise. */
function linesOf({ firstSeq, records }: JournalPage): string[] {
  const lines = records.slice(1, -1).split(",\n");
  return lines.map((line, index) => `{"seq":${firstSeq + index},${line.slice(1)}\n`);
}
