/** Takes back what pages of the journal added to history, where those pages must be dropped. */
import type { Knex } from "knex";
import { type Candle, takeIn } from "../../data/candles.ts";
import { insertRows } from "./insert.ts";
import { candleValues, type StoredRow, tradeOf } from "./rows.ts";

/** How many trades are read at once. */
const READ_TRADES = 10_000;

/**
 * Removes what records after a sequence number made, in the caller's transaction. What they only
 * changed is made again from the trades that stay; a mid that they replaced within its second is
 * not.
 */
export async function dropHistoryAfter(trx: Knex, seq: number): Promise<void> {
  const dropped = (table: string) => trx<StoredRow>(table).where("journal_seq", ">", seq);
  const trades = await dropped("trades").select();
  const candles = await dropped("candles")
    .groupBy("market_id", "period_s")
    .select("market_id", "period_s")
    .min("start_ms as start_ms");
  for (const table of ["orders", "trades", "mids", "results"]) await dropped(table).delete();
  for (const [agentId, notional] of notionals(trades)) {
    await trx("agent_volumes")
      .where({ agent_id: agentId })
      .decrement("notional_millicents", notional)
      .update({ journal_seq: seq });
  }
  for (const first of candles) await rebuildCandles(trx, first, seq);
}

function notionals(trades: readonly StoredRow[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { taker_agent_id, maker_agent_id, notional_millicents } of trades) {
    for (const agentId of [String(taker_agent_id), String(maker_agent_id)]) {
      sums.set(agentId, (sums.get(agentId) ?? 0) + Number(notional_millicents));
    }
  }
  return sums;
}

/** From the first candle that changed on. */
async function rebuildCandles(trx: Knex, first: StoredRow, seq: number): Promise<void> {
  const { market_id, period_s } = first;
  const periodS = Number(period_s);
  const startMs = Number(first["start_ms"]);
  await trx("candles").where({ market_id, period_s }).where("start_ms", ">=", startMs).delete();
  /**
   * @bound the candles since the record that is dropped: written anew;
   * reference/store/history/restart.test.ts
   */
  const made = new Set<Candle>();
  let last: Candle | undefined;
  for await (const trade of tradesFrom(trx, String(market_id), startMs)) {
    last = takeIn(trade, last, periodS);
    made.add(last);
  }
  const rows = [...made].map((candle) => {
    const values = [String(market_id), periodS, ...candleValues(candle), seq];
    return { table: "candles", values };
  });
  await insertRows(trx, rows);
}

/** In the order they happened, from the first at or after a moment: later ones may be late. */
async function* tradesFrom(trx: Knex, marketId: string, fromMs: number) {
  const own = () => trx<StoredRow>("trades").where({ market_id: marketId });
  const first = await own().where("at_ms", ">=", fromMs).min("trade_seq as seq").first();
  for (let after = Number(first?.["seq"] ?? Infinity) - 1; Number.isFinite(after); ) {
    const rows = await own().where("trade_seq", ">", after).orderBy("trade_seq").limit(READ_TRADES);
    yield* rows.map(tradeOf);
    after = rows.length < READ_TRADES ? Infinity : Number(rows.at(-1)!["trade_seq"]);
  }
}
