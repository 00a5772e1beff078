/** The tables that the venue is recovered from. */
import type { Knex } from "knex";

export async function up(knex: Knex): Promise<void> {
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
