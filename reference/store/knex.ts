/** Opens knex, which is loaded late: it takes a tenth of a second. */
import type { Knex } from "knex";

/** What knex would write to the console is thrown as well, and told in the words of a store. */
const SILENT = { debug() {}, deprecate() {}, warn() {}, error() {} };

/** A pool of connections to a database. */
export async function openKnex(config: Knex.Config): Promise<Knex> {
  const { default: knex } = await import("knex");
  return knex({ ...config, log: SILENT });
}
