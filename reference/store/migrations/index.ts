/** Every change of the tables, in order; one that was ever released is not changed any more. */
import type { Knex } from "knex";
import { createHistory, createResults } from "../history/create.ts";
import { StoreUnusable } from "../store.ts";

interface Migration {
  name: string;
  up(knex: Knex): Promise<void>;
}

const MIGRATIONS: readonly Migration[] = [
  { name: "001-journal", up: createJournal },
  { name: "002-history", up: createHistory },
  { name: "003-snapshot-pieces", up: createSnapshotPieces },
  { name: "004-results", up: createResults },
];

const SOURCE = {
  migrationSource: {
    getMigrations: async () => [...MIGRATIONS],
    getMigrationName: ({ name }: Migration) => name,
    getMigration: async ({ up }: Migration) => ({ up, down: async () => {} }),
  },
  disableMigrationsListValidation: true,
};

/**
 * Brings the tables up to date. Only the one writer may call it: what another left half done is
 * taken up again. Errors: StoreUnusable for a store that a newer program wrote.
 */
export async function migrate(knex: Knex): Promise<void> {
  const [done] = (await knex.migrate.list(SOURCE)) as [{ name: string }[], unknown];
  const unknown = done.find(({ name }) => MIGRATIONS.every((known) => known.name !== name));
  if (unknown !== undefined) {
    throw new StoreUnusable(
      `was written by a newer touchstone (it has ${unknown.name}): run that one, or a new store`,
    );
  }
  if (done.length === MIGRATIONS.length) return;
  await knex.migrate.forceFreeMigrationsLock(SOURCE);
  await knex.migrate.latest(SOURCE);
}

/** The tables that the venue is recovered from. */
async function createJournal(knex: Knex): Promise<void> {
  await knex.schema.createTable("journal", (table) => {
    table.bigInteger("first_seq").primary();
    table.bigInteger("last_seq").notNullable();
    table.text("records").notNullable();
    table.text("digest").notNullable();
  });
  await knex.schema.createTable("snapshots", (table) => {
    table.bigInteger("seq").primary();
    table.text("body").notNullable();
    table.text("digest").notNullable();
  });
}

/** A snapshot was one text, with its digest beside it: that is one piece, and the end. */
async function createSnapshotPieces(knex: Knex): Promise<void> {
  await knex.schema.createTable("snapshot_pieces", (table) => {
    table.bigInteger("seq").notNullable();
    table.integer("piece").notNullable();
    table.text("body").notNullable();
    table.primary(["seq", "piece"]);
  });
  const end = `'{"sha256":"' || digest || '"}'`;
  await knex.raw(`insert into snapshot_pieces select seq, 1, body from snapshots`);
  await knex.raw(`insert into snapshot_pieces select seq, 2, ${end} from snapshots`);
  for (const column of ["body", "digest"]) {
    await knex.raw(`alter table snapshots drop column ${column}`);
  }
}
