/** History that ends with the process: the rows as they were made, found without SQL. */
import { PERIODS_S } from "../../data/candles.ts";
import type { Batch, HistoryRow } from "../batch.ts";
import type { KeptHistory, LatestRows, OrderFilter, ResultKey } from "./kept-history.ts";
import type { MidStep } from "./live-market.ts";
import type { Spacing } from "./mid-points.ts";
import { type StoredRow, stepOf } from "./rows.ts";
import { type RowValues, SortedRows } from "./sorted-rows.ts";
import { HISTORY_TABLES } from "./tables.ts";

const TABLES = new Map(HISTORY_TABLES.map((table) => [table.name, table]));

/** Where a table has some of its columns. */
const places = (table: string, ...columns: string[]): number[] =>
  columns.map((column) => TABLES.get(table)!.columns.findIndex(({ name }) => name === column));

/** Lists of rows: by which columns each is found, and by which it is in order. */
const LISTS = new Map(
  Object.entries({
    orders: places("orders", "placed_seq", "agent_id"),
    trades: places("trades", "trade_seq", "market_id"),
    candles: places("candles", "start_ms", "market_id", "period_s"),
    mids: places("mids", "from_s", "market_id"),
  }),
);
const [ORDER_ID, ORDER_MARKET, ORDER_STATUS] = places(
  "orders",
  "order_id",
  "market_id",
  "status",
) as [number, number, number];
const [RESULT_AT] = places("results", "at_ms") as [number];

/** Of one venue. */
export class MemoryHistory implements KeptHistory {
  /**
   * By table, and by agent or market and period.
   * @bound what a venue in memory has lived: it ends with it; reference/store/memory-store.test.ts
   */
  readonly #lists = new Map<string, SortedRows>();
  /** By id. @bound what a venue in memory has lived: it ends with it; reference/store/memory-store.test.ts */
  readonly #orders = new Map<string, RowValues>();
  /** By agent. @bound one an agent: replaced; reference/store/memory-store.test.ts */
  readonly #volumes = new Map<string, RowValues>();
  /**
   * The oldest first.
   * @bound those of the hours that are promised: older ones go; reference/store/memory-store.test.ts
   */
  readonly #results = new Map<string, RowValues>();

  /** Takes in what a batch adds, and forgets what may go with it. */
  take({ rows, resultsBeforeMs = -Infinity }: Pick<Batch, "rows" | "resultsBeforeMs">): void {
    for (const row of rows) this.#put(row);
    // Twice as many as are added, so that those that are due never pile up.
    let left = 2 * rows.filter(({ table }) => table === "results").length;
    for (const [key, values] of this.#results) {
      if (left-- === 0 || (values[RESULT_AT] as number) >= resultsBeforeMs) return;
      this.#results.delete(key);
    }
  }

  #put({ table, values }: HistoryRow): void {
    const columns = LISTS.get(table);
    if (columns !== undefined) {
      const [inOrder, ...keys] = columns as [number, ...number[]];
      const name = nameOf(table, ...keys.map((column) => values[column]!));
      const list = this.#lists.get(name) ?? new SortedRows(inOrder);
      this.#lists.set(name, list);
      list.put(values);
    }
    if (table === "orders") this.#orders.set(String(values[ORDER_ID]), values);
    if (table === "agent_volumes") this.#volumes.set(String(values[0]), values);
    if (table !== "results") return;
    const name = nameOf(values[0]!, values[1]!);
    this.#results.delete(name); // one that is made anew is the newest
    this.#results.set(name, values);
  }

  async order(orderId: string): Promise<StoredRow | undefined> {
    const values = this.#orders.get(orderId);
    return values && rowOf("orders", values);
  }

  async orders(agentId: string, { marketId, statuses, limit }: OrderFilter): Promise<StoredRow[]> {
    const isWanted = (values: RowValues): boolean =>
      (marketId === undefined || values[ORDER_MARKET] === marketId) &&
      (statuses?.has(values[ORDER_STATUS] as never) ?? true);
    return this.#newest(["orders", agentId], limit, isWanted);
  }

  async trades(marketId: string, limit: number): Promise<StoredRow[]> {
    return this.#newest(["trades", marketId], limit);
  }

  async candles(marketId: string, periodS: number, limit: number): Promise<StoredRow[]> {
    return this.#newest(["candles", marketId, periodS], limit);
  }

  async *steps(marketId: string, { nowMs, everyS }: Spacing): AsyncGenerator<MidStep> {
    const list = this.#lists.get(nameOf("mids", marketId));
    for (let toS = Math.floor(nowMs / 1_000); ; ) {
      const values = list?.lastTo(toS);
      if (values === undefined) return;
      const step = stepOf(rowOf("mids", values));
      yield step;
      toS = (Math.ceil(step.fromS / everyS) - 1) * everyS;
    }
  }

  async latest(marketId: string): Promise<LatestRows> {
    const candles = PERIODS_S.flatMap((periodS) => this.#newest(["candles", marketId, periodS], 1));
    return { candles, step: this.#newest(["mids", marketId], 1).map(stepOf)[0] };
  }

  async volumes(): Promise<[string, number][]> {
    return [...this.#volumes.values()].map(([agentId, notional]) => [
      String(agentId),
      Number(notional),
    ]);
  }

  async results(keys: readonly ResultKey[]): Promise<StoredRow[]> {
    const found = keys.map((key) => this.#results.get(nameOf(...key)));
    return found.filter((values) => values !== undefined).map((one) => rowOf("results", one));
  }

  async hasResults(count: number): Promise<boolean> {
    return this.#results.size >= count;
  }

  /** The last rows of a list that are wanted, the newest first. */
  #newest(
    list: [string, ...(string | number)[]],
    limit: number,
    isWanted = (_: RowValues) => true,
  ): StoredRow[] {
    const found: StoredRow[] = [];
    for (const values of this.#lists.get(nameOf(...list))?.newestFirst() ?? []) {
      if (found.length === limit) break;
      if (isWanted(values)) found.push(rowOf(list[0], values));
    }
    return found;
  }
}

/** Shape: of ids and numbers, none of which has a space within. */
const nameOf = (...parts: (string | number | null)[]): string => parts.join(" ");

function rowOf(table: string, values: RowValues): StoredRow {
  const { columns } = TABLES.get(table)!;
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index]!]));
}
