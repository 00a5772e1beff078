/** The rows of snapshots: the pieces of each, and in `snapshots` those of which all are there. */
import type { Knex } from "knex";
import type { StoredSnapshot } from "./store.ts";

/** Kept snapshots, newest first. @bound {SNAPSHOTS_KEPT} snapshots: the oldest is removed; reference/store/store.test.ts */
const SNAPSHOTS_KEPT = 2;

/**
 * Writes a snapshot piece by piece, each by itself, so that commits go on between them; what an
 * attempt that failed left behind goes first.
 */
export async function keepSnapshot(writer: Knex, { seq, pieces }: StoredSnapshot): Promise<void> {
  await removeUnfinished(writer);
  await writer("snapshots").where({ seq }).delete();
  await removePieces(writer, seq);
  let piece = 0;
  for await (const body of pieces) {
    piece++;
    await writer("snapshot_pieces").insert({ seq, piece, body });
  }
  await writer("snapshots").insert({ seq });
  const rows = await writer("snapshots").select("seq").orderBy("seq", "desc");
  for (const { seq } of rows.slice(SNAPSHOTS_KEPT)) {
    await writer("snapshots").where({ seq }).delete();
    await removePieces(writer, Number(seq));
  }
}

/** Newest first, of those that are whole as far as the store can tell. */
export async function* keptSnapshots(writer: Knex): AsyncIterable<StoredSnapshot> {
  const rows = await writer("snapshots").select("seq").orderBy("seq", "desc");
  for (const { seq } of rows) yield { seq: Number(seq), pieces: piecesOf(writer, Number(seq)) };
}

async function* piecesOf(writer: Knex, seq: number): AsyncIterable<string> {
  for (let piece = 1; ; piece++) {
    const row = await writer("snapshot_pieces").select("body").where({ seq, piece }).first();
    if (row === undefined) return;
    yield row.body;
  }
}

async function removeUnfinished(writer: Knex): Promise<void> {
  const kept = writer("snapshots").select("seq");
  const rows = await writer("snapshot_pieces").distinct("seq").whereNotIn("seq", kept);
  for (const { seq } of rows) await removePieces(writer, Number(seq));
}

/** One by one: to remove many is one long commit. */
async function removePieces(writer: Knex, seq: number): Promise<void> {
  const { last } = (await writer("snapshot_pieces").where({ seq }).max("piece as last").first())!;
  for (let piece = Number(last ?? 0); piece > 0; piece--) {
    await writer("snapshot_pieces").where({ seq, piece }).delete();
  }
}
