/** What orders, markets and their data look like on the wire; titles name them in the document. */
import { type Static, type TProperties, type TSchema, Type } from "typebox";
import { REFUSAL_CODES, REJECT_CODES } from "../core/rejects.ts";

const ORDER_STATUSES = ["NEW", "PARTIAL", "FILLED", "CANCELLED", "REJECTED"] as const;

/** A record's member that may be null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const described = (description: string) => Type.Integer({ description });
/** A moment. Units: epoch ms. */
const Ms = described("epoch ms");
const Price = described("price units of the market");
const Qty = described("contracts");
const Side = Type.Enum(["BUY", "SELL"]);
const Kind = Type.Enum(["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"]);

/** An identifier that the venue gave out. */
export const Id = Type.String({ format: "uuid" });
/** A sum of money. */
export const Cents = described("cents");

/** How many records a list has. */
const Count = Type.Integer({ minimum: 0 });

/** A list's answer: records under their name, their count, and the parameters that made it. */
export const listOf = <N extends string, T extends TSchema, M extends TProperties>(
  name: N,
  record: T,
  more: M = {} as M,
) =>
  Type.Object({ [name]: Type.Array(record), count: Count, ...more } as {
    [key in N]: ReturnType<typeof Type.Array<T>>;
  } & { count: typeof Count } & M);

const fill = {
  fill_id: Type.String(),
  price: Price,
  qty: Qty,
  liquidity: Type.Enum(["TAKER", "MAKER"]),
  ts_ms: Ms,
  trade_id: Type.String(),
  fee_cents: Cents,
};

/** D-034. */
export const FillRecord = Type.Object(fill, { title: "Fill" });
export type FillRecord = Static<typeof FillRecord>;

/** A fill with the order it belongs to, as the stream tells it. D-034. */
export const OwnFillRecord = Type.Object(
  { ...fill, order_id: Id, market_id: Id, side: Side },
  { title: "OwnFill" },
);
export type OwnFillRecord = Static<typeof OwnFillRecord>;

const placed = <C extends string>(title: string, codes: readonly C[]) =>
  Type.Object(
    {
      order_id: Id,
      market_id: Id,
      status: Type.Enum(ORDER_STATUSES),
      reject_reason: nullable(Type.Enum(codes)),
      reject_message: nullable(Type.String()),
      filled_qty: Qty,
      remaining_qty: Qty,
      avg_fill_price_cents: nullable(Type.Number()),
      fills: Type.Array(FillRecord),
      effective_leverage: nullable(Type.Integer()),
    },
    { title },
  );

/** Spec: OrderPlaceResult. */
export const PlaceResultRecord = placed("OrderPlaceResult", REJECT_CODES);
export type PlaceResultRecord = Static<typeof PlaceResultRecord>;

/** One rung of a ladder; what would be an error of a single order is a decline here. D-031. */
export const LadderResultRecord = placed("LadderResult", [...REJECT_CODES, ...REFUSAL_CODES]);
export type LadderResultRecord = Static<typeof LadderResultRecord>;

/** D-090. */
export const OrderRecord = Type.Object(
  {
    order_id: Id,
    market_id: Id,
    client_order_id: nullable(Type.String()),
    side: Side,
    type: Type.Enum(["LIMIT", "MARKET"]),
    tif: Type.Enum(["GTC", "IOC", "FOK", "POST_ONLY"]),
    price: nullable(Price),
    qty: Qty,
    filled_qty: Qty,
    remaining_qty: Qty,
    avg_fill_price_cents: nullable(Type.Number()),
    status: Type.Enum(ORDER_STATUSES),
    reduce_only: Type.Boolean(),
    liquidation: Type.Boolean({ description: "the venue's own order, to close a position" }),
    leverage: nullable(Type.Integer()),
    created_at_ms: Ms,
    updated_at_ms: Ms,
  },
  { title: "Order" },
);
export type OrderRecord = Static<typeof OrderRecord>;

/** D-069: the band and the tick that prices keep to, and what a contract is worth. */
const Geometry = Type.Object(
  {
    min_price: Price,
    max_price: Price,
    tick_size: Price,
    price_unit: Type.Enum(["cents", "cents per BTC"]),
    payout: nullable(Cents),
    contract_multiplier: nullable(Type.Number()),
  },
  { title: "Geometry" },
);

/** D-103. */
export const MarketRecord = Type.Object(
  {
    id: Id,
    market_id: Id,
    kind: Kind,
    status: Type.Enum(["OPEN", "EXPIRED", "RESOLVED", "VOID"]),
    title: Type.String(),
    series_id: nullable(Type.String()),
    event_id: nullable(Type.String()),
    fixture_key: nullable(Type.String()),
    open_ts_ms: Ms,
    expiry_ts_ms: nullable(Ms),
    geometry: Geometry,
    legs: Type.Array(Id),
    strike_price: nullable(described("cents per BTC")),
    resolution: nullable(Type.Enum(["YES", "NO"])),
    settlement_price: nullable(described("what decided, cents per BTC; null where no price did")),
    settled_ts_ms: nullable(Ms),
    mark_price: nullable(Type.Number({ description: "price units; between two when a mid" })),
    best_bid: nullable(Price),
    best_ask: nullable(Price),
    max_position: Qty,
    max_leverage: nullable(Type.Integer()),
    maintenance_margin_bps: nullable(
      described("of what is open at the mark; null: nothing is liquidated"),
    ),
  },
  { title: "Market" },
);
export type MarketRecord = Static<typeof MarketRecord>;

const Level = Type.Object({ price: Price, qty: Qty }, { title: "Level" });

/** D-104. */
export const BookRecord = Type.Object(
  {
    market_id: Id,
    bids: Type.Array(Level),
    asks: Type.Array(Level),
    seq: Type.Integer(),
    ts_ms: Ms,
  },
  { title: "Book" },
);
export type BookRecord = Static<typeof BookRecord>;

/** D-105. */
export const TradeRecord = Type.Object(
  { trade_id: Type.String(), price: Price, qty: Qty, taker_side: Side, ts_ms: Ms },
  { title: "Trade" },
);
export type TradeRecord = Static<typeof TradeRecord>;

/** D-106. */
export const CandleRecord = Type.Object(
  {
    start_ts_ms: Ms,
    open: Price,
    high: Price,
    low: Price,
    close: Price,
    volume: Qty,
    trades: Count,
  },
  { title: "Candle" },
);
export type CandleRecord = Static<typeof CandleRecord>;

/** D-107. */
export const MidPointRecord = Type.Object(
  { ts_ms: Ms, mid: Type.Number({ description: "price units of the market" }) },
  { title: "MidPoint" },
);
export type MidPointRecord = Static<typeof MidPointRecord>;

/** D-109. */
export const SeriesRecord = Type.Object(
  {
    series_id: Type.String(),
    kind: Kind,
    title: Type.String(),
    window_seconds: nullable(Type.Number()),
  },
  { title: "Series" },
);
export type SeriesRecord = Static<typeof SeriesRecord>;

/** D-120. */
export const PositionRecord = Type.Object(
  {
    market_id: Id,
    kind: Kind,
    qty: described("contracts, below zero when short"),
    avg_entry_price: nullable(Type.Number()),
    realized_pnl_cents: Cents,
    unrealized_pnl_cents: nullable(Cents),
    house_paid_cents: described("what the house has paid of its losses, in cents"),
    leverage: nullable(Type.Integer()),
    margin_mode: nullable(Type.Enum(["CROSS", "ISOLATED"])),
    liquidation_price: Type.Null(),
  },
  { title: "Position" },
);
export type PositionRecord = Static<typeof PositionRecord>;

/** D-120. */
export const WalletRecord = Type.Object(
  {
    agent_id: Id,
    cash_cents: Cents,
    reserved_cents: Cents,
    free_cents: Cents,
    equity_cents: Cents,
  },
  { title: "Wallet" },
);
export type WalletRecord = Static<typeof WalletRecord>;
