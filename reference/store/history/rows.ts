/** Rows of history: from what the venue says to a table's values, and back from what is read. */
import type { Side } from "../../core/commands.ts";
import type { TradeEvent } from "../../core/events.ts";
import type { OrderStatus, OrderView } from "../../core/outcomes.ts";
import type { Candle } from "../../data/candles.ts";
import type { Value } from "../batch.ts";
import type { MidStep } from "./live-market.ts";

/** A row as it is read. PostgreSQL gives an integer as text, which Number takes too. */
export type StoredRow = Record<string, Value>;

/** An ended order, but for its journal_seq. */
export function orderValues(order: OrderView): Value[] {
  return [
    order.placedSeq,
    order.orderId,
    order.agentId,
    order.marketId,
    order.clientOrderId,
    order.side,
    order.type,
    order.tif,
    order.price,
    order.qty,
    order.filledQty,
    Math.round((order.avgFillPrice ?? 0) * order.filledQty),
    order.status,
    order.reduceOnly ? 1 : 0,
    order.leverage,
    order.createdAtMs,
    order.updatedAtMs,
  ];
}

export function orderOf(row: StoredRow): OrderView {
  const filledQty = Number(row["filled_qty"]);
  return {
    orderId: String(row["order_id"]),
    placedSeq: Number(row["placed_seq"]),
    agentId: String(row["agent_id"]),
    marketId: String(row["market_id"]),
    clientOrderId: row["client_order_id"] as string | null,
    side: row["side"] as Side,
    type: row["type"] as OrderView["type"],
    tif: row["tif"] as OrderView["tif"],
    price: numberOrNull(row["price"]),
    qty: Number(row["qty"]),
    filledQty,
    remainingQty: 0,
    avgFillPrice: filledQty === 0 ? null : Number(row["filled_notional"]) / filledQty,
    status: row["status"] as OrderStatus,
    reduceOnly: Number(row["reduce_only"]) === 1,
    leverage: numberOrNull(row["leverage"]),
    createdAtMs: Number(row["created_at_ms"]),
    updatedAtMs: Number(row["updated_at_ms"]),
  };
}

/** A match, but for its journal_seq. Units: `notional` thousandths of a cent. */
export function tradeValues(trade: TradeEvent, notional: number): Value[] {
  return [
    trade.tradeSeq,
    trade.marketId,
    trade.price,
    trade.qty,
    notional,
    trade.takerSide,
    trade.atMs,
    trade.takerOrderId,
    trade.makerOrderId,
    trade.takerAgentId,
    trade.makerAgentId,
  ];
}

export function tradeOf(row: StoredRow): TradeEvent {
  return {
    type: "trade",
    tradeSeq: Number(row["trade_seq"]),
    marketId: String(row["market_id"]),
    price: Number(row["price"]),
    qty: Number(row["qty"]),
    takerSide: row["taker_side"] as Side,
    atMs: Number(row["at_ms"]),
    takerOrderId: String(row["taker_order_id"]),
    makerOrderId: String(row["maker_order_id"]),
    takerAgentId: String(row["taker_agent_id"]),
    makerAgentId: String(row["maker_agent_id"]),
  };
}

/** A candle after its market and period, but for its journal_seq. */
export function candleValues(candle: Candle): Value[] {
  const { startMs, open, high, low, close, volume, trades } = candle;
  return [startMs, open, high, low, close, volume, trades];
}

export function candleOf(row: StoredRow): Candle {
  return {
    startMs: Number(row["start_ms"]),
    open: Number(row["open"]),
    high: Number(row["high"]),
    low: Number(row["low"]),
    close: Number(row["close"]),
    volume: Number(row["volume"]),
    trades: Number(row["trades"]),
  };
}

export function stepOf(row: StoredRow): MidStep {
  return { fromS: Number(row["from_s"]), mid: numberOrNull(row["mid"]) };
}

const numberOrNull = (value: Value | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);
