/** Moves a venue: everything of one store into another, from SQLite to PostgreSQL or back. */
import { pagesAfter } from "./chain.ts";
import { HISTORY_TABLES, type Table } from "./history/tables.ts";
import { rowsOf } from "./history/walk.ts";
import { GENESIS, type Head } from "./page.ts";
import type { SqlStore } from "./sql-store.ts";
import { StoreUnusable } from "./store.ts";

/** Copies into an empty store. Errors: StoreUnusable; StoreDamaged for a journal with damage. */
export async function copy(
  from: SqlStore,
  to: SqlStore,
  notify: (line: string) => void,
): Promise<Head> {
  if ((await to.lastPage()) !== null) {
    throw new StoreUnusable(`${to.name} holds a venue already: name an empty store`);
  }
  const last = await from.lastPage();
  const torn = async () =>
    notify("left the last record out: it is torn, and was never acknowledged");
  let head: Head = GENESIS;
  for await (const page of pagesAfter(from, { from: GENESIS, last, notify, torn })) {
    await to.append({ page, rows: [], startsOver: false });
    head = page;
  }
  for (const table of HISTORY_TABLES) await copyRows(from, to, table);
  for await (const snapshot of from.snapshots()) {
    if (snapshot.seq <= head.lastSeq) await to.saveSnapshot(snapshot);
  }
  return head;
}

async function copyRows(from: SqlStore, to: SqlStore, table: Table): Promise<void> {
  const { name, columns } = table;
  for await (const rows of rowsOf(await from.database(), table)) {
    const values = rows.map((row) => columns.map((column) => row[column.name]!));
    await to.addRows(values.map((one) => ({ table: name, values: one })));
  }
}
