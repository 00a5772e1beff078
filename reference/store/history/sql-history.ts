/** The tables of history, read by SQL. */
import type { Knex } from "knex";
import { PERIODS_S } from "../../data/candles.ts";
import type { KeptHistory, LatestRows, OrderFilter, ResultKey } from "./kept-history.ts";
import type { MidStep } from "./live-market.ts";
import type { Spacing } from "./mid-points.ts";
import { type StoredRow, stepOf } from "./rows.ts";

/** Of one database. */
export class SqlHistory implements KeptHistory {
  readonly #database: Knex;

  constructor(database: Knex) {
    this.#database = database;
  }

  async order(orderId: string): Promise<StoredRow | undefined> {
    return this.#rows("orders").where({ order_id: orderId }).first();
  }

  async orders(agentId: string, { marketId, statuses, limit }: OrderFilter): Promise<StoredRow[]> {
    const query = this.#rows("orders").where({ agent_id: agentId });
    if (marketId !== undefined) query.where({ market_id: marketId });
    if (statuses !== null) query.whereIn("status", [...statuses]);
    return query.orderBy("placed_seq", "desc").limit(limit);
  }

  async trades(marketId: string, limit: number): Promise<StoredRow[]> {
    const own = this.#rows("trades").where({ market_id: marketId });
    return own.orderBy("trade_seq", "desc").limit(limit);
  }

  async candles(marketId: string, periodS: number, limit: number): Promise<StoredRow[]> {
    const own = this.#rows("candles").where({ market_id: marketId, period_s: periodS });
    return own.orderBy("start_ms", "desc").limit(limit);
  }

  async *steps(
    marketId: string,
    { nowMs, everyS, limit }: Spacing & { limit: number },
  ): AsyncGenerator<MidStep> {
    const steps = () => this.#rows("mids").where({ market_id: marketId });
    for (let untilS = Math.floor(nowMs / 1_000); ; ) {
      const newest = await steps().where("from_s", "<=", untilS).max("from_s as from_s").first();
      if (newest?.["from_s"] == null) return;
      const toS = Number(newest["from_s"]);
      untilS = toS - everyS * limit;
      const lastOfEach = steps()
        .where("from_s", ">", untilS)
        .where("from_s", "<=", toS)
        .groupByRaw("(from_s + ? - 1) / ?", [everyS, everyS])
        .max("from_s");
      const rows = await steps().whereIn("from_s", lastOfEach).orderBy("from_s", "desc");
      yield* rows.map(stepOf);
    }
  }

  async latest(marketId: string): Promise<LatestRows> {
    const database = this.#database;
    const own = { market_id: marketId };
    const newest = PERIODS_S.map((period_s) => {
      const ofPeriod = database("candles").where({ ...own, period_s });
      const last = ofPeriod.orderBy("start_ms", "desc").limit(1);
      return database.select("*").from(last.as(`newest_${period_s}`));
    });
    const candles: StoredRow[] = await database.unionAll(newest);
    const row = await this.#rows("mids").where(own).orderBy("from_s", "desc").first();
    return { candles, step: row === undefined ? undefined : stepOf(row) };
  }

  async volumes(): Promise<[string, number][]> {
    const rows = await this.#rows("agent_volumes").select();
    return rows.map((row) => [String(row["agent_id"]), Number(row["notional_millicents"])]);
  }

  async results(keys: readonly ResultKey[]): Promise<StoredRow[]> {
    return this.#rows("results")
      .select("agent_id", "client_order_id", "request", "result")
      .whereIn(["agent_id", "client_order_id"], keys);
  }

  async hasResults(count: number): Promise<boolean> {
    const database = this.#database;
    const some = database("results").select("at_ms").limit(count).as("some");
    const found = await database.count({ rows: "*" }).from(some).first<{ rows: string | number }>();
    return Number(found.rows) >= count;
  }

  #rows(table: string) {
    return this.#database<StoredRow>(table);
  }
}
