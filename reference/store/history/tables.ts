/** The tables of history: what has happened on the venue, for its readers and for analysts. */

/** Units: as `means` says. Shape: an `integer` lies below 2^53, so that nothing rounds it. */
export interface Column {
  name: string;
  type: "text" | "integer" | "real";
  isNullable?: true;
  means: string;
}

/** One table, from which its SQL and its page are made. */
export interface Table {
  name: string;
  means: string;
  columns: readonly Column[];
  key: readonly string[];
  /** Beside the key. */
  indexes: readonly { on: readonly string[]; isUnique: boolean }[];
  /** Whether a row goes on changing after it was written, so that a later one replaces it. */
  isReplaced: boolean;
}

const text = (name: string, means: string): Column => ({ name, type: "text", means });
const integer = (name: string, means: string): Column => ({ name, type: "integer", means });
const nullable = (column: Column): Column => ({ ...column, isNullable: true });

const journalSeq = integer("journal_seq", "last record of the journal's page that made the row");

const orders: Table = {
  name: "orders",
  means: "Orders that have ended; those that rest are the venue's present, not its history.",
  columns: [
    integer("placed_seq", "grows in the order of placement"),
    text("order_id", "the venue's id"),
    text("agent_id", "whose it was"),
    text("market_id", "where it was"),
    nullable(text("client_order_id", "the agent's own id")),
    text("side", "BUY or SELL"),
    text("type", "LIMIT or MARKET"),
    text("tif", "GTC, IOC, FOK or POST_ONLY"),
    nullable(integer("price", "the limit, in price units; null for a MARKET order")),
    integer("qty", "contracts"),
    integer("filled_qty", "contracts that traded"),
    integer("filled_notional", "sum of price times contracts over its fills"),
    text("status", "FILLED or CANCELLED"),
    integer("reduce_only", "1 or 0"),
    nullable(integer("leverage", "of a perpetual")),
    integer("created_at_ms", "epoch ms"),
    integer("updated_at_ms", "when it ended, or last changed before; epoch ms"),
    journalSeq,
  ],
  key: ["placed_seq"],
  indexes: [
    { on: ["order_id"], isUnique: true },
    { on: ["agent_id", "placed_seq"], isUnique: false },
  ],
  isReplaced: false,
};

const trades: Table = {
  name: "trades",
  means: "Matches: one row each, at the maker's price.",
  columns: [
    integer("trade_seq", "grows with every trade of the venue"),
    text("market_id", "where"),
    integer("price", "price units: cents, of a perpetual cents per BTC"),
    integer("qty", "contracts"),
    integer("notional_millicents", "what was traded is worth; thousandths of a cent"),
    text("taker_side", "BUY or SELL"),
    integer("at_ms", "epoch ms"),
    text("taker_order_id", "the order that arrived"),
    text("maker_order_id", "the order that rested"),
    text("taker_agent_id", "whose order arrived"),
    text("maker_agent_id", "whose order rested"),
    journalSeq,
  ],
  key: ["trade_seq"],
  indexes: [{ on: ["market_id", "trade_seq"], isUnique: false }],
  isReplaced: false,
};

const candles: Table = {
  name: "candles",
  means: "What prices did in each period that had a trade; the newest may be unfinished.",
  columns: [
    text("market_id", "where"),
    integer("period_s", "length in seconds: 1, 5, 15, 60, 300, 900, 3600 or 86400"),
    integer("start_ms", "epoch ms, a multiple of the period"),
    integer("open", "price of its first trade"),
    integer("high", "highest price"),
    integer("low", "lowest price"),
    integer("close", "price of its last trade"),
    integer("volume", "contracts"),
    integer("trades", "how many"),
    journalSeq,
  ],
  key: ["market_id", "period_s", "start_ms"],
  indexes: [],
  isReplaced: true,
};

const mids: Table = {
  name: "mids",
  means: "The middle of the best prices as steps: a row holds until the next of its market.",
  columns: [
    text("market_id", "where"),
    integer("from_s", "the first whole second it holds at; epoch seconds"),
    nullable({ name: "mid", type: "real", means: "price units; null while a side is missing" }),
    journalSeq,
  ],
  key: ["market_id", "from_s"],
  indexes: [],
  isReplaced: true,
};

const volumes: Table = {
  name: "agent_volumes",
  means: "What every agent has traded in all, both as taker and as maker.",
  columns: [
    text("agent_id", "who"),
    integer("notional_millicents", "sum over both sides of its trades; thousandths of a cent"),
    journalSeq,
  ],
  key: ["agent_id"],
  indexes: [],
  isReplaced: true,
};

/** Those that were there from the first version on. */
export const FIRST_TABLES: readonly Table[] = [orders, trades, candles, mids, volumes];

export const RESULTS_TABLE: Table = {
  name: "results",
  means:
    "What agents were answered under their client order ids, for as long as it is promised: a day, " +
    "or what `--keep-results` says. The venue reads it when an id is sent again.",
  columns: [
    text("agent_id", "who asked"),
    text("client_order_id", "under which id"),
    integer("at_ms", "when; epoch ms"),
    text("request", "what was asked, as JSON"),
    text("result", "what was answered, as JSON"),
    journalSeq,
  ],
  key: ["agent_id", "client_order_id"],
  indexes: [{ on: ["at_ms"], isUnique: false }],
  isReplaced: true,
};

/** Every table, those written most first. */
export const HISTORY_TABLES: readonly Table[] = [...FIRST_TABLES, RESULTS_TABLE];

/** Each trade twice, once for either side. Shape: a view, so it costs nothing to keep. */
export const FILLS_VIEW = {
  name: "fills",
  means: "Both sides of every trade, a row each: a view of `trades`.",
  columns: [
    integer("trade_seq", "the trade"),
    text("liquidity", "TAKER or MAKER"),
    text("order_id", "whose side it is"),
    text("agent_id", "who placed it"),
    text("market_id", "where"),
    text("side", "BUY or SELL"),
    integer("price", "price units"),
    integer("qty", "contracts"),
    integer("at_ms", "epoch ms"),
  ],
  select: `
select trade_seq, 'TAKER' as liquidity, taker_order_id as order_id, taker_agent_id as agent_id,
  market_id, taker_side as side, price, qty, at_ms
from trades
union all
select trade_seq, 'MAKER', maker_order_id, maker_agent_id,
  market_id, case taker_side when 'BUY' then 'SELL' else 'BUY' end, price, qty, at_ms
from trades`,
} as const;
